import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

/// The commands of docs/agents.md.
@Suite("Commands for programs")
struct AgentCommandTests {
    private static let commands: [String] = {
        let page = Fixture.repository.appending(path: "docs/agents.md")
        // The test below expects them.
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.matches(of: #/\n\| [^|`]+ \| `pagereel ([^`]+)`/#).map { String($0.output.1) }
    }()

    @Test("There are ten")
    func count() { #expect(Self.commands.count == 10) }

    @Test("Each can be parsed, and asks for JSON unless it prints nothing else", arguments: commands)
    func parsing(command: String) throws {
        let words = command.matches(of: #/'([^']*)'|([^ ']+)/#).map { String($0.output.1 ?? $0.output.2 ?? "") }
        let parsed = try Pagereel.parseAsRoot(words)
        #expect(parsed is SchemaCommand || words.contains("--json") || words.contains("json"))
        #expect(throws: (any Error).self) { try Pagereel.parseAsRoot(words + ["--jsno"]) }
    }

    @Test("llms.txt links to pages that exist")
    func links() throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: "llms.txt"), encoding: .utf8)
        let links = text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.output.1) }
        #expect(links.count > 10)
        for link in links {
            let path = Fixture.repository.appending(path: link).path
            #expect(FileManager.default.fileExists(atPath: path), "\(link)")
        }
    }
}
