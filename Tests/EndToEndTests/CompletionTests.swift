import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The completions that `make install` and the package install, in the shells themselves.
    @Suite("Shell completions")
    struct Completions {
        /// A typed command line, and what the shell must propose.
        struct Line: CustomTestStringConvertible, Sendable {
            let words: [String]
            let proposals: [String]

            init(_ words: String..., proposes proposals: String...) {
                self.words = words
                self.proposals = proposals
            }

            var testDescription: String { words.joined(separator: " ") }
        }

        static let lines = [
            Line("rec", proposes: "record"), Line("record", "--fp", proposes: "--fps"),
            Line("record", "--rendering", "", proposes: "auto", "composited", "painted"),
            Line("check", "--format", "j", proposes: "json", "junit"),
            Line("record", "-o", "fil", proposes: "film.mp4"), Line("record", "pa", proposes: "page.html"),
            Line("schema", "conf", proposes: "configuration"), Line("batch", "ver", proposes: "verify"),
        ]

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            for name in ["film.mp4", "page.html"] { _ = try folder.write(name) }
        }

        private static func isInstalled(_ shell: String) -> Bool {
            ["/usr/bin", "/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)") }
        }

        /// Writes the script that a shell reads.
        private func script(for shell: String) async throws -> String {
            let outcome = try await Pagereel.run(["--generate-completion-script", shell])
            #expect(outcome.exitCode == 0)
            return try folder.write("_pagereel", outcome.standardOutput)
        }

        private func proposals(_ shell: String, _ options: [String], _ program: String, _ words: [String]) async throws
            -> [String]
        {
            let script = try await script(for: shell)
            let line = (["pagereel"] + words).joined(separator: " ")
            let output = try await Tool.run(shell, options + ["-c", program, folder.path, script, line] + words)
            return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
        }

        @Test("bash completes commands, options, values and files", arguments: lines)
        func bash(line: Line) async throws {
            // The first argument is $0.
            let program = """
                cd "$0"; source "$1"; COMP_LINE=$2; shift 2; set -- pagereel "$@"
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_POINT=${#COMP_LINE} COMP_TYPE=9
                function=$(complete -p pagereel); function=${function##* -F }; function=${function%% *}
                "$function" pagereel "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            #expect(try await proposals("bash", ["--norc"], program, line.words) == line.proposals)
        }

        @Test("fish completes commands, options, values and files", .enabled(if: isInstalled("fish")), arguments: lines)
        func fish(line: Line) async throws {
            let program = """
                cd $argv[1]; source $argv[2]; complete -C $argv[3] | string replace -r '\\t.*' ''; true
                """
            #expect(try await proposals("fish", ["--no-config"], program, line.words) == line.proposals)
        }
    }
}
