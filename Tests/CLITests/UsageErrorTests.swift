import ArgumentParser
import Testing

@testable import CLI

@Suite("Usage errors")
struct UsageErrorTests {
    private func error(_ typed: [String]) throws -> CommandError {
        try #require(#expect(throws: CommandError.self) { try Pagereel.parseConfigured(typed) })
    }

    private static let help = "See 'pagereel record --help'."

    @Test(
        "Each mistake in the options of a command is one sentence, which names the option",
        arguments: [
            ([], "missing argument '<page>'."),
            (["a", "b"], "unexpected argument 'b'."), (["a", "b", "c"], "2 unexpected arguments: 'b', 'c'."),
            (["a", "-"], "unexpected argument '-'."),
            (["a", "--fps"], "missing value for '--fps <rate>'."), (["a", "-o"], "missing value for '-o <file>'."),
            (
                ["a", "--fps", "0"],
                "the value '0' is invalid for '--fps <rate>': write a frame rate from 1 to 120, like 30, 29.97 or 30000/1001."
            ),
            (
                ["a", "--capture", "film"],
                "the value 'film' is invalid for '--capture <view|snapshot>': write one of view, snapshot."
            ),
            (
                ["a", "--page-audio", "x"],
                "the value 'x' is invalid for '--page-audio <mode>': write one of auto, on, off."
            ),
            (
                ["a", "--codec", "x"],
                "the value 'x' is invalid for '--codec <codec>': write one of h264, hevc, av1, vp9, prores, ffv1."
            ),
            (["a", "--codec", ""], "the value '' is invalid for '--codec <codec>': "),
            (
                ["a", "--seed", "x"],
                "the value 'x' is invalid for '--seed <number>': write a whole number from 0 to 18446744073709551615."
            ),
            (
                ["a", "--expect", "foo"],
                "the value 'foo' is invalid for '--expect <expectations>': The expectation 'foo' cannot be read: "
            ),
            (["a", "-x"], "unknown option '-x'."), (["a", "-é"], "unknown option '-é'."),
            (["a", "-xo"], "unknown option '-xo', or missing value for '-o <file>' in '-xo'."),
            (["a", "-qo"], "unknown option '-qo', or missing value for '-o <file>' in '-qo'."),
            (["a", "--nope"], "unknown option '--nope'."), (["a", "---x"], "unknown option '---x'."),
            (["a", "--quiet=3"], "the option '--quiet' does not take any value, but '3' was specified."),
            (["a", "--quiet", "--verbose"], "--quiet and --verbose cannot be combined."),
            (["a", "-o", "x.avi"], "the output 'x.avi' has no known file type. "),
            (["a", "--no-config", "--config", "a"], "--config and --no-config cannot be combined."),
            // A flag and a value that are given twice are no mistake.
            (["a", "--quiet", "-q", "--fps=1", "--fps=2", "--dark", "--no-dark", "b"], "unexpected argument 'b'."),
        ])
    func options(typed: [String], message: String) throws {
        let error = try error(["record"] + typed)
        #expect(error.status == .usage)
        let text = error.description
        let isWhole = !message.hasSuffix(" ")
        #expect(isWhole ? text == "\(message) \(Self.help)" : text.hasPrefix(message), "\(text)")
        #expect(text.hasSuffix(Self.help) && !text.contains("\n") && !text.contains("Error"), "\(text)")
    }

