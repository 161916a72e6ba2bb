import Foundation
import TestSupport

/// A photo's metadata, read by exiftool and ffprobe.
enum PhotoWitness {
    /// Tags that exiftool 12 names differently from exiftool 13.
    private static let newNames = [
        "Apple:MediaGroupUUID": "Apple:ContentIdentifier",
        "XMP-Container:Directory": "XMP-GContainer:ContainerDirectory",
    ]

    /// The tags of a file, by group and exiftool 13's name: `Apple:ContentIdentifier`.
    static func tags(_ path: String) async throws -> [String: String] { try await tags(of: [path])[0] }

    /// The tags of two files.
    static func tags(_ first: String, _ second: String) async throws -> ([String: String], [String: String]) {
        let tags = try await tags(of: [first, second])
        return (tags[0], tags[1])
    }

    private static func tags(of paths: [String]) async throws -> [[String: String]] {
        let json = try await Tool.run(
            "exiftool", ["-j", "-a", "-ee", "-n", "-G1", "-struct", "-all", "-validate", "-warning"] + paths)
        let files = try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]]
        return (files ?? []).map { tags in
            Dictionary(uniqueKeysWithValues: tags.map { (newNames[$0] ?? $0, "\($1)") })
        }
    }

    /// A packet of any stream.
    struct Packet: Decodable {
        let codecType: String
        let ptsTime: String?
        let flags: String
        let dataHash: String?
    }

    private struct Listing: Decodable { let packets: [Packet] }

    /// The packets of all streams, in file order.
    static func packets(_ path: String) async throws -> [Packet] {
        let json = try await Tool.run(
            "ffprobe", ["-v", "error", "-of", "json", "-show_packets", "-show_data_hash", "sha256", path])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Listing.self, from: Data(json)).packets
    }

    /// The mean difference between two pictures of the same size, in brightness steps.
    static func distance(_ a: RawImage, _ b: RawImage) -> Double {
        guard a.bytes.count == b.bytes.count, !a.bytes.isEmpty else { return .infinity }
        return Double(zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.bytes.count)
    }
}

/// The summary that `live-photo` and `motion-photo` print with `--json`.
struct PhotoSummary: Decodable {
    let bundle: String?
    let picture: String
    let movie: String?
    let identifier: String?
    let from: Double
    let duration: Double
    let frames: Int
    let still: Double
    let width: Int
    let height: Int
    let sound: Bool
    let bytes: Int
}

extension Pagereel {
    /// Creates a photo with `--json`, and returns its summary and standard error.
    static func photo(
        _ command: String, _ video: String, to output: String, _ options: [String] = []
    ) async throws -> (summary: PhotoSummary, messages: String) {
        let outcome = try await run([command, video, "-o", output, "--json"] + options)
        guard outcome.exitCode == 0 else {
            throw TimedOut(description: "\(command) ended with \(outcome.exitCode): \(outcome.standardError)")
        }
        let summary = try JSONDecoder().decode(PhotoSummary.self, from: Data(outcome.standardOutput.utf8))
        return (summary, outcome.standardError)
    }
}
