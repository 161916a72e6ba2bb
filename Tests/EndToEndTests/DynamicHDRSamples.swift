import Foundation
import TestSupport
import Testing

/// Films whose single scenes have metadata, made from films in HDR10.
enum DynamicHDRSamples: String, CaseIterable, Sendable {
    case hdr10Plus = "HDR10+"
    case vivid = "HDR Vivid"

    /// What ffprobe calls the metadata.
    var titleOfFFmpeg: String {
        switch self {
        case .hdr10Plus: "SMPTE2094-40 (HDR10+)"
        case .vivid: "CUVA 005.1 2021 (Vivid)"
        }
    }

    /// The registered user data (ITU-T T.35): the owner, and fields with their lengths in bits.
    private var message: (owner: [UInt8], fields: [(value: Int, bits: Int)]) {
        switch self {
        case .hdr10Plus:
            // SMPTE ST 2094-40: one window, a display of 400 cd/m2, maxima, an average, nothing else.
            (
                [0xb5, 0, 0x3c, 0, 1, 4, 1],
                [
                    (1, 2), (400, 27), (0, 1), (5000, 17), (6000, 17), (7000, 17), (1000, 17), (0, 4), (7, 10), (0, 1),
                    (0, 1), (0, 1),
                ]
            )
        case .vivid:
            // T/UWA 005.1: minimum, average, variance and maximum, without curves.
            ([0x26, 0, 4, 0, 5], [(1, 8), (10, 12), (500, 12), (100, 12), (2000, 12), (0, 1), (0, 1)])
        }
    }

    /// The message as a NAL unit of HEVC (ITU-T H.265, 7.3.1 and D.2.6), with its start code.
    private var unit: [UInt8] {
        let (owner, fields) = message
        let bits = fields.flatMap { field in (0..<field.bits).reversed().map { field.value >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 << 1 | UInt8(start + $1 < bits.count ? bits[start + $1] : 0) }
        }
        let payload = owner + bytes
        var unit: [UInt8] = [39 << 1, 1]
        for byte in [4, UInt8(payload.count)] + payload + [0x80] {
            // Three bytes that look like a start code are kept apart.
            if byte <= 3, unit.suffix(2) == [0, 0] { unit.append(3) }
            unit.append(byte)
        }
        return [0, 0, 0, 1] + unit
    }

    /// Adds the message to each picture of an MP4 file with HEVC.
    func add(to path: String, in folder: TemporaryFolder) async throws {
        let stream = folder.path("plain.hevc")
        try await Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-c", "copy", stream])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: stream)))
        var result: [UInt8] = []
        var copied = 0
        for index in 0..<bytes.count - 3 where bytes[index...].prefix(3) == [0, 0, 1] && bytes[index + 3] >> 1 < 32 {
            let start = index > 0 && bytes[index - 1] == 0 ? index - 1 : index
            result += bytes[copied..<start] + unit
            copied = start
        }
        result += bytes[copied...]
        let scenes = try folder.write("scenes.hevc", Data(result))
        try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-y", "-r", "10", "-i", scenes, "-c", "copy", "-tag:v", "hvc1", path])
    }

    /// States in an MP4 file, whose index is at its end, that its HEVC track is of a profile of Dolby Vision (default: 8.1).
    static func addDolbyVision(to path: String, profile: UInt8 = 8, compatibility: UInt8 = 1) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        func size(at place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        // The boxes that enclose the configuration: `dvvC` of "Dolby Vision Streams Within the ISO Base Media File
        // Format", 2.1.
        var (places, range): ([Int], Range<Int>) = ([], 0..<data.count)
        for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"] {
            var place = range.lowerBound
            while data[place + 4..<place + 8] != Data(type.utf8) {
                place += size(at: place)
                try #require(range.contains(place))
            }
            places.append(place)
            range = place + (type == "stsd" ? 16 : 8)..<place + size(at: place)
        }
        let record: [UInt8] = [1, 0, profile << 1, 0b1101, compatibility << 4] + [UInt8](repeating: 0, count: 19)
        data.insert(contentsOf: [0, 0, 0, 32] + Array("dvvC".utf8) + record, at: range.upperBound)
        for place in places {
            let bytes = (0..<4).map { UInt8((size(at: place) + 32) >> (24 - 8 * $0) & 0xff) }
            data.replaceSubrange(place..<place + 4, with: bytes)
        }
        try data.write(to: URL(filePath: path))
    }
}