    @Test(
        "A negative value after a space is refused as what it is",
        arguments: [
            ("--duration", "-5s", "the value '-5s' is invalid for '--duration <time>': write a time greater than zero"),
            ("--retry", "-1", "the value '-1' is invalid for '--retry <number>': write a whole number from 0 to 100."),
            ("--fps", "-.5", "the value '-.5' is invalid for '--fps <rate>': write a frame rate from 1"),
            ("--hang-timeout", "-1:30", "the value '-1:30' is invalid for '--hang-timeout <time>': write a time"),
            ("-o", "-1", "the output '-1' has no known file type."),
            (
                "--user-agent", "-1",
                "missing value for '--user-agent <user-agent>'. Write '--user-agent=' before a value that begins with a dash."
            ),
            ("--duration", "-s", "missing value for '--duration <time>'. See"),
            ("--duration", "--quiet", "missing value for '--duration <time>'. See"),
        ])
    func negative(option: String, value: String, message: String) throws {
        let text = try error(["record", "a", option, value]).description
        #expect(text.hasPrefix(message) && text.hasSuffix(Self.help), "\(text)")
        #expect(
            try Pagereel.parseConfigured(["record", "a", "--audio", "b", "--audio-offset", "-1s"]) is RecordCommand)
    }

    @Test("Every command has the same style, and names its own help")
    func commands() throws {
        let commands = Pagereel.configuration.subcommands + BatchCommand.configuration.subcommands
        #expect(commands.count > 15)
        for command in commands where command != BatchCommand.self {
            let name = try #require(command.configuration.commandName)
            let words = BatchCommand.subcommand(called: name) == nil ? [name] : ["batch", name]
            for arguments in [
                ["-@"], ["--zzzzzzz"], ["a", "b", "c", "d", "-@"], ["--quiet=1", "--json=1"],
            ] {
                let error = try error(words + arguments)
                #expect(error.status == .usage)
                let text = error.description
                #expect(text.hasSuffix(". See 'pagereel \(words.joined(separator: " ")) --help'."), "\(text)")
                #expect(text.wholeMatch(of: /(?:[a-z0-9]|--).*/) != nil, "\(text)")
            }
        }
    }

    @Test(
        "Mistakes outside of a subcommand name the program's help",
        arguments: [
            (["-"], "unexpected argument '-'. See 'pagereel --help'."),
            (["-x"], "unknown option '-x'. See 'pagereel --help'."),
            (["batch"], "missing argument '<manifest>'. See 'pagereel batch --help'."),
            (["batch", "a.csv"], "missing argument '--page <template>'. See 'pagereel batch run --help'."),
            (["stills", "a"], "missing argument '--at <moments> ...'. See 'pagereel stills --help'."),
            (
                ["schedule", "--cron", "@daily", "record", "a.html", "--duration", "5s"],
                "put the command after two dashes, like -- record a.html. See 'pagereel schedule --help'."
            ),
            (
                ["record", "a.html", "b.mp4"],
                "unexpected argument 'b.mp4'. Name the output with -o b.mp4. See 'pagereel record --help'."
            ),
            (
                ["record", "a.html", "b.mp4", "-o", "c.mp4"],
                "unexpected argument 'b.mp4'. See 'pagereel record --help'."
            ),
            (
                ["compose", "film.yaml", "out.mp4"],
                "unexpected argument 'out.mp4'. Name the output with -o out.mp4. See 'pagereel compose --help'."
            ),
            (
                ["stills", "a.html", "--at", "1s", "-o", "none/a.png"],
                "--output names a folder, and none/a.png looks like a picture. Stills are named after their moments: with "
                    + "-o a, the still at 1s is a/0001000ms.png. See 'pagereel stills --help'."
            ),
            (["gallery"], "missing argument '--output <file>'. See 'pagereel gallery --help'."),
            (["compose", "a", "--port", "1"], "--port needs --play. See 'pagereel compose --help'."),
            (
                ["batch", "a.csv", "--page", "a", "-o", "a.mp4", "--shards", "2"],
                "--shards needs --engine slurm or --engine kubernetes. See 'pagereel batch run --help'."
            ),
            (
                ["batch", "a.csv", "--page", "a", "-o", "a.mp4", "--engine", "kubernetes", "--detach"],
                "--detach needs --engine slurm. See 'pagereel batch run --help'."
            ),
            (
                ["schedule", "--remove", "a", "--name", "b"],
                "--remove and --name cannot be combined. See 'pagereel schedule --help'."
            ),
            (
                ["--generate-completion-script", "ksh"],
                "can't generate completion scripts for 'ksh'. Please use --generate-completion-script=<shell> with one of: "
                    + "zsh bash fish. See 'pagereel --help'."
            ),
        ])
    func others(typed: [String], message: String) throws {
        #expect(try error(typed).description == message)
    }

    @Test(
        "Words behind an unquoted secret are not shown",
        arguments: [
            ["--header", "A:", "PW1"], ["--header", "A:", "Bearer", "PW1"], ["--cookie", "a=b;", "PW1\nPW1"],
        ])
    func secrets(words: [String]) throws {
        let text = try error(["record", "a"] + words).description
        #expect(!text.contains("PW1") && text.contains("part of the value of \(words[0])"), "\(text)")
    }
}
