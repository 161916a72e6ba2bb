import Foundation
import TestSupport
import Testing

@testable import CLI

/// The action for GitHub (action.yml), as text; `make ci-test` runs it.
@Suite("Action for GitHub")
struct ActionTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: Fixture.repository.appending(path: path), encoding: .utf8)
    }

    /// The names below a key of the file's top level.
    private func names(below key: String) throws -> [String] {
        let section = try #require(text("action.yml").firstMatch(of: try Regex("\n\(key):\n((  .*\n|\n)+)")))
        let lines = try #require(section.output[1].substring)
        return lines.matches(of: #/(?m)^  ([a-z0-9-]+):$/#).map { String($0.output.1) }
    }

    @Test("docs/ci.md lists the inputs in order, and names the outputs")
    func inputs() throws {
        let page = try text("docs/ci.md")
        let rows = page.matches(of: #/\n\| `([a-z0-9-]+)` \|/#).map { String($0.output.1) }
        #expect(try rows.count > 5 && rows == names(below: "inputs"))
        let outputs = try names(below: "outputs")
        #expect(outputs.count > 3)
        for output in outputs { #expect(page.contains("`\(output)`"), "docs/ci.md does not name the output \(output)") }
    }

    @Test("The action installs the version that it belongs to, and the examples use it")
    func version() throws {
        #expect(try text("action.yml").contains("    default: \(Program.version)\n"))
        let page = try text("docs/ci.md")
        #expect(page.contains("uses: OWNER/pagereel@\(Program.version)\n"))
        let named = page.matches(of: #/[@:\/_]v?(\d+\.\d+\.\d+)/#).map { String($0.output.1) }
        #expect(Set(named) == [Program.version])
    }

    @Test("No script contains an expression, which would make code of an input")
    func scripts() throws {
        let lines = try text("action.yml").split(separator: "\n").filter { $0.contains(#/^ +run:/#) }
        #expect(lines.count == 3)
        for line in lines { #expect(line.contains(#/run: '"\$GITHUB_ACTION_PATH/\.github/action/[a-z]+\.sh"'$/#)) }
    }
}
