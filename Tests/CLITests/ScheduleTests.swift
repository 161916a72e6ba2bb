import ArgumentParser
import Batch
import Foundation
import Notation
import TestSupport
import Testing

@testable import CLI

@Suite("Quoting")
struct QuotingTests {
    private static let hard = [
        "", "plain/path-1.mp4", "two words", "it's", "100%", "%Y-%m-%d.mp4", #"back\slash"#, #"\\"#, #"\%"#, #"\"#, "'",
        #"'\'"#, "$HOME `id` $(id)", "a;b&c|d>e<f", "*?[a]{b,c}~!#", "\"quoted\"", "tab\there", "年度 % é", "-o", "=",
        "\u{1b}[31m",
        #"\\%\\\%%"#, "#", " ",
    ]

    /// Parses the rest of a crontab line as cron does: the command without its standard input.
    ///
    /// - Parameter takesAll: Whether a backslash before a backslash is removed too, as some
    ///   versions of cron do.
    private func command(from field: String, takesAll: Bool) -> String {
        var command = ""
        var isEscaped = false
        for character in field {
            if isEscaped {
                if character == "%" || (takesAll && character == "\\") { command.removeLast() }
            } else if character == "%" {
                return command
            }
            isEscaped = !isEscaped && character == "\\"
            command.append(character)
        }
        return command
    }

