import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Text that pages and files choose, on the terminal, in reports and in videos.
    @Suite("Text of pages and files")
    struct ForeignTexts {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Expects that a text cannot control a terminal or reorder what is around it.
        private func expectClean(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
            let unsafe = text.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 10: false
                case 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
                default: scalar.properties.generalCategory == .control
                }
            }
            #expect(unsafe.isEmpty, "\(unsafe.map(\.value))", sourceLocation: sourceLocation)
        }

        /// ESC, BEL, an override of the direction, and a separator of lines.
        private static let evil = "\\x1b[31mA\\x07\\u202eB\\u2028C"

        @Test("A title, marks and console lines are cleaned in reports and in the video", .full)
        func page() async throws {
            try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        document.title = '\(Self.evil)';
                        console.log('\(Self.evil)');
                        send('\(Self.evil)');
                        send('start');
                        send({signal: 'mark', name: '\\u0301'.repeat(499)});
                        send({signal: 'mark', name: 'x' + '\\u0301'.repeat(499)});
                        send({signal: 'mark', name: '\(Self.evil)'});
                        after(200, () => send('stop'));
                        """))
            let outcome = try await Pagereel.run(
                ["record", "page.html", "-o", "a.mp4", "--json", "--verbose", "--log", "log.jsonl"] + TestPage.small,
                folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            // Of WebKit's own lines, which --verbose passes on, none is the page's.
            let said = outcome.standardError.split(separator: "\n").filter { $0.hasPrefix("page") }
            #expect(said.contains { $0.contains("[31mA  B C") }, "\(said)")
            expectClean(said.joined(separator: "\n"))
            expectClean(outcome.standardOutput)
            expectClean(String(decoding: try folder.read("log.jsonl"), as: UTF8.self))

            let marks = String(repeating: "\u{301}", count: 8)
            let names = ["\u{25cc}\(marks)", "x\(marks)", " [31mA  B C"]
            #expect(try outcome.summary.title == " [31mA  B C")
            let movie = try await Probe.read(folder.path("a.mp4"))
            #expect(movie.format.tags?["title"] == " [31mA  B C", "\(movie.format.tags ?? [:])")
            #expect(movie.chapters.map(\.title) == names, "\(movie.chapters.map(\.title))")
        }

        @Test("What a foreign file says of itself is cleaned, and so is its name")
        func file() async throws {
            let evil = "\u{1b}[31mA\u{7}\u{202e}B\u{2028}C"
            let name = "a\u{1b}\u{202e}b.mkv"
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=s=64x64:d=0.2", "-metadata", "title=\(evil)",
                    "-metadata", "comment=https://h/\(evil)", folder.path(name),
                ])
            for words in [["show", "./\(name)"], ["list", "--library", "."], ["show", "./missing\(evil).mp4"]] {
                let outcome = try await Pagereel.run(words, folder: folder)
                expectClean(outcome.standardOutput + outcome.standardError)
            }
            let json = try await Pagereel.run(["show", "./\(name)", "--json"], folder: folder)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8)) as? [String: Any])
            #expect(object["title"] as? String == " [31mA  B C" && object["name"] as? String == name, "\(object)")
        }
    }
}
