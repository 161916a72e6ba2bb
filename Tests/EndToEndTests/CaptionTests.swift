import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Texts that a page sends for a track of subtitles, read back by ffmpeg.
    @Suite("Captions of pages")
    struct Captions {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private let page = TestPage.html(
            script: """
                send('start');
                after(500, () => send({signal: 'caption', text: 'Grüße & {alle}\\n2 < 3', duration: 1}));
                after(1000, () => go('caption?text=Bis+zum+Ende&duration=50s'));
                after(1200, () => send({signal: 'caption', text: 'no length'}));
                after(2000, () => send('stop'));
                """)

        private func record(_ name: String, _ options: [String]) async throws -> Pagereel.Outcome {
            try folder.write("page.html", page)
            let outcome = try await Pagereel.run(
                ["record", folder.path("page.html"), "-o", folder.path(name), "--json"] + TestPage.small + options)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("'caption without a text and a duration', which is no signal"))
            return outcome
        }

        @Test(
            "The track has the texts at their times, and is as long as the video",
            arguments: [("a.mp4", "mov_text"), ("a.mkv", "subrip"), ("a.webm", "webvtt")])
        func track(name: String, codec: String) async throws {
            let outcome = try await record(name, ["--captions", "de"])
            #expect(!outcome.standardError.contains("left out"))
            let data = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "s", "-of", "csv=p=0", folder.path(name)]
                    + ["-show_entries", "stream=codec_name:stream_tags=language:format=duration"])
            #expect(String(decoding: data, as: UTF8.self).hasPrefix("\(codec),deu"))
            #expect(String(decoding: data, as: UTF8.self).contains("2.000"))
            let text = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path(name), "-map", "0:s:0", "-f", "srt", "-"])
            let lines = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\\{", with: "{")
                .replacing("\\}", with: "}").split(separator: "\n").filter { Int($0) == nil }
            // MP4 cannot show two texts at once.
            let expected =
                name == "a.mp4"
                ? [
                    "00:00:00,500 --> 00:00:01,000", "Grüße & {alle}", "2 < 3", "00:00:01,000 --> 00:00:01,500",
                    "Grüße & {alle}", "2 < 3", "Bis zum Ende", "00:00:01,500 --> 00:00:02,000", "Bis zum Ende",
                ]
                : [
                    "00:00:00,500 --> 00:00:01,500", "Grüße & {alle}", "2 < 3", "00:00:01,000 --> 00:00:02,000",
                    "Bis zum Ende",
                ]
            #expect(lines.map(String.init) == expected)
        }

        @Test("Without the option, a warning says that captions are left out, and there is no track")
        func leftOut() async throws {
            let outcome = try await record("a.mp4", [])
            #expect(outcome.standardError.contains("The page sent captions, which are left out. Pass --captions"))
            let data = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "s", "-of", "csv=p=0", folder.path("a.mp4")]
                    + ["-show_entries", "stream=codec_name"])
            #expect(data.isEmpty)
            let json = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            #expect(json?["captions"] as? Int == 2)
        }
    }
}
