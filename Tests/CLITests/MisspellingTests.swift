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
            (["batch", "verify", "--nope"], "unknown option '--nope'. See 'pagereel batch verify --help'."),
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
