import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel schema timeline`, as a library for JSON Schema understands it.
    @Suite("The schema of timelines")
    struct TimelineSchema {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test("It accepts what pagereel reads and the examples of the documentation, and refuses the rest")
        func agreement() async throws {
            let documented = try TimelineExamples.documented()
            #expect(documented.count >= 40)
            // DocumentationTests of TimelineTests has what the reader says of them.
            let valid = TimelineExamples.valid + documented
            let cases = valid.map { ($0, true) } + TimelineExamples.invalid.map { ($0, false) }
            let names = try cases.enumerated().map { try folder.write("\($0.offset).yaml", $0.element.0) }
            let mistakes = try await SchemaValidator.mistakes(in: names, kind: "timeline")
            for ((text, isValid), mistakes) in zip(cases, mistakes) {
                #expect(mistakes.isEmpty == isValid, "\(text): \(mistakes)")
            }
        }

        @Test("Steps and options of pages are checked, and the program says the same")
        func pages() async throws {
            _ = try folder.write("page.html", TestPage.timed(300))
            let pages: [(String, Bool)] = [
                ("{src: page.html, do: [{wait: 1s}]}", true),
                (
                    "{src: page.html, do: {pointer: true, steps: [{click: a}]}, options: {dark: true, header: [a: b]}}",
                    false
                ),
                (
                    "{src: page.html, do: {pointer: true, steps: [{click: a}]}, options: {dark: true, header: ['a: b']}}",
                    true
                ),
                ("{src: page.html, do: [{clik: a}]}", false), ("{src: page.html, options: {drak: true}}", false),
                ("{src: page.html, options: {size: 640x360}}", false), ("{src: page.html, seed: [1]}", false),
                ("{src: page.html, options: {dark: maybe}}", false), ("{src: page.html, options: [dark]}", false),
            ]
            let files = try pages.enumerated().map { number, page in
                try folder.write("\(number).yaml", "$schema: a\nvideo: [{page: \(page.0), for: 1s}]")
            }
            let mistakes = try await SchemaValidator.mistakes(in: files, kind: "timeline")
            for (((page, isValid), file), mistakes) in zip(zip(pages, files), mistakes) {
                #expect(mistakes.isEmpty == isValid, "\(page): \(mistakes)")
                let outcome = try await Pagereel.run(["compose", file, "--explain"], folder: folder)
                #expect(outcome.exitCode == (isValid ? 0 : 65), "\(page): \(outcome.standardError)")
            }
        }
    }
}