    @Test("Quoted words survive cron and the shell", arguments: [false, true])
    func crontab(takesAll: Bool) async throws {
        let field = (["printf", #"%s\n"#] + Self.hard).map(Quoting.crontab).joined(separator: " ")
        let printed = try await Tool.run("sh", ["-c", command(from: field, takesAll: takesAll)])
        #expect(String(decoding: printed, as: UTF8.self) == Self.hard.map { $0 + "\n" }.joined())
    }

    @Test("Plain words are not quoted")
    func plain() {
        for text in ["/usr/bin/pagereel", "--size", "1280x720", "https://example.com/", "a=b", "user@host:1,2+3"] {
            #expect(Quoting.crontab(text) == text)
            #expect(Quoting.systemd(text) == text)
        }
    }

    @Test(
        "Units use systemd's quoting",
        arguments: [
            ("", #""""#), ("two words", #""two words""#), ("it's", #""it's""#), ("%Y $HOME", #""%%Y $$HOME""#),
            (#"a\b"c"#, #""a\\b\"c""#), ("a\nb\tc\u{1b}", #""a\nb\x09c\x1b""#), (";", #"";""#), ("é 年", #""é 年""#),
        ])
    func systemd(text: String, quoted: String) {
        #expect(Quoting.systemd(text) == quoted)
    }

    @Test("A program's path contains no variables")
    func program() {
        #expect(Quoting.systemd("/opt/a $b%/pagereel", isProgram: true) == #""/opt/a $b%%/pagereel""#)
    }
}

@Suite("A schedule's name")
struct ScheduleNameTests {
    @Test(
        "The name is derived from the output, or else from the page",
        arguments: [
            ("weekly.mp4", "page.html", "weekly"), ("out/weekly report-%Y-%m-%d.mp4", "page.html", "weekly-report"),
            ("%Y/%-d.mp4", "https://example.com/a/stats.html?x=1", "stats"), ("%F.mp4", "page.html", "page"),
            ("%F.mp4", "https://example.com/stats/", "stats"), ("%F.mp4", "https://example.com/", "example"),
            ("年.mp4", "年.html", "recording"), ("%F_%H.mkv", "a b.html", "a-b"), ("..mp4", "../x.html", "x"),
        ])
    func suggestion(output: String, page: String, name: String) {
        #expect(ScheduleName.suggestion(output: output, page: page) == name)
        #expect(ScheduleName.form.read(name) == name)
    }

    @Test(
        "Names with spaces, line breaks or slashes are rejected", arguments: ["", "a b", "a\nb", "a/b", "é", "a\u{0}"])
    func refused(name: String) {
        #expect(ScheduleName.form.read(name) == nil)
    }
}

@Suite("A command to run later")
struct ScheduledCommandTests {
    @Test("The program's name may be left out, and a size is written as it was typed")
    func programName() throws {
        let folder = try TemporaryFolder()
        let typed = ["record", try folder.write("page.html", ""), "-o", "%F.mp4", "--keep-size", "20G"]
        for program in [[], ["pagereel"], ["/usr/bin/pagereel"]] {
            let command = try ScheduledCommand(program + typed, folder: "/later/", program: "/bin/pagereel")
            #expect(command.names == ["record"])
            #expect(command.arguments.suffix(2) == ["--keep-size", "20G"])
        }
    }

    @Test("has the typed options, with absolute paths")
    func paths() throws {
        let folder = try TemporaryFolder()
        for name in ["page.html", "f.js", "g.css"] { _ = try folder.write(name, "") }
        let root = folder.path("x").replacing(/x$/, with: "")
        func arguments(_ typed: [String]) throws -> [String] {
            // Paths start from the folder, not from the working folder.
            let typed = typed.map { $0.replacing("@", with: root) }
            let command = try ScheduledCommand(["record"] + typed, folder: "/later 5%/", program: "/bin/pagereel")
            #expect(command.names == ["record"] && command.folder == nil)
            return command.arguments.map { $0.replacing(root, with: "@") }
        }
        #expect(
            try arguments([
                "@page.html", "-vo", "d.mp4", "--audio", "./e.ogg", "--script=@f.js", "--style", "@g.css", "--log",
                "h", "--header", "X: page.html", "--overwrite", "--wait-for", "i.j", "--on-finish", "k.sh",
                "--live-photo", "l%d", "--live-photo-still", "1s", "--retry=0", "--no-dark", "--audio-offset", "-1s",
            ]) == [
                "@page.html", "-o", "/later 5%%/d.mp4", "--overwrite", "--header", "X: page.html", "--script",
                "@f.js", "--style", "@g.css", "--wait-for", "i.j", "--no-dark", "--audio", "/later 5%/e.ogg",
                "--audio-offset=-1s", "--live-photo", "/later 5%%/l%d", "--live-photo-still", "1s", "--retry", "0",
                "--log", "/later 5%/h", "--on-finish", "k.sh", "--verbose",
            ])
    }
}

@Suite("A batch to run later")
struct ScheduledBatchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.write("page.html", "")
        _ = try folder.write("list.csv", "id,%F\n7,x\n8,y\n9,z\n")
    }

    private func words(_ output: String, _ more: [String] = []) -> [String] {
        ["batch", folder.path("list.csv"), "--page", folder.path("page.html"), "-o", folder.path(output)] + more
    }

    @Test(
        "is refused if a later run would find its rows done, also with --overwrite",
        arguments: [
            ("@daily", "out/{id}.mp4", "Every run would write", "'out/%F/{name}.mp4'"),
            ("@hourly", "out/{id}.mp4", "Every run would write", "'out/%F_%H%M/{name}.mp4'"),
            ("@hourly", "%F/{id}.mp4", "would both write", "'out/%F_%H%M/{name}.mp4'"),
            ("@daily", "{%F}.mp4", "/{%F}.mp4'", "'out/%F/{name}.mp4'"),
            ("@daily", "%F/{id}.mp4", nil, ""), ("@hourly", "{id} %F_%H.mp4", nil, ""),
            ("@daily", "{{%F}}/{id}.mp4", nil, ""),
        ] as [(String, String, String?, String)])
    func doneRows(cron: String, output: String, message: String?, advice: String) throws {
        for more in [[], ["--overwrite"]] {
            let scheduled = try ScheduledCommand(
                words(output, more), folder: folder.path, program: "/bin/pagereel", environment: [:])
            let time = try CronExpression(cron)
            guard let message else {
                try ScheduleCommand.refuseCollisions(of: scheduled, at: time)
                continue
            }
            let error = try #require(throws: CommandError.self) {
                try ScheduleCommand.refuseCollisions(of: scheduled, at: time)
            }
            #expect("\(error)".contains(message) && "\(error)".contains(advice), "\(error)")
            #expect("\(error)".contains("records only rows that are not done"), "\(error)")
        }
    }

    @Test("A sentence says how many rows failed, and why the first one did")
    func failedRows() throws {
        let command = try BatchRunCommand.parse(Array(words("out/{id}.mp4").dropFirst()))
        let plan = try BatchPlan(command.batch, from: nil)
        #expect(try FailedRows(of: plan).write().sentence(rows: 3, notBegun: 0) == nil)
        let journal = try JournalFile(in: command.batch.journalFolder, named: "local")
        try plan.forEach { _, row in
            guard row.number > 1 else { return }
            try journal.add(
                JournalEntry(
                    output: row.output, row: row.number, fingerprint: row.fingerprint, attempts: 1, milliseconds: 1,
                    result: .failed(status: 66, reason: "The page \(row.number) is gone.")))
        }
        try journal.end()
        let failures = try FailedRows(of: plan).write()
        let end =
            "see \(folder.path("list.csv.journal/failed.csv")): the first, \(folder.path("out/8.mp4")) (line 3), "
            + "failed: The page 2 is gone."
        #expect(failures.sentence(rows: 3, notBegun: 0) == "2 of 3 rows failed, \(end)")
        #expect(failures.sentence(rows: 9, notBegun: 6) == "2 of 9 rows failed and 6 did not begin, \(end)")
    }

