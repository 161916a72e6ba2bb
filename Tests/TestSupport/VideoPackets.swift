import Foundation

/// The packets of a file's video stream in presentation order, as listed by ffprobe.
package struct VideoPackets: Sendable {
    package struct Packet: Decodable, Sendable {
        /// The presentation time, in ticks of the stream's time base.
        package let pts: Int
        /// The duration, in ticks.
        package let duration: Int?
        package let flags: String

        /// The checksum of the content.
        package let hash: String?

        private enum CodingKeys: String, CodingKey {
            case pts, duration, flags
            case hash = "data_hash"
        }

        /// Whether it is a keyframe.
        package var isKeyframe: Bool { flags.hasPrefix("K") }
    }

    private struct Listing: Decodable {
        let packets: [Packet]
    }

    package let packets: [Packet]

    package init(of path: String) async throws {
        let json = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-of", "json", "-select_streams", "v:0", "-show_entries",
                "packet=pts,duration,flags,data_hash", "-show_data_hash", "sha256", path,
            ])
        packets = try JSONDecoder().decode(Listing.self, from: Data(json)).packets.sorted { $0.pts < $1.pts }
    }

    /// The checksums of all packets; videos with equal checksums have the same pictures, whatever
    /// their metadata.
    package var hashes: [String] { packets.compactMap(\.hash) }

    /// The distances between adjacent pictures, in ticks; a constant frame rate has only one.
    package var steps: Set<Int> {
        Set(zip(packets, packets.dropFirst()).map { $1.pts - $0.pts })
    }

    /// The longest distance between keyframes, in pictures.
    package var longestGroup: Int {
        let keyframes = packets.indices.filter { packets[$0].isKeyframe } + [packets.count]
        return zip(keyframes, keyframes.dropFirst()).map { $1 - $0 }.max() ?? packets.count
    }
}
