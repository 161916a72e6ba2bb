import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite("Misspellings")
struct MisspellingTests {
    @Test(
        "A misspelled command gets a suggestion",
        arguments: [
            (["recrod", "page.html"], "unknown command 'recrod'. Did you mean 'record'? See 'pagereel --help'."),
            (["help", "recrod"], "unknown command 'recrod'. Did you mean 'record'? See 'pagereel --help'."),
            (["nothing-like-it"], "unknown command 'nothing-like-it'. See 'pagereel --help'."),
            (
                ["batch", "stauts", "a.csv"],
                "unknown command 'stauts'. Did you mean 'status'? See 'pagereel batch --help'."
            ),
            (["help", "batch", "rnu"], "unknown command 'rnu'. Did you mean 'run'? See 'pagereel batch --help'."),
            (
                ["screenshot", "page.html"],
                "unknown command 'screenshot'. 'pagereel stills' takes pictures of a page. See 'pagereel --help'."
            ),
            (
                ["Render", "a.yaml"],
                "unknown command 'Render'. 'pagereel record' records a page, and 'pagereel compose' renders a timeline. "
                    + "See 'pagereel --help'."
            ),
            (["cron"], "unknown command 'cron'. 'pagereel schedule' schedules a command. See 'pagereel --help'."),
            (["version"], "unknown command 'version'. 'pagereel --version' shows the version. See 'pagereel --help'."),
            (["help", "record", "page"], "unknown command 'page'. See 'pagereel record --help'."),
        ])
    func commands(typed: [String], message: String) throws {
        let unknown = try #require(UnknownCommand.find(in: typed, of: Pagereel.self))
        #expect("\(unknown)" == message)
        #expect(unknown.status == .usage)
    }

    @Test(
        "A page without a command gets the suggestion to record it",
        arguments: [
            (["page.html"], "pagereel record page.html"), (["a b.XHTML"], "pagereel record 'a b.XHTML'"),
            (["https://a.example/?b&c", "-o", "d.mp4"], "pagereel record 'https://a.example/?b&c' -o d.mp4"),
        ])
    func pages(typed: [String], command: String) throws {
        let unknown = try #require(UnknownCommand.find(in: typed, of: Pagereel.self))
        #expect("\(unknown)" == "no command given. To record the page: \(command)")
    }

    @Test(
        "Valid commands, options and help are not reported",
        arguments: [
            [], ["record"], ["record", "recrod"], ["help"], ["help", "record"], ["help", "help"], ["--help"], ["-h"],
            ["batch", "a.csv"], ["batch", "run.csv"], ["batch", "no-file"], ["help", "batch", "run"],
            ["--version"], ["--generate-completion-script", "bash"], ["---completion", "record"],
        ])
    func known(typed: [String]) {
        #expect(UnknownCommand.find(in: typed, of: Pagereel.self) == nil)
    }

    @Test(
        "A misspelled option is reported before other errors",
        arguments: [
            (
                ["schedule", "--corn", "@daily"],
                "unknown option '--corn'. Did you mean '--cron'? See 'pagereel schedule --help'."
            ),
            (["batch", "verify", "--qqqq"], "unknown option '--qqqq'. See 'pagereel batch verify --help'."),
            (["batch", "a.csv", "--zzzzzzz"], "unknown option '--zzzzzzz'. See 'pagereel batch run --help'."),
            (["list", "--zzzzzzzzz=1"], "unknown option '--zzzzzzzzz'. See 'pagereel list --help'."),
            (
                ["record", "a.html", "--no-drak"],
                "unknown option '--no-drak'. Did you mean '--no-dark'? See 'pagereel record --help'."
            ),
        ])
    func options(typed: [String], message: String) throws {
        let unknown = try #require(UnknownOption.find(in: typed, of: Pagereel.self))
        #expect("\(unknown)" == message)
    }

