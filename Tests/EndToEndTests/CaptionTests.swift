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
            arguments: [("a.mp4", "mov_text"), ("a.mkv", "subrip")]
                + (LongTests.areAll ? [("a.webm", "webvtt")] : []))
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
            let lines = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
                .replacing("\\{", with: "{")
                .replacing("{{}", with: "{").replacing("\\}", with: "}").split(separator: "\n").filter {
                    Int($0) == nil
                }
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

        @Test("A caption of a step begins with a frame, and lasts as long as it says")
        func frames() async throws {
            let steps = try folder.write("cap.yaml", "- {caption: A., for: 1s}\n- {at: 2s, caption: B., for: 1s}\n")
            let page = try folder.write("page.html", TestPage.endless)
            let output = folder.path("a.mkv")
            try await Pagereel.record(
                page, to: output,
                TestPage.small + ["--fps", "10", "--duration", "4s", "--start-on", "load"]
                    + ["--do", steps, "--captions", "en"])
            let text = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", output, "-map", "0:s:0", "-f", "srt", "-"])
            let times = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
                .filter { $0.contains("-->") }.map(String.init)
            #expect(times.first == "00:00:00,000 --> 00:00:01,000")
            // The second is at a time of the page, which began before the recording.
            #expect(times.count == 2)
            #expect(times.allSatisfy { $0.contains("00 --> ") && $0.hasSuffix("00") }, "\(times)")
        }

        @Test("A page that sends more captions than are kept causes a warning, however many others there are", .full)
        func many() async throws {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        for (let i = 0; i < 101; i++) send('pause');
                        send('start');
                        after(100, () => {
                            for (let i = 0; i < 10001; i++) send({signal: 'caption', text: 'c' + i, duration: 0.1});
                        });
                        after(500, () => send('stop'));
                        """))
            let outcome = try await Pagereel.run(
                ["record", folder.path("page.html"), "-o", folder.path("a.mkv"), "--captions", "en"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("There were more warnings than 100"))
            #expect(
                outcome.standardError.contains("The page sent more than 10000 captions; the others are left out."))
        }

        /// A timeline whose page is shown twice: from its start, then from 1 s to 1.8 s, backward at double speed.
        private func compose(subtitles: String, outputs: String, expecting warning: String? = nil) async throws {
            try folder.write("page.html", page)
            let path = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 160, height: 120, fps: 25}
                video:
                - {color: black, for: 1s, then: none}
                - {page: {src: page.html, start: signal}, for: 2s}
                - {page: {src: page.html, start: signal}, in: 1s, for: 0.4s, speed: 2, reverse: true}
                \(subtitles)
                outputs: \(outputs)
                """)
            let outcome = try await Pagereel.run(["compose", path])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("sent captions, which are left out") == (warning != nil))
            if let warning { #expect(outcome.standardError.contains(warning), "\(outcome.standardError)") }
        }

        @Test("On a timeline, captions have the times at which their page is shown, also backward and faster")
        func timeline() async throws {
            try await compose(
                subtitles: "subtitles: [{captions: de, title: Untertitel}, {captions: de, burn: true}]",
                outputs: "[{file: a.mkv}, {file: a.srt, language: de}, {file: part.vtt, from: 1.8s, for: 0.4s}]")
            // The page's captions are at 0.5 s, in the frame from 0.48 s on, and at 1 s, each for a second. It stops at 2 s
            // and stays as it is.
            let expected = """
                1
                00:00:01,480 --> 00:00:02,480
                Grüße & {alle}
                2 < 3

                2
                00:00:02,000 --> 00:00:03,000
                Bis zum Ende

                3
                00:00:03,000 --> 00:00:03,400
                Bis zum Ende

                4
                00:00:03,160 --> 00:00:03,400
                Grüße & {alle}
                2 < 3


                """
            #expect(try String(contentsOfFile: folder.path("a.srt"), encoding: .utf8) == expected)
            let part = try String(contentsOfFile: folder.path("part.vtt"), encoding: .utf8)
            #expect(part.contains("00:00:00.000 --> 00:00:00.400\nGrüße &amp; {alle}"), "\(part)")
            #expect(part.contains("00:00:00.200 --> 00:00:00.400\nBis zum Ende"), "\(part)")
            let track = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path("a.mkv"), "-map", "0:s:0", "-f", "srt", "-"])
            #expect(String(decoding: track, as: UTF8.self).replacing("\r\n", with: "\n") == expected)
            // The texts are also on the picture, in white.
            for (time, isShown) in [("1.2", false), ("1.8", true), ("3.3", true)] {
                let pixels = try await Tool.run(
                    "ffmpeg",
                    ["-v", "error", "-ss", time, "-i", folder.path("a.mkv"), "-frames:v", "1"]
                        + ["-vf", "crop=160:40:0:80,format=gray", "-f", "rawvideo", "-"])
                #expect(pixels.contains { $0 > 220 } == isShown, "\(time) s")
            }
        }

        @Test("A timeline that leaves captions out says so", .full)
        func timelineWithout() async throws {
            try await compose(
                subtitles: "", outputs: "[{file: a.mkv}]", expecting: "Write 'subtitles: [{captions: en}]'")
            let streams = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "s", "-of", "csv=p=0", folder.path("a.mkv")]
                    + ["-show_entries", "stream=codec_name"])
            #expect(streams.isEmpty)
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
