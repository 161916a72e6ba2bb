import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The site of the documentation: what breaks it is refused, and its search works.
    @Suite("The documentation's site")
    struct Site {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test("The repository's pages make a site, whose search finds a page")
        func search() async throws {
            let scripts = Fixture.repository.appending(path: "scripts")
            let site = folder.path("site")
            try await Tool.run("sh", [scripts.appending(path: "site.sh").path, site])
            #expect(try folder.read("site/index.html") == folder.read("site/README.html"))
            let steps = scripts.appending(path: "site/search.yaml").path
            let outcome = try await Pagereel.run(
                ["check", "index.html", "--serve", site, "--do", steps, "--start-on", "load"], folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome)")
        }

        /// What must not be on a page, and what the error says of it.
        private static let mistakes = [
            ("[a page](nowhere.md)", "target not found: 'nowhere.md'"),
            ("[a heading](README.md#nowhere)", "local id not found"),
            ("[a heading](#nowhere)", "target not found: 'nowhere'"),
            ("[a file](../fixtures/nowhere.yaml)", "target not found: '../fixtures/nowhere.yaml'"),
            ("![A picture](nowhere.png)", "image file not readable"),
            ("![A picture](https://example.com/a.png)", "docs/page.html: error: loads something from another host"),
        ]

        @Test("A mistake on a page is an error, and keeps the site as it was", arguments: mistakes)
        func mistake(text: String, message: String) async throws {
            try write(page: "[The list](README.md#start-here)")
            try await build()
            let before = try folder.read(".build/site/docs/page.html")
            try write(page: text)
            let failure = try await #require(throws: Tool.Failure.self) { try await build() }
            #expect(failure.standardError.contains(message))
            #expect(try folder.read(".build/site/docs/page.html") == before)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(".build"))
            #expect(left.sorted() == ["python", "site"])
        }

        @Test("A page that docs/README.md does not list is an error")
        func unlisted() async throws {
            try write(page: "Text")
            try folder.write("docs/other.md", "# Other\n")
            let failure = try await #require(throws: Tool.Failure.self) { try await build() }
            #expect(failure.standardError.contains("docs/other.md: WARNING: document isn't included in any toctree"))
        }

        /// Writes a small documentation with one page.
        private func write(page text: String) throws {
            for name in ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY"] {
                try folder.write("\(name).md", "# \(name)\n")
            }
            try folder.write(
                "docs/README.md", "# List\n\n## Start here\n\n- [Page](page.md): a page.\n\n## Contributing\n")
            try folder.write("docs/page.md", "# Page\n\n\(text)\n")
        }

        /// Builds the site with copies of the scripts and the installed packages.
        private func build() async throws {
            let installer = Fixture.repository.appending(path: "scripts/install-python-package.sh").path
            try await Tool.run("sh", [installer, "sphinx"])
            if !folder.contains("scripts") {
                for name in ["scripts", ".build/python"] {
                    try FileManager.default.createDirectory(
                        atPath: folder.path(".build"), withIntermediateDirectories: true)
                    try FileManager.default.createSymbolicLink(
                        atPath: folder.path(name), withDestinationPath: Fixture.repository.appending(path: name).path)
                }
            }
            try await Tool.run("sh", [folder.path("scripts/site.sh")])
        }
    }
}
