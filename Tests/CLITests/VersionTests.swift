import Foundation
import TestSupport
import Testing

@testable import CLI

/// The version, which packages that depend on this one state.
@Suite("Version")
struct VersionTests {
    @Test("Manuals and the test of other packages name the version", arguments: ["README.md", "docs/swift.md"])
    func isNamed(file: String) throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: file), encoding: .utf8)
        #expect(text.contains(#"from: "\#(Program.version)")"#))
        let script = Fixture.repository.appending(path: "scripts/test-clients.sh")
        #expect(try String(contentsOf: script, encoding: .utf8).contains("git tag \(Program.version)\n"))
    }

    @Test("The list of changes begins with the version's, or with what is not released yet")
    func hasChanges() throws {
        let changes = Fixture.repository.appending(path: "CHANGELOG.md")
        let text = try String(contentsOf: changes, encoding: .utf8)
        let sections = text.matches(of: #/\n## (.+)/#).map { String($0.output.1) }
        let unreleased = ["Unreleased", Program.version]
        #expect(sections.first == Program.version || sections.starts(with: unreleased), "\(sections)")
        #expect(Set(sections).count == sections.count)
    }
}
