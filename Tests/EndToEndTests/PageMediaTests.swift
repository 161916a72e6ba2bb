import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Media of a page that cannot be played.
    @Suite("Media that a page cannot play")
    struct PageMedia {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            try folder.write("tone.wav", WaveFile.data([(0..<24_000).map { Float($0 % 100) / 100 }]))
        }

        /// Records a page that plays a `<audio>` for half a second.
        private func record(_ media: String, in place: String, options: [String] = []) async throws -> Summary {
            _ = try folder.makeFolder("site")
            let page = try folder.write(
                place,
                TestPage.html(
                    body: media,
                    script: """
                        send('start');
                        document.querySelector('audio').play().catch(() => {});
                        after(500, () => send('stop'));
                        """))
            return try await VirtualRecording.record(page, to: output, TestPage.small + options)
        }

        @Test("A missing file causes a warning; the recording continues")
        func missing() async throws {
            let summary = try await record("<audio src=none.wav></audio>", in: "page.html")
            #expect(summary.sound == nil)
            #expect(summary.warnings.count == 1, "\(summary.warnings)")
            #expect(
                summary.warnings.first?.contains("none.wav. The file is missing or protected") == true,
                "\(summary.warnings)")
        }

        @Test("An encrypted file causes a warning; the recording continues", .full)
        func encrypted() async throws {
            _ = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", folder.path("tone.wav"), "-c:a", "aac", "-encryption_scheme", "cenc-aes-ctr",
                    "-encryption_key", "00112233445566778899aabbccddeeff",
                    "-encryption_kid", "ffeeddccbbaa99887766554433221100", folder.path("tone.mp4"),
                ])
            let summary = try await record("<audio src=tone.mp4></audio>", in: "page.html")
            #expect(summary.sound == nil)
            #expect(summary.warnings.count == 1, "\(summary.warnings)")
            #expect(summary.warnings.first?.contains("tone.mp4. The file is missing or protected") == true)
        }

        @Test("Only the last of several sources causes a warning", .full)
        func sources() async throws {
            let summary = try await record(
                "<audio><source src=none.wav><source src=last.wav></audio>", in: "page.html")
            #expect(summary.warnings.count == 1, "\(summary.warnings)")
            #expect(summary.warnings.first?.contains("last.wav") == true, "\(summary.warnings)")
            let played = try await record(
                "<audio><source src=none.wav><source src=tone.wav></audio>", in: "page.html", options: ["--overwrite"])
            #expect(played.sound != nil)
            #expect(played.warnings == [])
        }

        @Test("A file outside the page's folder causes a warning in the sandbox only", .full)
        func outside() async throws {
            let media = "<audio src=../tone.wav></audio>"
            let hidden = try await record(media, in: "site/page.html")
            #expect(hidden.sound == nil)
            #expect(hidden.warnings.count == 1, "\(hidden.warnings)")
            #expect(hidden.warnings.first?.contains("In the sandbox") == true, "\(hidden.warnings)")
            let shown = try await record(media, in: "site/page.html", options: ["--no-sandbox", "--overwrite"])
            #expect(shown.sound != nil)
            #expect(shown.warnings == [])
        }
    }
}
