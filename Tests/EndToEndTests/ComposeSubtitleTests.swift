import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Subtitles of timelines, read back by ffprobe and ffmpeg.
    @Suite("Subtitles of timelines")
    struct ComposeSubtitles {
        private static let german = """
            1
            00:00:00,500 --> 00:00:01,000
            Grüße <i>an</i> dich & {alle}
            zweite Zeile

            2
            00:00:01,001 --> 00:00:01,800
            Danach

            3
            00:00:01,900 --> 00:00:09,000
            Bis zum Ende

            4
            00:01:00,000 --> 00:01:01,000
            Zu spät


            """
        private static let english = "WEBVTT\n\n00:00.500 --> 00:01.500\nHello &lt;you&gt; <b>there</b>\n"
        private static let styled = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: 160
            PlayResY: 120

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
            Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, \
            MarginR, MarginV, Encoding
            Style: Top,DejaVu Sans,24,&H0000FFFF,&H000000FF,&H00000000,&H00000000,-1,0,0,0,100,100,0,0,1,2,0,8,9,9,9,1

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:00.40,0:00:01.40,Top,,0,0,0,,{\\move(40,20,120,90)}Wo, {\\i1}so{\\i0}

            """

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("de.srt", Self.german)
            try folder.write("en.vtt", Self.english)
            try folder.write("st.ass", Self.styled)
        }

        private func compose(
            _ subtitles: String, _ outputs: [String], options: [String] = [], expecting exitCode: Int32 = 0,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> Pagereel.Outcome {
            let path = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 160, height: 120, fps: 25}
                video: [{color: "#336699", for: 2s}]
                subtitles: \(subtitles)
                outputs: [\(outputs.joined(separator: ", "))]
                """)
            let outcome = try await Pagereel.run(["compose", path] + options)
            #expect(outcome.exitCode == exitCode, "\(outcome.standardError)", sourceLocation: sourceLocation)
            return outcome
        }

        /// A track as ffmpeg extracts it.
        private func extracted(_ name: String, _ track: Int) async throws -> String {
            let data = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", folder.path(name), "-map", "0:s:\(track)", "-f", "srt", "-"])
            return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
        }

        private func languages(_ name: String) async throws -> [String] {
            let data = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", "s", "-of", "csv=p=0", folder.path(name)]
                    + ["-show_entries", "stream=codec_name:stream_tags=language,title,handler_name"])
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        @Test(
            "Tracks have the texts, times and languages of their files",
            arguments: [("a.mp4", "mov_text"), ("a.mov", "mov_text"), ("a.mkv", "subrip"), ("a.webm", "webvtt")])
        func tracks(name: String, codec: String) async throws {
            let outcome = try await compose(
                "[{src: de.srt, language: de, title: Deutsch}, {src: en.vtt, language: en-GB, at: 200ms}]",
                ["{file: \(name)}"])
            #expect(
                outcome.standardError.contains(
                    "line 3: The subtitles de.srt are longer than the timeline: 1 text is left out."))
            let (german, english) = (name == "a.mov" ? "ger" : name == "a.mkv" ? "ger" : "deu", "eng")
            let found = try await languages(name)
            #expect(found.count == 2 && found[0].hasPrefix("\(codec),") && found[0].contains("Deutsch"), "\(found)")
            #expect([german, "deu"].contains { found[0].contains($0) } && found[1].contains(english), "\(found)")
            let text = try await extracted(name, 0)
            let expected = """
                1
                00:00:00,500 --> 00:00:01,000
                Grüße <i>an</i> dich & {alle}
                zweite Zeile

                2
                00:00:01,001 --> 00:00:01,800
                Danach

                3
                00:00:01,900 --> 00:00:02,000
                Bis zum Ende


                """
            // ffmpeg's decoder of WebVTT escapes braces, and its encoder of SubRip does not undo that.
            let plain = text.replacing("\\{alle\\}", with: "{alle}").replacing("\\{{}alle}", with: "{alle}")
            #expect(plain == expected)
            let second = try await extracted(name, 1)
            #expect(second.contains("00:00:00,700 --> 00:00:01,700\nHello "), "\(second)")
            #expect(second.contains("<b>there</b>"))
            // SubRip cannot escape a bracket, and ffmpeg takes what is in it for an instruction.
            if name != "a.mkv" { #expect(second.contains("<you>") || name == "a.webm", "\(second)") }
        }

        @Test("Texts that overlap become lines of one in MP4, which cannot have both")
        func overlaps() async throws {
            try folder.write(
                "two.srt", "1\n00:00:00,200 --> 00:00:01,000\nOne\n\n2\n00:00:00,600 --> 00:00:01,400\nTwo\n")
            _ = try await compose("[{src: two.srt}]", ["{file: a.mp4}", "{file: part.mkv, from: 0.4s, for: 0.4s}"])
            #expect(
                try await extracted("a.mp4", 0).split(separator: "\n").filter { !$0.isEmpty && Int($0) == nil } == [
                    "00:00:00,200 --> 00:00:00,600", "One", "00:00:00,600 --> 00:00:01,000", "One", "Two",
                    "00:00:01,000 --> 00:00:01,400", "Two",
                ])
            // A part of the timeline has its part of the texts.
            #expect(
                try await extracted("part.mkv", 0).split(separator: "\n").filter { !$0.isEmpty && Int($0) == nil } == [
                    "00:00:00,000 --> 00:00:00,400", "One", "00:00:00,200 --> 00:00:00,400", "Two",
                ])
        }

        @Test("Braces and backslashes are text in every format that is read and written")
        func braces() async throws {
            let text = "A {alle} b\\c <i>x</i>"
            try folder.write("q.srt", "1\n00:00:00,500 --> 00:00:01,000\n\(text)\n")
            let names = ["q.vtt", "q.ass", "q.mp4", "q.mov", "q.mkv", "q.webm"]
            _ = try await compose("[{src: q.srt}]", names.map { "{file: \($0)}" })
            for name in names {
                _ = try await compose("[{src: \(name)}]", ["{file: r.srt}"], options: ["--overwrite"])
                let read = try String(contentsOfFile: folder.path("r.srt"), encoding: .utf8)
                // FFmpeg marks a backslash in WebVTT by an invisible character.
                let line = read.replacing("\u{2060}", with: "").split(separator: "\n")[2]
                #expect(line == text, "\(name): \(read)")
            }
        }

        @Test("Scripts can have other fields, in another order, and what cannot be read is refused")
        func fields() async throws {
            func script(_ format: String, _ dialogue: String) throws {
                let events = "[Events]\nFormat: \(format)\nDialogue: \(dialogue)\n"
                try folder.write("fields.ass", "[Script Info]\nScriptType: v4.00+\n\n\(events)")
            }
            try script("Layer, Start, End, Effect, Style, Text", "3,0:00:00.40,0:00:01.40,,Top,{\\i1}Wo{\\i0}, so")
            _ = try await compose("[{src: fields.ass}]", ["{file: a.mkv}", "{file: a.ass}"])
            #expect(try await extracted("a.mkv", 0).contains("00:00:00,400 --> 00:00:01,400\n<i>Wo</i>, so\n"))
            let text = try String(contentsOfFile: folder.path("a.ass"), encoding: .utf8)
            #expect(text.contains("Dialogue: 3,0:00:00.40,0:00:01.40,Top,,0,0,0,,{\\i1}Wo{\\i0}, so\n"), "\(text)")
            try script("Start, End, Style, Text", "0:00:00.40,0:00:01.40,Top,Wo")
            let refused = try await compose("[{src: fields.ass}]", ["{file: b.mkv}"], expecting: 65)
            #expect(refused.standardError.contains("its events' format does not begin with Layer, Start and End"))
            try folder.write("empty.vtt", "WEBVTT\n\n")
            let empty = try await compose("[{src: empty.vtt}]", ["{file: c.mkv}"])
            #expect(empty.standardError.contains("line 3: The subtitles empty.vtt have no texts."))
        }

        @Test("--explain lists the texts, their times and how they are shown")
        func explained() async throws {
            let subtitles = "[{src: de.srt, language: de, title: D}, {src: en.vtt, at: 0.2s, burn: true}]"
            let table = try await compose(subtitles, ["{file: a.mkv}"], options: ["--explain"])
            let rows = table.standardOutput.split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(rows.contains("subtitles language texts times shown"), "\(rows)")
            #expect(rows.contains("de.srt deu 3 0.500 s..2.000 s as a track"), "\(rows)")
            #expect(rows.contains("en.vtt - 1 0.700 s..1.700 s on the picture"), "\(rows)")
            let json = try await compose(subtitles, ["{file: a.mkv}"], options: ["--explain", "--json"])
            let plan = try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8)) as? [String: Any]
            let items = try #require(plan?["subtitles"] as? [[String: Any]])
            #expect(items.map { $0["name"] as? String } == ["de.srt", "en.vtt"])
            #expect(items.map { $0["texts"] as? Int } == [3, 1] && items.map { $0["title"] as? String } == ["D", ""])
            #expect(items.map { $0["start"] as? Double } == [0.5, 0.7])
            #expect(items.map { $0["end"] as? Double } == [2, 1.7])
            #expect(items.map { $0["burned"] as? Bool } == [false, true])
        }

        @Test("Side files hold the texts in their formats")
        func sideFiles() async throws {
            _ = try await compose(
                "[{src: de.srt, language: de}, {src: en.vtt, language: en}, {src: st.ass, language: fr}]",
                ["{file: a.vtt, language: de}", "{file: b.srt, language: en}", "{file: c.ass, language: fr}"])
            let vtt = try #require(String(bytes: folder.read("a.vtt"), encoding: .utf8))
            #expect(
                vtt.hasPrefix(
                    "WEBVTT\n\n00:00:00.500 --> 00:00:01.000\nGrüße <i>an</i> dich &amp; {alle}\nzweite Zeile\n\n"))
            let srt = try #require(String(bytes: folder.read("b.srt"), encoding: .utf8))
            #expect(srt == "1\n00:00:00,500 --> 00:00:01,500\nHello <you> <b>there</b>\n\n")
            let ass = try #require(String(bytes: folder.read("c.ass"), encoding: .utf8))
            #expect(ass.contains("Style: Top,DejaVu Sans,24"))
            #expect(ass.contains("0:00:00.40,0:00:01.40,Top,,0,0,0,,{\\move(40,20,120,90)}Wo, {\\i1}so{\\i0}"))
            let outcome = try await compose(
                "[{src: de.srt, language: de}]", ["{file: x.srt, language: en}"], expecting: 64)
            #expect(outcome.standardError.contains("The timeline has no subtitles in the language eng"))
            _ = try await compose("[{src: de.srt, language: de}]", ["{file: d.srt}"], options: ["--frames", "20..24"])
            let part = try #require(String(bytes: folder.read("d.srt"), encoding: .utf8))
            #expect(part.hasPrefix("1\n00:00:00,000 --> 00:00:00,200\nGr"), "\(part)")
        }

        @Test("Burned-in ASS is what ffmpeg draws, moving texts included")
        func burned() async throws {
            _ = try await compose("[{src: st.ass, burn: true}]", ["{file: 'p%02d.png'}"])
            let witness = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-f", "lavfi", "-i", "color=0x336699:s=160x120:r=25:d=2,format=bgr0", "-vf"]
                    + ["ass=\(folder.path("st.ass")),format=rgb24", "-f", "rawvideo", "-"])
            let ours = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-framerate", "25", "-i", folder.path("p%02d.png"), "-pix_fmt", "rgb24"]
                    + ["-f", "rawvideo", "-"])
            try #require(witness.count == 50 * 160 * 120 * 3 && ours.count == witness.count)
            let worst = zip(ours, witness).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst <= 2)
        }

        @Test("Burned-in SRT is on exactly the frames of its times")
        func frames() async throws {
            _ = try await compose("[{src: de.srt, burn: {size: 10%, position: top}}]", ["{file: 'p%02d.png'}"])
            let pixels = try await Tool.run(
                "ffmpeg",
                ["-v", "error", "-framerate", "25", "-i", folder.path("p%02d.png"), "-pix_fmt", "gray"]
                    + ["-f", "rawvideo", "-"])
            let size = 160 * 120
            let shown = (0..<50).filter { frame in
                let picture = pixels[frame * size..<(frame + 1) * size]
                return picture.contains { $0 != picture[frame * size] }
            }
            // 0.5 s to 1 s, 1.001 s to 1.8 s and from 1.9 s on, at 25 fps; frame 25 is at 1 s.
            #expect(shown == Array(13...24) + Array(26...44) + Array(48...49))
            // The upper half only.
            #expect(pixels[20 * size + size / 2..<21 * size].allSatisfy { $0 == pixels[0] })
        }

        @Test("Files that are not subtitles, or not UTF-8, are errors with their line")
        func mistakes() async throws {
            try folder.write(
                "latin.srt", Data("1\n00:00:00,000 --> 00:00:01,000\n".utf8) + Data([0x47, 0xfc, 0x0a]))
            try folder.write("text.srt", "nothing")
            for name in ["latin.srt", "text.srt"] {
                let outcome = try await compose("[{src: \(name)}]", ["{file: a.mp4}"], expecting: 65)
                let place = "timeline.yaml, line 3, column 14: "
                #expect(outcome.standardError.contains(place), "\(outcome.standardError)")
            }
            // libavformat shows, leaves out or ends at what it cannot read, each without an error.
            let damaged = [
                ("a.srt", "1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:01,000 -> 00:00:02,000\nTwo\n", 6),
                ("b.srt", "1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:0l,000 --> 00:00:02,000\nTwo\n", 6),
                ("c.srt", "1\n00:00:01,000 --> 00:00:00,500\nOne\n", 2),
                ("a.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nOne\n\n00:01,000 --> 00:02,000\nTwo\n", 6),
                ("b.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nOne\n\n00:01.000 – 00:02.000\nTwo\n", 6),
                ("a.ass", Self.styled + "Dialogue: 0,0:00:01.4,0:00:01.50,Top,,0,0,0,,Two\n", 13),
            ]
            for (name, text, line) in damaged {
                try folder.write(name, text)
                let outcome = try await compose("[{src: \(name)}]", ["{file: a.mp4}"], expecting: 65)
                let reason = "'\(folder.path(name))' cannot be read as subtitles: line \(line) has "
                #expect(outcome.standardError.contains(reason), "\(outcome.standardError)")
            }
            // What only resembles a line of times is text.
            try folder.write(
                "arrows.srt", "1\n00:00:00,000 --> 00:00:01,000\nHome --> work\nFrom 9:00 --> later, 8:30 - 9:15\n")
            try folder.write(
                "notes.vtt", "WEBVTT\n\nNOTE 00:01.000 - 00:02.000\n\n00:00.000 --> 00:01.000 align:left\nOne\n")
            _ = try await compose("[{src: arrows.srt}, {src: notes.vtt}]", ["{file: b.mkv}"])
            let outcome = try await compose("[{src: de.srt, language: German}]", ["{file: a.mp4}"], expecting: 65)
            #expect(outcome.standardError.contains("language must be a language like de, eng or pt-BR"))
        }
    }
}
