import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What `pagereel compose` says about fonts that are missing.
    @Suite("Fonts of titles")
    struct ComposeFonts {
        private let folder: TemporaryFolder

        /// Makes DejaVu the only fonts.
        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                "fonts.conf",
                """
                <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
                <dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>\(folder.path("cache"))</cachedir>
                <include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>
                """)
        }

        private func warnings(_ title: String, _ options: [String] = ["--explain"]) async throws -> [String] {
            try await warnings(
                timeline: "canvas: {width: 64, height: 48}\nvideo: [{title: \(title), for: 1s}]", options)
        }

        private func warnings(timeline: String, _ options: [String]) async throws -> [String] {
            let path = try folder.write("timeline.yaml", timeline)
            let environment = Pagereel.bareEnvironment.merging(["FONTCONFIG_FILE": folder.path("fonts.conf")]) { $1 }
            let outcome = try await Pagereel.run(["compose", path] + options, environment: environment)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            return outcome.standardError.split(separator: "\n").map(String.init).filter { $0.contains("warning") }
        }

        @Test(
            "A font that is not installed is named, and so is the one that takes its place",
            arguments: [
                ("{text: A, font: No Such Bold}", "'No Such' of the title 'A' is not installed: 'DejaVu Sans Bold'"),
                ("{text: A, font: 'Nope, Neither'}", "'Nope,Neither' of the title 'A' is not installed: 'DejaVu Sans'"),
                ("{text: A, font: Sans Bolt}", "'Sans Bolt'"),
                (
                    "{text: A, font: DejaVu Serif Light}",
                    "'DejaVu Serif Light' of the title 'A' is not installed in that style: 'DejaVu Serif'"
                ),
                ("{text: \"\u{65e5}\\U0001F389\"}", "U+65E5"),
                ("{text: \"\u{65e5}\\U0001F389\"}", "fonts-noto-cjk and fonts-noto-color-emoji"),
                ("\u{928}", "'\u{928}' (U+0928) of the title '\u{928}' (Devanagari)"),
            ])
        func missing(title: String, warning: String) async throws {
            let found = try await warnings(title)
            #expect(found.count == 1 && found[0].contains(warning), "\(found)")
            #expect(found[0].contains("timeline.yaml, line 2"))
        }

        @Test("Generic names, lists with an installed font and names in other cases cause no warning")
        func installed() async throws {
            for font in [
                "sans", "Sans-Serif Bold", "serif Italic", "monospace", "system-ui", "'No Such, DejaVu Serif'",
                "dejavu sans mono Oblique",
            ] {
                #expect(try await warnings("{text: Grüße, font: \(font)}") == [], "\(font)")
            }
            #expect(try await warnings("Grüße") == [])
        }

        @Test("Subtitles on the picture are checked too, and scripts with the fonts of their styles and instructions")
        func subtitles() async throws {
            let (format, rest) = ("Format: Name, Fontname, Fontsize", "40")
            try folder.write(
                "a.ass",
                """
                [Script Info]
                ScriptType: v4.00+

                [V4+ Styles]
                \(format)
                Style: One,No Such,\(rest)
                Style: Two,DejaVu Serif,\(rest)
                Style: Three,Not Used,\(rest)

                [Events]
                Format: Layer, Start, End, Style, Text
                Dialogue: 0,0:00:00.00,0:00:01.00,One,A
                Dialogue: 0,0:00:00.00,0:00:01.00,Two,B {\\fnNeither\\i1}C{\\fn} D\u{65e5}

                """)
            try folder.write("b.srt", "1\n00:00:00,000 --> 00:00:01,000\nGrüße <i>an</i>\n")
            try folder.write("c.srt", "1\n00:00:00,000 --> 00:00:01,000\n\u{928}\n")
            let timeline = """
                canvas: {width: 64, height: 48}
                video: [{color: black, for: 1s}]
                subtitles:
                - {src: a.ass, burn: true}
                - {src: b.srt, burn: true}
                - {src: b.srt, burn: {font: Nowhere Bold}}
                - {src: c.srt, burn: true}
                - {src: c.srt}
                """
            let expected = [
                ("4", "'No Such' of the subtitles a.ass is not installed: 'DejaVu Sans'"),
                ("4", "No font has '\u{65e5}' (U+65E5) of the subtitles a.ass"),
                ("4", "'Neither' of the subtitles a.ass is not installed"),
                ("6", "'Nowhere Bold' of the subtitles b.srt is not installed"),
                ("7", "No font has '\u{928}' (U+0928) of the subtitles c.srt (Devanagari)"),
            ]
            for options in [["--explain"], ["-o", folder.path("a.png"), "--at", "0s"]] {
                let found = try await warnings(timeline: timeline, options)
                #expect(found.count == expected.count, "\(found)")
                for (line, text) in expected {
                    #expect(found.contains { $0.contains("line \(line): ") && $0.contains(text) }, "\(text): \(found)")
                }
            }
        }

        @Test(
            "Fonts are those that libass looks for",
            arguments: [
                // A style's name can have an asterisk, and fields spaces; another style has the usual font.
                ("*One", "B", true), ("Two", "B", false), ("Nowhere", "B", false), ("One", "{\\rTwo}B", false),
                ("Two", "B{\\rOne}C", true), ("Two", "B{\\fnDejaVu Sans\\fnNo Such}C", true),
                ("Two", "{\\fnNo Such\\fnDejaVu Sans}C", false), ("Two", "{\\fnNo Such}{\\r}C", false),
                ("Two", "{a note \\fnNo Such}C", true), ("One", "{\\p1}m 0 0 l 9 0 9 9{\\p0}", false),
                ("One", "{\\pos(1,1)}C", true), ("Two", "{\\fnDejaVu Sans Bold}C", false),
            ])
        func scripts(style: String, text: String, isMissing: Bool) async throws {
            try folder.write(
                "a.ass",
                """
                [Script Info]
                ; without [Fonts]

                [V4+ Styles]
                Format: Fontname, Name, Fontsize
                Style: No Such, One ,20
                Style: DejaVu Sans,Two,20
                Style: DejaVu Sans,Default,20

                [Events]
                Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                Dialogue: 0,0:00:00.00,0:00:01.00,\(style),,0,0,0,,\(text)

                """)
            let timeline = """
                canvas: {width: 64, height: 48}
                video: [{color: black, for: 1s}]
                subtitles: [{src: a.ass, burn: true}]
                """
            let found = try await warnings(timeline: timeline, ["--explain"])
            #expect(found.count == (isMissing ? 1 : 0), "\(found)")
            #expect(found.allSatisfy { $0.contains("'No Such' of the subtitles a.ass is not installed") }, "\(found)")
        }

        @Test(
            "A script's fonts are used, wherever they are, and not missed",
            arguments: [ScriptWithFont.withoutFont, .fontAfterEvents]
                + (LongTests.areAll ? [.fontBeforeEvents, .fontAttached, .fontWithoutCharacter] : []))
        func scriptFonts(script: ScriptWithFont) async throws {
            let fonts = "/usr/share/fonts/truetype/dejavu"
            let serif = try Data(contentsOf: URL(filePath: "\(fonts)/DejaVuSerif.ttf"))
            let character = script == .fontWithoutCharacter ? "\u{928}" : "é"
            try folder.write("plain.ass", ScriptWithFont.withoutFont.text(serif, character: character))
            try folder.write("font.ass", script.text(serif, character: character))
            if script == .fontAttached {
                _ = try await Tool.run(
                    "ffmpeg",
                    [
                        "-v", "error", "-i", folder.path("plain.ass"), "-attach", "\(fonts)/DejaVuSerif.ttf",
                        "-metadata:s:t", "mimetype=application/x-truetype-font", "-c:s", "ass", folder.path("font.mkv"),
                    ])
            }
            func picture(_ source: String, _ output: String) async throws -> (warnings: [String], picture: Data) {
                let found = try await warnings(
                    timeline: """
                        canvas: {width: 320, height: 180}
                        video: [{color: white, for: 1s}]
                        subtitles: [{src: \(source), burn: true}]
                        """, ["-o", folder.path(output), "--at", "0s"])
                return (found, try Data(contentsOf: URL(filePath: folder.path(output))))
            }
            // The witness: the same font, installed.
            let expected = try await picture("plain.ass", "installed.png")
            try FileManager.default.createDirectory(atPath: folder.path("few"), withIntermediateDirectories: false)
            try folder.write("few/DejaVuSans.ttf", Data(contentsOf: URL(filePath: "\(fonts)/DejaVuSans.ttf")))
            try folder.write(
                "fonts.conf",
                """
                <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
                <dir>\(folder.path("few"))</dir><cachedir>\(folder.path("few-cache"))</cachedir></fontconfig>
                """)
            let found = try await picture(script == .fontAttached ? "font.mkv" : "font.ass", "brought.png")
            switch script {
            case .withoutFont:
                #expect(found.picture != expected.picture)
                #expect(found.warnings.count == 1 && found.warnings[0].contains("'DejaVu Serif'"), "\(found.warnings)")
            case .fontWithoutCharacter:
                #expect(found.warnings.count == 1 && found.warnings[0].contains("U+0928"), "\(found.warnings)")
            default:
                #expect(found.picture == expected.picture)
                #expect(found.warnings.isEmpty, "\(found.warnings)")
            }
        }

        @Test("Rendering warns once for all outputs")
        func rendering() async throws {
            let options = ["-o", folder.path("a.png"), "-o", folder.path("b.gif"), "--at", "0s"]
            #expect(try await warnings("{text: A, font: No Such}", options).count == 1)
        }
    }
}

