import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Names with bytes that are not UTF-8.
    @Suite("Names that are not UTF-8")
    struct ForeignBytes {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Runs shell commands in the folder, in which `$N` is `caf\xE9` and `pagereel` the executable.
        private func run(_ script: String) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                [],
                wrapper: [
                    "bash", "-c", "N=$(printf 'caf\\xe9'); pagereel() { \(Pagereel.executable) \"$@\"; }; \(script)",
                ],
                appendsExecutable: false, folder: folder)
        }

        @Test(
            "Arguments, variables and the working folder are refused for their bytes: 64", .full,
            arguments: [
                ("pagereel record $N.html -o a.mp4", "the argument caf\\xE9.html"),
                ("pagereel record --auth=$N a.html", "the argument --auth=caf\\xE9"),
                ("pagereel batch status $N", "the argument caf\\xE9"), ("HOME=/$N pagereel list", "the value of HOME"),
                ("TMPDIR=/$N pagereel list", "the value of TMPDIR"),
                ("PAGEREEL_LIBRARY=$N pagereel list", "the value of PAGEREEL_LIBRARY"),
                ("mkdir $N && cd $N && pagereel list", "caf\\xE9 has bytes that are not UTF-8"),
            ])
        func refused(script: String, text: String) async throws {
            let outcome = try await run(script)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(text), "\(outcome.standardError)")
            #expect(outcome.standardError.contains("has bytes that are not UTF-8"), "\(outcome.standardError)")
        }

        @Test("Files in folders are named with that reason, and other variables do not matter")
        func listed() async throws {
            try folder.write("a.mp4", "none")
            let library = try await run("cp a.mp4 $N.mp4 && LANG=$N pagereel list --library .")
            #expect(library.exitCode == 0, "\(library.standardError)")
            #expect(library.standardError.contains("has bytes in its name that are not UTF-8"))
            try folder.write("page.html", "<p>page</p>")
            let stills = try await run(
                "mkdir kept && cp a.mp4 kept/$N.png && pagereel stills page.html --at 0s -o now --compare kept")
            #expect(stills.exitCode == 65, "\(stills.standardError)")
            #expect(stills.standardError.contains("has bytes in its name that are not UTF-8"))
        }
    }
}
