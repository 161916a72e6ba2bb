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
            let path = try folder.write(
                "timeline.yaml", "canvas: {width: 64, height: 48}\nvideo: [{title: \(title), for: 1s}]")
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

        @Test("Rendering warns once for all outputs")
        func rendering() async throws {
            let options = ["-o", folder.path("a.png"), "-o", folder.path("b.gif"), "--at", "0s"]
            #expect(try await warnings("{text: A, font: No Such}", options).count == 1)
        }
    }
}
