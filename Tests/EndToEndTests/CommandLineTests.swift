import TestSupport
import Testing

extension CommandTests {
    /// Messages before anything starts.
    @Suite("The command line")
    struct CommandLine {
        @Test("Help names every option: 0", .full)
        func help() async throws {
            let overview = try await Pagereel.run(["--help"])
            #expect(overview.exitCode == 0)
            #expect(overview.standardOutput.contains("record"))
            let help = try await Pagereel.run(["record", "--help-all"])
            #expect(help.exitCode == 0)
            let options = [
                "--output", "--size", "--scale", "--fps", "--capture", "--user-agent", "--header", "--cookie", "--auth",
                "--insecure", "--script", "--style", "--wait-for", "--language", "--dark", "--start-url", "--stop-url",
                "--cancel-url", "--start-on", "--duration", "--start-timeout", "--max-duration", "--hang-timeout",
                "--codec", "--encoder", "--threads", "--transparent", "--preset", "--quality", "--bitrate", "--audio",
                "--audio-bitrate", "--audio-volume", "--audio-fade-in",
                "--audio-fade-out", "--audio-crossfade", "--audio-offset", "--overwrite", "--quiet", "--verbose",
                "--json",
            ]
            for option in options {
                #expect([" ", "\n", "/"].contains { help.standardOutput.contains(option + $0) }, "\(option)")
            }
            #expect(help.standardOutput.contains("PAGEREEL_AUTH"))
        }

        @Test("Help fits two screens, and names the whole help: 0", .full)
        func shortHelp() async throws {
            let help = try await Pagereel.run(["record", "--help"])
            #expect(help.exitCode == 0 && help.standardError == "")
            #expect(help.standardOutput.hasPrefix("USAGE: pagereel record <page>"))
            #expect(help.standardOutput.count { $0 == "\n" } <= 80, "\(help.standardOutput)")
            #expect(
                help.standardOutput.hasSuffix(
                    "\n\nSee 'pagereel record --help-all' for all options and the exit status.\n"))
            for arguments in [["help", "record"], ["record", "-h"], ["record", "page.html", "--help"]] {
                #expect(try await Pagereel.run(arguments).standardOutput == help.standardOutput)
            }
        }

        @Test("The version is a number on standard output")
        func version() async throws {
            let outcome = try await Pagereel.run(["--version"])
            #expect(outcome.exitCode == 0)
            #expect(outcome.standardOutput.wholeMatch(of: /(pagereel )?\d+\.\d+\.\d+\n/) != nil)
        }

        /// An invalid option, and a word that the message must contain.
        struct Mistake: CustomTestStringConvertible, Sendable {
            let options: [String]
            let word: String
            init(_ options: String..., naming word: String) {
                self.options = options
                self.word = word
            }
            var testDescription: String { options.joined(separator: " ").replacing("\r\n", with: "⏎") }
        }

        @Test(
            "An invalid option is named: 64", .full,
            arguments: [
                Mistake("--size", "0x720", naming: "size"), Mistake("--size=-1280x720", naming: "size"),
                Mistake("--size", "1280", naming: "size"), Mistake("--size", "big", naming: "size"),
                Mistake("--size", "15x16", naming: "16"), Mistake("--size", "4097x16", naming: "4096"),
                Mistake("--size", "99999999999999999999x720", naming: "size"),
                Mistake("--scale", "0", naming: "scale"), Mistake("--scale", "99", naming: "scale"),
                Mistake("--fps", "0", naming: "fps"), Mistake("--fps", "1000", naming: "120"),
                Mistake("--fps=-30", naming: "fps"), Mistake("--fps", "often", naming: "fps"),
                Mistake("--capture", "film", naming: "capture"), Mistake("--start-on", "whim", naming: "start-on"),
                Mistake("--header", "no colon", naming: "header"),
                Mistake("--header", "A: b\r\nX-Injected: c", naming: "header"),
                Mistake("--auth", "nocolon", naming: "auth"), Mistake("--duration", "0s", naming: "duration"),
                Mistake("--duration=-1s", naming: "duration"), Mistake("--duration", "soon", naming: "duration"),
                Mistake("--start-timeout", "never", naming: "start-timeout"),
                Mistake("--max-duration", "0s", naming: "max-duration"),
                Mistake("--hang-timeout=-2s", naming: "hang-timeout"), Mistake("--preset", "warp", naming: "veryfast"),
                Mistake("--quality", "99", naming: "quality"), Mistake("--quality=-1", naming: "quality"),
                Mistake("--bitrate", "0", naming: "bitrate"), Mistake("--bitrate", "much", naming: "bitrate"),
                Mistake("--threads", "0", naming: "64"), Mistake("--threads", "many", naming: "threads"),
                Mistake("--codec", "mpeg2", naming: "codec"), Mistake("--codec", "prores", naming: ".mov"),
                Mistake("--encoder", "magic", naming: "encoder"), Mistake("--transparent", naming: ".webm"),
                Mistake("--codec", "hevc", "--encoder", "libx264", naming: "libx265"),
                Mistake("--audio-volume=-1", naming: "audio-volume"),
                Mistake("--audio-fade-in=-1s", naming: "audio-fade-in"),
                Mistake("--audio-bitrate", "0", naming: "audio-bitrate"), Mistake("--sparkle", naming: "--sparkle"),
                Mistake("second-page.html", naming: "second-page.html"),
            ])
        func mistakes(_ mistake: Mistake) async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", folder.path("out.mp4")] + mistake.options)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(mistake.word), "\(outcome.standardError)")
            #expect(
                outcome.standardError.wholeMatch(of: /pagereel: error: [^\n]+\n/) != nil, "\(outcome.standardError)")
            #expect(outcome.standardOutput.isEmpty)
            #expect(folder.contents == ["page.html"])
        }

        @Test("A selector that is not CSS ends the recording: 64")
        func selector() async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", folder.path("out.mp4"), "--wait-for", "##"])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            let message = "'##' is not a CSS selector (--wait-for)."
            #expect(outcome.standardError.contains(message), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "A missing page, an empty output and standard output are rejected: 64", .full,
            arguments: [
                (["record", "-o", "out.mp4"], "page"),
                (["record", "page.html", "-o", "-"], "pipe"), (["record", "page.html", "-o", ""], "output"),
            ])
        func incomplete(arguments: [String], word: String) async throws {
            let folder = try TemporaryFolder()
            try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(arguments, folder: folder)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.lowercased().contains(word), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "Misspelled commands and options, and a page without record, get suggestions: 64",
            arguments: [
                (["recrod", "page.html"], "unknown command 'recrod'. Did you mean 'record'?"),
                (["help", "recrod"], "unknown command 'recrod'. Did you mean 'record'?"),
                (["page.html", "-o", "out.mp4"], "pagereel record page.html -o out.mp4"),
                (["https://example.com/"], "pagereel record https://example.com/"),
                (["schedule", "--corn", "@daily"], "unknown option '--corn'. Did you mean '--cron'?"),
            ])
        func misspelled(arguments: [String], words: String) async throws {
            let folder = try TemporaryFolder()
            try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(arguments, folder: folder)
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(outcome.standardError.hasPrefix("pagereel: error: ") && outcome.standardOutput == "")
            #expect(folder.contents == ["page.html"])
        }

        @Test("Invalid credentials in the environment are rejected but not shown")
        func badCredentials() async throws {
            let folder = try TemporaryFolder()
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4")],
                environment: ["PATH": Pagereel.systemPath, "PAGEREEL_AUTH": "swordfish"])
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("PAGEREEL_AUTH"))
            #expect(!outcome.standardError.contains("swordfish"))
        }
    }
}
