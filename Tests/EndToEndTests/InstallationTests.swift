import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// What `make install` installs works from there.
    @Suite("Installed")
    struct Installation {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Runs the installation script on the program under test, with a separate root as for a
        /// package.
        ///
        /// - Returns: The folder that represents the prefix.
        private func install(manual: String) async throws -> String {
            let build = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent().path
            let script = Fixture.repository.appendingPathComponent("scripts/install.sh").path
            try await Tool.run(
                "sh", [script, build, manual, "/usr/local"], environment: .inherit.updating(["DESTDIR": folder.path]))
            return folder.path + "/usr/local"
        }

        private func installWithManual() async throws -> String {
            // `make test` generates it before, because SwiftPM runs one command at a time.
            try await install(manual: Fixture.repository.appendingPathComponent("out/manual").path)
        }

        @Test("The installed program records", .full)
        func records() async throws {
            let prefix = try await installWithManual()
            let output = folder.path("out.mp4")
            let outcome = try await Pagereel.run(
                [],
                wrapper: ["\(prefix)/bin/pagereel", "record", Fixture.page("bar-code.html?seconds=1"), "-o", output]
                    + TestPage.small,
                appendsExecutable: false)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await BarCode.times(of: output).count == 30)
            for library in ["libPageProcess.so", "libPageSound.so"] {
                #expect(FileManager.default.fileExists(atPath: "\(prefix)/lib/pagereel/\(library)"))
            }
        }

        @Test("The manual pages name every option and render without warnings", .full)
        func manual() async throws {
            let prefix = try await installWithManual()
            let help = try await Pagereel.run(["record", "--help-all"]).standardOutput
            let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
            #expect(options.count > 40)
            let page = "\(prefix)/share/man/man1/pagereel-record.1"
            let bytes = try await Tool.run("mandoc", ["-W", "error", "-T", "utf8", "-O", "width=200", page])
            // Bold letters are printed twice, with a backspace in between.
            let shown = String(decoding: bytes, as: UTF8.self).replacing(/.\x08/, with: "")
            #expect(options.filter { !shown.contains($0) } == [])
            #expect(shown.contains("pagereel://start"))
            #expect(shown.contains("the page cannot be loaded"))
            try await Tool.run("mandoc", ["-W", "error", "\(prefix)/share/man/man1/pagereel-schedule.1"])
            let whole = try await Tool.run("mandoc", ["-W", "error", "\(prefix)/share/man/man1/pagereel.1"])
            #expect(String(decoding: whole, as: UTF8.self).replacing(/.\x08/, with: "").contains("pagereel-record"))
        }

        @Test("bash and fish complete commands, options, values and files; zsh reads its script", .full)
        func completions() async throws {
            let share = try await installWithManual() + "/share"
            try folder.write("page.html", "")
            try folder.write("notes.txt", "")
            let bash = """
                cd '\(folder.path)'; source '\(share)/bash-completion/completions/pagereel'
                COMP_LINE=$1 COMP_POINT=${#1}; read -ra COMP_WORDS <<<"$1"
                [[ $1 == *' ' ]] && COMP_WORDS+=('')
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _pagereel pagereel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let fish = """
                cd '\(folder.path)'; source '\(share)/fish/vendor_completions.d/pagereel.fish'; complete -C $argv
                """
            let expected = [
                "pagereel rec": "record", "pagereel record --rend": "--rendering",
                "pagereel record --rendering comp": "composited", "pagereel record pa": "page.html",
            ]
            for (line, word) in expected {
                for command in [["bash", "-c", bash, "bash", line], ["fish", "-c", fish, line]] {
                    let printed = String(
                        decoding: try await Tool.run(command[0], Array(command.dropFirst())), as: UTF8.self)
                    let words = printed.split(separator: "\n").map { $0.split(separator: "\t").first ?? "" }
                    #expect(words.contains { $0.trimmingPrefix(" ") == word }, "\(command[0]): \(line): \(printed)")
                    #expect(!words.contains("notes.txt"), "\(command[0]): \(line): \(printed)")
                }
            }
            try await Tool.run("zsh", ["-n", "\(share)/zsh/site-functions/_pagereel"])
        }

        @Test("The Debian package scripts report missing tools and build nothing")
        func package() async throws {
            let scripts = Fixture.repository.appendingPathComponent("scripts").path
            let build = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent().path
            let none = folder.path("none.deb")
            for (script, arguments, words) in [
                ("package.sh", [], "usage:"), ("test-package.sh", [], "usage:"),
                ("test-package.sh", [none], "make deb"),
                // The program under test is linked with the toolchain's libraries.
                ("package.sh", [build, folder.path, folder.path, folder.path], "Swift toolchain's libraries"),
            ] {
                let failure = await #expect(throws: Tool.Failure.self) {
                    try await Tool.run("sh", ["\(scripts)/\(script)"] + arguments)
                }
                #expect(failure?.standardError.contains(words) == true, "\(script) \(arguments)")
            }
            #expect(folder.contents == [])
        }

        @Test("Installation without a build is an error and installs nothing")
        func incomplete() async throws {
            let empty = try folder.makeFolder("empty")
            let failure = await #expect(throws: Tool.Failure.self) { try await install(manual: empty) }
            #expect(failure?.standardError.contains("make install") == true)
            #expect(!folder.contains("usr"))
        }
    }
}
