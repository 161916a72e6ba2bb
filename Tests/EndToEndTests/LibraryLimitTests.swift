import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Inputs beyond the limits of a library, which reports them as a lack of memory.
    @Suite("Limits of libraries")
    struct LibraryLimits {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func compose(_ timeline: String) async throws -> Pagereel.Outcome {
            try folder.write("t.yaml", timeline)
            return try await Pagereel.run(["compose", "t.yaml", "-o", "a.mp4", "--overwrite"], folder: folder)
        }

        @Test("A sample rate that cannot be converted is a mistake of the file: 65")
        func sampleRate() async throws {
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", folder.path("a.wav")])
            var bytes = Data(try folder.read("a.wav"))
            let format = try #require(bytes.range(of: Data("fmt ".utf8))).upperBound + 4
            bytes.replaceSubrange(format + 4..<format + 8, with: [0xff, 0xff, 0xff, 0x7f])
            try folder.write("a.wav", bytes)
            let outcome = try await compose(
                """
                canvas: {width: 64, height: 64, fps: 10}
                video:
                  - {color: "#ff0000", duration: 0.2s}
                audio:
                  - {src: a.wav}
                """)
            #expect(outcome.exitCode == 65, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("has 2147483647 samples per second"), "\(outcome.standardError)")
        }

        @Test("A zoomed title on the widest canvas is drawn")
        func title() async throws {
            let outcome = try await compose(
                """
                canvas: {width: 8192, height: 64, fps: 10}
                video:
                  - {title: Hello, duration: 0.2s, motion: {zoom: [4, 4]}}
                """)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await Probe.read(folder.path("a.mp4")).streams.first?.width == 8192)
        }
    }
}