    @Test(
        "Variables of the shell that the job will not have are named",
        arguments: [
            ("PAGEREEL_AUTH", "chmod 600", []), ("PAGEREEL_LIBRARY", "--library", []),
            ("PAGEREEL_CONFIG", "--config", []), ("PAGEREEL_LIBRARY", nil, ["--library", "videos"]),
            ("PAGEREEL_LIBRARY", nil, ["-o", "%F.mp4"]), ("PAGEREEL_CONFIG", nil, ["--no-config"]), ("HOME", nil, []),
        ] as [(String, String?, [String])])
    func variables(name: String, advice: String?, options: [String]) throws {
        for value in ["", "me:PW1"] {
            let scheduled = try ScheduledCommand(
                ["record", folder.path("page.html")] + options, folder: folder.path, program: "/bin/pagereel",
                environment: [name: value])
            guard let advice, !value.isEmpty else {
                #expect(scheduled.warnings == [])
                continue
            }
            #expect(scheduled.warnings.count == 1)
            let warning = try #require(scheduled.warnings.first)
            #expect(warning.hasPrefix(name) && warning.contains(advice) && !warning.contains("PW1"), "\(warning)")
        }
    }

    @Test("A job that is to send mail, and cannot, is warned of when it is made")
    func missingMailProgram() throws {
        let isInstalled = ["/usr/sbin", "/usr/lib"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + "/sendmail")
        }
        let words = ["record", folder.path("page.html"), "--mail-on-failure", "me@example.com"]
        func warnings(_ words: [String], path: String) throws -> [String] {
            try ScheduledCommand(words, folder: folder.path, program: "/bin/pagereel", environment: ["PATH": path])
                .warnings
        }
        #expect(try warnings(words, path: folder.path).contains { $0.contains("sendmail") } == !isInstalled)
        #expect(try warnings(Array(words.prefix(2)), path: folder.path) == [])
        let program = try folder.write("sendmail", "#!/bin/sh\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        #expect(try warnings(words, path: "/nowhere:" + folder.path) == [])
    }
}

@Suite("The runs of a schedule")
struct ScheduledRunsTests {
    /// 2026-12-01 15:00 UTC, a Tuesday.
    private let now = 1_796_137_200

    @Test(
        "Two runs with the same name are found",
        arguments: [
            ("0 6 * * *", "a.mp4", "a.mp4", nil, nil), ("0 6 * * *", "100%%.mp4", "100%.mp4", nil, nil),
            ("0 6 * * *", "%F.mp4", nil, nil, nil), ("0 * * * *", "%F.mp4", "2026-12-01.mp4", "00:00", "01:00"),
            ("0 * * * *", "%F %H.mp4", nil, nil, nil),
            ("*/5 * * * *", "%F %H.mp4", "2026-12-01 00.mp4", "00:00", "00:05"),
            ("30 6 * * 1", "%G-%V.mp4", nil, nil, nil), ("30 6 * * 1,4", "%G-%V.mp4", "2026-50.mp4", "12-07", "12-10"),
            ("0 6 * * *", "%a.mp4", "Tue.mp4", "12-01", "12-08"), ("0 6 1 * *", "%Y-%m.mp4", nil, nil, nil),
            ("0 6 1,2 * *", "%Y-%m.mp4", "2026-12.mp4", "12-01", "12-02"),
            // Either of the two days is enough.
            ("0 6 2 * 2", "%Y-%m.mp4", "2026-12.mp4", "12-01", "12-02"),
            ("@yearly", "%Y.mp4", nil, nil, nil), ("@reboot", "%F.mp4", nil, nil, nil),
            ("@reboot", "a.mp4", "a.mp4", nil, nil),
        ] as [(String, String, String?, String?, String?)])
    func collisions(cron: String, template: String, name: String?, earlier: String?, later: String?) throws {
        let collision = ScheduledRuns(time: try CronExpression(cron)).collision(of: template, from: now)
        #expect(collision?.name == name)
        #expect((collision?.times == nil) == (earlier == nil))
        if let times = collision?.times {
            #expect(times.earlier.contains(earlier ?? "") && times.later.contains(later ?? ""), "\(times)")
        }
    }
}