    @Test(
        "An option of another program is answered with this program's",
        arguments: [
            (["record", "a.html", "--viewport", "1x1"], "--viewport", "Use --size 1280x720."),
            (["stills", "a.html", "--wait=3"], "--wait", "Take the still later: --at 3s."),
            (
                ["record", "a.html", "--wait", "3"], "--wait",
                "Let a step wait: --do FILE, with '- wait: 3s' in the file."
            ),
            (["record", "a.html", "-f"], "-f", "Use --overwrite."),
            (["record", "a.html", "-r", "30"], "-r", "Use --fps 30."),
            (["record", "a.html", "--media", "print"], "--media", "A page is shown as on a screen; docs/limits.md"),
            (
                ["record", "a.html", "--format", "mp4"], "--format",
                "The output's name says the format, like -o video.webm."
            ),
            (
                ["check", "a.html", "--proxy", "x"], "--proxy",
                "Set the proxy in the environment, like https_proxy=http://host:8080."
            ),
            (["record", "a.html", "-crf", "18"], "-crf", "Use --quality 20."),
            (["record", "a.html", "-loop", "1"], "-loop", "Use --loops 1"),
            (["record", "a.html", "-vf", "scale=1:2"], "-vf", "Use --size and --fps;"),
            (["batch", "a.csv", "--workers", "2"], "--workers", "Use --jobs 2."),
            (["batch", "a.csv", "--resume"], "--resume", "The same command goes on where it stopped"),
            (["record", "a.html", "--fade", "2s"], "--fade", "Use --audio-fade-out 2s"),
            (["record", "a.html", "--logo=a.png"], "--logo", "'pagereel compose' puts pictures and titles"),
            (["check", "a.html", "--timeout", "3"], "--timeout", "Use --start-timeout for loading and the start."),
            (["check", "a.html", "--junit", "a.xml"], "--junit", "Use --report junit.xml"),
            (["stills", "a.html", "--threshold", "1"], "--threshold", "Use --allow PERCENT"),
            (["schedule", "--list"], "--list", "'crontab -l' lists the schedules."),
            (["check", "a.html", "--json"], "--json", "Use --format json, or --report check.json."),
            (["record", "a.html", "--dry-run"], "--dry-run", "'pagereel check' tries a page without recording it."),
            (
                ["batch", "a.csv", "--ignore-HTTPS-errors"], "--ignore-HTTPS-errors",
                "Use --insecure, for certificates "
            ),
        ])
    func foreign(typed: [String], option: String, advice: String) throws {
        let text = "\(try #require(UnknownOption.find(in: typed, of: Pagereel.self)))"
        #expect(text.hasPrefix("unknown option '\(option)'. \(advice)"), "\(text)")
    }

    @Test(
        "A letter that is a value or unknown everywhere is left to the parser",
        arguments: [
            ["record", "a.html", "-qv"], ["record", "a.html", "-o", "-crf"], ["record", "a.html", "-o", "-f"],
            ["record", "a.html", "-o=a", "-é"], ["record", "a.html", "-x"],
        ])
    func otherLetters(typed: [String]) {
        #expect(UnknownOption.find(in: typed, of: Pagereel.self) == nil)
    }

    @Test(
        "Valid options and arguments after -- are not reported",
        arguments: [
            ["record", "a.html", "--no-dark", "--size=1x1", "--help", "-x"], ["schedule", "--", "record", "--corn"],
            ["--version"], ["check", "a.html", "--no-config"], ["remove", "--yes"],
        ])
    func knownOptions(typed: [String]) {
        #expect(UnknownOption.find(in: typed, of: Pagereel.self) == nil)
    }
}

@Suite("Case files")
struct CasesFileTests {
    private func message(_ text: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try CasesFile(path: try folder.write("cases.yaml", text))
        let error = #expect(throws: (any Error).self) { try file.cases() }
        return "\(try #require(error))"
    }

    @Test(
        "An unknown key gets a suggestion",
        arguments: [
            ("pages: [{pgae: a.html}]", "Did you mean page?"),
            ("pages: [{page: a, exepct: stop}]", "Did you mean expect?"),
            ("pages: [{page: a, cases: [{nmae: b}]}]", "Did you mean name?"),
            ("pages: [{page: a, sacle: 2}]", "Did you mean scale?"),
        ])
    func suggestions(text: String, words: String) throws {
        #expect(try message(text).hasSuffix(words))
    }

    @Test("A file without cases is rejected", arguments: ["pages: []", "pages: [{page: a.html, cases: []}]"])
    func empty(text: String) throws {
        #expect(try message(text).contains("There are no cases to check."))
    }
}
