import Decoder
import Foundation
import Frames
import Notation
import Yams

@testable import Timeline

/// Simulated files, by name.
struct FakeProbe: SourceProbe {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private static let files: [String: MediaContents] = [
        "three.mp4": MediaContents(
            pictures: .moving(size: PixelSize(width: 640, height: 360), duration: .seconds(3)), sound: .seconds(3)),
        "silent.mp4": MediaContents(
            pictures: .moving(size: PixelSize(width: 640, height: 360), duration: .seconds(3))),
        "upright.mp4": MediaContents(
            pictures: .moving(size: PixelSize(width: 360, height: 640), duration: .seconds(3))),
        "ntsc.mp4": MediaContents(
            // 90 frames of 1001/30000 s.
            pictures: .moving(size: PixelSize(width: 640, height: 360), duration: .nanoseconds(3_003_000_000))),
        "timecode.mov": MediaContents(
            pictures: .moving(size: PixelSize(width: 640, height: 360), duration: .seconds(3)), sound: .seconds(3),
            timecode: FrameRate("25").flatMap { Timecode("01:00:00:00", rate: $0) }),
        "logo.png": MediaContents(pictures: .still(size: PixelSize(width: 200, height: 100))),
        "music.wav": MediaContents(sound: .milliseconds(1250)),
    ]

    func contents(of path: String, _ selection: SoundSelection) throws -> MediaContents {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let contents = Self.files[name] else { throw Missing(description: "There is no \(name).") }
        return contents
    }
}

/// Descriptions in tests.
enum Descriptions {
    /// Reads a text as `t.yaml` in a folder.
    static func read(_ text: String, in folder: String = "/nowhere") throws -> Timeline {
        try DescriptionReader(YAMLFile(path: "\(folder)/t.yaml", text: text)) { file, _, name, value, line in
            guard name != "unknown" else { throw file.error(at: line, "There is no option \(name).") }
            return ["--\(name)=\(try file.text(value, ""))"]
        }.read()
    }

    /// Resolves a text with simulated files.
    static func plan(_ text: String) throws -> TimelinePlan {
        try TimelineResolver(read(text), probe: FakeProbe()).plan()
    }

    /// The error in a text, without the file name and the column; `nil` if it is valid.
    static func mistake(in text: String) -> String? {
        do {
            _ = try plan(text)
            return nil
        } catch {
            return "\(error)".replacing(#/^\/nowhere\/t\.yaml, line (\d+)(?:, column \d+)?/#) { "line \($0.1)" }
        }
    }
}
