import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What is written about the command line is what the command line does.
    @Suite("Documentation")
    struct Documentation {
        private func document(_ name: String) throws -> String {
            try String(contentsOf: Fixture.repository.appendingPathComponent(name), encoding: .utf8)
        }

        @Test("The README names every option of the help, and no other")
        func options() async throws {
            let help = try await Pagereel.run(["record", "--help"]).standardOutput
            let option = #/--[a-z][a-z-]+/#
            // What the arguments library adds to every command.
            let own: Set = ["--version", "--help"]
            let inHelp = Set(help.matches(of: option).map { String($0.output) }).subtracting(own)
            #expect(inHelp.count > 30)
            let readme = try document("README.md")
            let table = readme.split(separator: "\n").filter { $0.hasPrefix("| `-") }.joined()
            let inReadme = Set(table.matches(of: option).map { String($0.output) })
            #expect(inHelp.subtracting(inReadme) == [], "not in the README")
            #expect(inReadme.subtracting(inHelp) == [], "not in the help")
        }

        @Test("The README's exit codes are those of the help")
        func exitCodes() async throws {
            let help = try await Pagereel.run(["record", "--help"]).standardOutput
            let readme = try document("README.md")
            for code in [0, 1, 10, 11, 12, 64, 65, 66, 69, 73, 74, 129, 130, 143] {
                #expect(readme.contains("\n| \(code) | "))
                #expect(help.contains(try Regex("\\n +\(code) +\\w")), "\(code) is not in the help")
            }
        }

        @Test("Every key of the summary is documented")
        func summaryKeys() async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--json"] + TestPage.small)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            let text = try document("docs/summary.md")
            let keys = try #require(object).keys
            #expect(keys.count > 15)
            for key in keys { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
        }
    }
}