@Suite("A crontab's text")
struct CrontabTextTests {
    private func text(_ crontab: CrontabText) -> String { String(decoding: crontab.bytes, as: UTF8.self) }

    private let block = "# pagereel a begin\n1 LINE\n# pagereel a end\n"

    @Test("A block is added, replaced and removed; the rest is unchanged")
    func blocks() throws {
        let before = "SHELL=/bin/sh\n\n# comment\n* * * * * x\n"
        var crontab = CrontabText(Array(before.utf8))
        #expect(try !crontab.install("1 LINE", name: "a"))
        #expect(text(crontab) == before + block)
        #expect(try !crontab.install("2 LINE", name: "b"))
        let both = before + block + "# pagereel b begin\n2 LINE\n# pagereel b end\n"
        #expect(text(crontab) == both)
        #expect(crontab.names == ["a", "b"])
        #expect(try crontab.install("3 OTHER", name: "a"))
        #expect(text(crontab) == both.replacing("1 LINE", with: "3 OTHER"))
        #expect(try crontab.remove(name: "a"))
        #expect(try !crontab.remove(name: "a"))
        #expect(try crontab.remove(name: "b"))
        #expect(text(crontab) == before)
    }

    @Test("A crontab may be binary or lack a final line break")
    func bytes() throws {
        let before: [UInt8] = [0xff, 0x0a, 0x00, 0x23, 0xfe]
        var crontab = CrontabText(before)
        _ = try crontab.install("1 LINE", name: "a")
        #expect(crontab.bytes == before + [0x0a] + Array(block.utf8))
        var unfinished = CrontabText(Array(block.utf8.dropLast()))
        #expect(try unfinished.remove(name: "a"))
        #expect(unfinished.bytes == [])
        var empty = CrontabText([])
        _ = try empty.install("1 LINE", name: "a")
        #expect(text(empty) == block)
    }

    @Test("A schedule of another command is told from the same command at another time")
    func otherCommand() throws {
        var crontab = CrontabText([])
        let line = "0 6 * * 1 /bin/pagereel record 'a b' -o c"
        #expect(try !crontab.hasOtherCommand(than: line, name: "a"))
        _ = try crontab.install(line, name: "a")
        for time in ["0 6 * * 1", "@daily", "*/5 1-2 * * mon"] {
            #expect(try !crontab.hasOtherCommand(than: "\(time) /bin/pagereel record 'a b' -o c", name: "a"))
            #expect(try crontab.hasOtherCommand(than: "\(time) /bin/pagereel record 'a b' -o d", name: "a"))
        }
        #expect(try !crontab.hasOtherCommand(than: "@daily x", name: "b"))
        let commented = CrontabText(Array("# pagereel a begin\n#\(line)\n# pagereel a end\n".utf8))
        #expect(try !commented.hasOtherCommand(than: line, name: "a"))
        let edited = CrontabText(Array("# pagereel a begin\nA=b\n0\t6 * * 1 x y\n# pagereel a end\n".utf8))
        #expect(try !edited.hasOtherCommand(than: "@daily x y", name: "a"))
        #expect(try edited.hasOtherCommand(than: "@daily x", name: "a"))
        #expect(throws: CommandError.self) {
            try CrontabText(Array("# pagereel a begin\n".utf8)).hasOtherCommand(than: line, name: "a")
        }
    }

    @Test("Names with a common prefix are distinguished")
    func names() throws {
        let before = "# pagereel a.b begin\nx\n# pagereel a.b end\n # pagereel a begin\n#pagereel a end\n"
        var crontab = CrontabText(Array(before.utf8))
        #expect(try !crontab.remove(name: "a"))
        #expect(try !crontab.remove(name: "a.b begin"))
        #expect(text(crontab) == before)
    }

    @Test(
        "A crontab with unpaired markers is not changed",
        arguments: [
            "# pagereel a begin\nx\n", "x\n# pagereel a end\n",
            "# pagereel a begin\n# pagereel a begin\n# pagereel a end\n",
            "# pagereel a begin\n# pagereel b begin\n# pagereel a end\n# pagereel b end\n",
        ])
    func unpaired(before: String) {
        var crontab = CrontabText(Array(before.utf8))
        #expect(throws: CommandError.self) { try crontab.install("1 LINE", name: "a") }
        #expect(throws: CommandError.self) { try crontab.remove(name: "a") }
        #expect(text(crontab) == before)
    }
}