/// A script whose text needs DejaVu Serif.
enum ScriptWithFont: String, Sendable {
    case withoutFont, fontBeforeEvents, fontAfterEvents, fontAttached, fontWithoutCharacter

    /// The script.
    ///
    /// - Parameter font: The font's file.
    func text(_ font: Data, character: String) -> String {
        let head = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: 320
            PlayResY: 180

            [V4+ Styles]
            Format: Name, Fontname, Fontsize
            Style: Default,DejaVu Serif,40


            """
        let events = """
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,Agfi \(character)


            """
        let fonts = "[Fonts]\nfontname: DejaVuSerif_0.ttf\n\(Self.lines(font))\n"
        return switch self {
        case .withoutFont, .fontAttached: head + events
        case .fontBeforeEvents, .fontWithoutCharacter: head + fonts + events
        case .fontAfterEvents: head + events + fonts
        }
    }

    private static func lines(_ font: Data) -> String {
        let code = stride(from: 0, to: font.count, by: 3).flatMap { start -> [UInt8] in
            let bytes = font[start..<min(start + 3, font.count)].map(Int.init)
            let value = bytes[0] << 16 | (bytes.count > 1 ? bytes[1] << 8 : 0) | (bytes.count > 2 ? bytes[2] : 0)
            return [18, 12, 6, 0].prefix(bytes.count + 1).map { UInt8(value >> $0 & 63) + 33 }
        }
        return stride(from: 0, to: code.count, by: 80).map { start in
            String(decoding: code[start..<min(start + 80, code.count)], as: UTF8.self) + "\n"
        }.joined()
    }
}
