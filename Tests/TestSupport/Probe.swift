import Foundation

/// ffprobe's report on a media file: the tests' independent reader.
package struct Probe: Decodable, Sendable {
    package struct Stream: Decodable, Sendable {
        package let index: Int
        package let codecType: String
        package let codecName: String?
        package let profile: String?
        package let level: Int?
        package let sampleAspectRatio: String?
        package let width: Int?
        package let height: Int?
        package let pixFmt: String?
        package let colorRange: String?
        package let colorSpace: String?
        package let colorTransfer: String?
        package let colorPrimaries: String?
        package let rFrameRate: String?
        package let avgFrameRate: String?
        package let timeBase: String
        package let startPts: Int?
        package let durationTs: Int?
        package let duration: String?
        package let bitRate: String?
        package let nbReadPackets: String?
        package let sampleRate: String?
        package let channels: Int?
        package let tags: [String: String]?

        /// The number of packets in the stream, counted by reading them.
        package var packetCount: Int { nbReadPackets.flatMap(Int.init) ?? -1 }
        /// The stream's length in seconds.
        package var seconds: Double { duration.flatMap(Double.init) ?? .nan }
        /// The stream's bit rate, in bits per second.
        package var bitsPerSecond: Int { bitRate.flatMap(Int.init) ?? -1 }
    }

    package struct Format: Decodable, Sendable {
        package let formatName: String
        package let duration: String?
        package let tags: [String: String]?

        /// The file's length in seconds.
        package var seconds: Double { duration.flatMap(Double.init) ?? .nan }
    }

    package struct Chapter: Decodable, Sendable {
        package let startTime: String
        package let endTime: String
        package let tags: [String: String]?

        package var title: String { tags?["title"] ?? "" }
        /// The chapter's start, in seconds.
        package var start: Double { Double(startTime) ?? .nan }
        /// The chapter's end, in seconds.
        package var end: Double { Double(endTime) ?? .nan }
    }

    package let streams: [Stream]
    package let format: Format
    package let chapters: [Chapter]

    /// The file's only video stream; `nil` if there is not exactly one.
    package var video: Stream? { only("video") }
    /// The file's only audio stream; `nil` if there is not exactly one.
    package var audio: Stream? { only("audio") }

    private func only(_ type: String) -> Stream? {
        let found = streams.filter { $0.codecType == type }
        return found.count == 1 ? found.first : nil
    }

    /// Reads a file; any complaint of ffprobe is an error.
    package static func read(_ path: String) async throws -> Probe {
        let json = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-of", "json", "-count_packets", "-show_streams", "-show_format", "-show_chapters",
                path,
            ])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Probe.self, from: Data(json))
    }
}
