import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel schema`: its judgment of files is the program's, and the program's outputs are valid.
    @Suite("Schemas of files and outputs")
    struct Schemas {
        /// A kind of file, with examples.
        struct Kind: CustomTestStringConvertible, Sendable {
            let name: String
            /// The command that reads a file; `FILE` stands for it.
            let command: [String]
            /// The exit statuses for valid files.
            let accepted: Set<Int32>
            /// The exit status for invalid ones.
            let refused: Int32
            /// The page of the documentation whose examples are valid too.
            var page: String?
            let valid: [String]
            let invalid: [String]

            var testDescription: String { name }
        }

        static let kinds = [
            Kind(
                name: "configuration", command: ["profiles", "--config", "FILE"], accepted: [0], refused: 78,
                page: "docs/configuration.md",
                valid: [
                    "defaults:\nprofiles:", "$schema: configuration.schema.json\ndefaults: {fps: 30000/1001}",
                    "defaults: {fps: '29.97', max-duration: none, dark: true, duration: 1m30s, seed: 7}",
                    "profiles: {a: , b: {size: 100x20, header: [a, b], date: 2026-01-01T00:00:00Z}, 4: {header: a}}",
                    "{\"defaults\": {\"rendering\": \"painted\", \"scale\": 1.5}}",
                ],
                invalid: [
                    "default: {}", "defaults: {fbs: 30}", "defaults: {fps: fast}", "defaults: {fps: true}",
                    "defaults: {fps: [30]}", "defaults: {dark: 3}", "defaults: {duration: 1 s}",
                    "defaults: {rendering: fast}", "defaults: {size: 1280}", "defaults: {size: }", "defaults: [1]",
                    "profiles: {'': {fps: 3}}", "profiles: {a: {output: b.mp4}}", "- 1", "defaults: {$schema: a}",
                ]),
            Kind(
                // The pages do not exist, so that the checks of valid files fail at once.
                name: "cases", command: ["check", "FILE"], accepted: [0, 1], refused: 65, page: "docs/check.md",
                valid: [
                    "pages: [{page: no.html}]", "$schema: a\npages: [{page: no.html, expect: [start, ]}]",
                    "defaults: {size: 320x180}\npages: [{page: no.html, name: 3, fps: 29.97, do: [{click: a}]}]",
                    "pages: [{cases: [{page: no.html, expect: start < 2s}, {page: no.html, do: {steps: []}}]}]",
                ],
                invalid: [
                    "page: no.html", "pages: []", "pages: [{name: a}]", "pages: [{}]",
                    "default: {}\npages: [{page: a}]",
                    "pages: [{page: no.html, expects: start}]", "pages: [{page: no.html, fps: fast}]",
                    "pages: [{page: no.html, expect: start, cases: [{name: a}]}]", "pages: [{cases: [{name: a}]}]",
                    "pages: [{page: no.html, cases: [{cases: []}]}]", "pages: [{page: no.html, do: [{clik: a}]}]",
                    "pages: [{page: [no.html]}]", "defaults: {dark: 1}\npages: [{page: no.html}]",
                ]),
            Kind(
                name: "manifest",
                command: ["batch", "FILE", "--dry-run", "--page", "page.html?id={id}", "-o", "{id}.mp4"],
                accepted: [0], refused: 65,
                valid: [
                    "{id: 1, fps: 30}",
                    "- {id: 1, dark: yes, fps: '', data: [1, {a: b}]}\n- {id: 2, dark: 0, fps: 25, data: }",
                    "- {\"id\": 1, \"size\": \"320x180\", \"duration\": 2.5}",
                ],
                invalid: [
                    "- {id: 1, dark: maybe}", "- {id: 1, fps: fast}", "- 3", "- {id: 1, rendering: fast}",
                    "- {id: 1, duration: -1s}",
                ]),
        ]

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            _ = try folder.write("page.html")
        }

        @Test("The schema of a file says of each example what the program says", arguments: kinds)
        func agreement(kind: Kind) async throws {
            let documented = try kind.page.map { page in
                let text = try String(contentsOf: Fixture.repository.appendingPathComponent(page), encoding: .utf8)
                return text.matches(of: #/```yaml\n(.*?)```/#.dotMatchesNewlines()).map { String($0.output.1) }
            }
            #expect(documented?.isEmpty != true)
            let cases = (kind.valid + (documented ?? [])).map { ($0, true) } + kind.invalid.map { ($0, false) }
            let files = try cases.enumerated().map { try folder.write("\($0.offset).yaml", $0.element.0) }
            let mistakes = try await SchemaValidator.mistakes(in: files, kind: kind.name)
            for (((text, isValid), file), mistakes) in zip(zip(cases, files), mistakes) {
                #expect(mistakes.isEmpty == isValid, "\(text): \(mistakes)")
                let outcome = try await Pagereel.run(kind.command.map { $0 == "FILE" ? file : $0 }, folder: folder)
                #expect(
                    isValid ? kind.accepted.contains(outcome.exitCode) : outcome.exitCode == kind.refused,
                    "\(text): \(outcome.exitCode), \(outcome.standardError)")
            }
        }

        @Test("The summary of a recording is valid, after success and after failure")
        func summary() async throws {
            let page = try folder.write("timed.html", TestPage.timed(300))
            let commands = [
                ["timed.html", "-o", "a.mp4", "--audio", Fixture.audio("loop.ogg"), "--poster", "a.png"],
                ["timed.html", "-o", "a.wav", "--audio", Fixture.audio("loop.ogg")], ["timed.html", "-o", "a.gif"],
                ["missing.html", "-o", "b.mp4"],
            ]
            #expect(FileManager.default.fileExists(atPath: page))
            var files: [String] = []
            for (number, command) in commands.enumerated() {
                let outcome = try await Pagereel.run(
                    ["record", "--json", "--expect", "start < 10s"] + command + TestPage.small, folder: folder)
                #expect(outcome.exitCode == (number < 3 ? 0 : 66), "\(command): \(outcome.standardError)")
                files.append(try folder.write("\(number).json", outcome.standardOutput))
            }
            let first = try String(contentsOfFile: files[0], encoding: .utf8)
            for wrong in [("\"frames\":", "\"frame\":"), ("\"padded\":false", "\"padded\":null")] {
                #expect(first.contains(wrong.0))
                files.append(try folder.write("wrong\(files.count).json", first.replacing(wrong.0, with: wrong.1)))
            }
            let mistakes = try await SchemaValidator.mistakes(in: files, kind: "summary")
            #expect(mistakes.map(\.isEmpty) == [true, true, true, true, false, false], "\(mistakes)")
        }

        @Test("The report of a check is valid, with everything that it can have")
        func check() async throws {
            let page = try folder.write(
                "signals.html",
                TestPage.html(
                    body: "<a id=next href='pagereel://mark/next'>Next</a>",
                    script: "console.log('a'); send('start'); after(1000, () => send('stop')); throw Error('b');"))
            _ = try folder.write(
                "do.yaml", "- {at: 0.2s, click: '#next'}\n- {at: 0.4s, click: '#none', timeout: 100ms}")
            let outcome = try await Pagereel.run(
                [
                    "check", page, "--format", "json", "--do", "do.yaml", "--expect", "start, sound",
                    "--failures", "failures",
                ] + TestPage.small, folder: folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("\"navigation\":\"link\""), "\(outcome.standardOutput)")
            let report = try folder.write("report.json", outcome.standardOutput)
            #expect(try await SchemaValidator.mistakes(in: [report], kind: "check") == [[]])
            let wrong = try folder.write(
                "wrong.json", outcome.standardOutput.replacing("\"passed\":false", with: "\"pased\":false"))
            #expect(try await SchemaValidator.mistakes(in: [wrong], kind: "check") != [[]])
        }

        @Test("The report of doctor is valid")
        func doctor() async throws {
            let outcome = try await Pagereel.run(["doctor", "--json"])
            let report = try folder.write("report.json", outcome.standardOutput)
            #expect(try await SchemaValidator.mistakes(in: [report], kind: "doctor") == [[]])
        }
    }
}
