import Foundation
import Subprocess
import TestSupport
import Testing

/// The example of the library.
@Suite("The library example")
struct ExampleTests {
    private static func run(_ program: String, _ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments([program] + arguments), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        try #require(result.terminationStatus.isSuccess, "\(arguments): \(result.standardError)")
        return result.standardOutput
    }

    @Test("The example records a page to a video")
    func records() async throws {
        let folder = try TemporaryFolder()
        let output = folder.path("video.mp4")
        let said = try await Self.run(
            "\(Fixture.build.path)/RecordAPage", [Fixture.page("static.html?seconds=1"), output])
        let probed = try await Self.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-of", "csv=p=0", "-show_entries",
                "stream=codec_name,width,height,nb_frames", output,
            ])
        let fields = probed.split { $0 == "," || $0.isNewline }.map(String.init)
        #expect(fields.prefix(3) == ["h264", "640", "360"])
        let frames = try #require(fields.last.flatMap { Int($0) })
        #expect(frames > 0)
        #expect(said.hasPrefix("\(frames) frames, "))
    }

    @Test("The example matches the documentation")
    func manual() throws {
        let source = try String(
            contentsOfFile: "\(Fixture.repository.path)/Examples/RecordAPage/main.swift", encoding: .utf8)
        let manual = try String(contentsOfFile: "\(Fixture.repository.path)/README.md", encoding: .utf8)
        #expect(manual.contains("```swift\n\(source)```"), "README.md does not show the example as it is")
    }
}
