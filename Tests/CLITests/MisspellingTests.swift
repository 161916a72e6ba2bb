import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite("What is misspelled")
struct MisspellingTests {
    @Test(
        "is a command, which the nearest one is suggested for",
        arguments: [
            (["recrod", "page.html"], "unknown command 'recrod'. Did you mean 'record'?"),
            (["help", "recrod"], "unknown command 'recrod'. Did you mean 'record'?"),
            (["nothing-like-it"], "unknown command 'nothing-like-it'. See 'pagereel --help' for the commands."),
        ])
    func commands(typed: [String], message: String) throws {
        let unknown = try #require(UnknownCommand(in: typed, of: Pagereel.self))
        #expect("\(unknown)" == message)
        #expect(unknown.status == .usage)
    }

    @Test(
        "is the page of a recording without its command",
        arguments: [
            (["page.html"], "pagereel record page.html"), (["a b.XHTML"], "pagereel record 'a b.XHTML'"),
            (["https://a.example/?b&c", "-o", "d.mp4"], "pagereel record 'https://a.example/?b&c' -o d.mp4"),
        ])
    func pages(typed: [String], command: String) throws {
        let unknown = try #require(UnknownCommand(in: typed, of: Pagereel.self))
        #expect("\(unknown)" == "no command given. To record the page: \(command)")
    }

    @Test(
        "is neither a command, nor an option, nor help",
        arguments: [
            [], ["record"], ["record", "recrod"], ["help"], ["help", "record"], ["help", "help"], ["--help"], ["-h"],
            ["--version"], ["--generate-completion-script", "bash"], ["---completion", "record"],
        ])
    func known(typed: [String]) {
        #expect(UnknownCommand(in: typed, of: Pagereel.self) == nil)
    }

    @Test(
        "is an option, whatever else is wrong",
        arguments: [
            (
                ["schedule", "--corn", "@daily"],
                "unknown option '--corn'. Did you mean '--cron'? See 'pagereel schedule --help'."
            ),
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
        "is no option that the command has, nor what stands behind two dashes",
        arguments: [
            ["record", "a.html", "--no-dark", "--size=1x1", "--help", "-x"], ["schedule", "--", "record", "--corn"],
            ["--version"], ["check", "a.html", "--no-config"], ["remove", "--yes"],
        ])
    func knownOptions(typed: [String]) {
        #expect(UnknownOption.find(in: typed, of: Pagereel.self) == nil)
    }
}

@Suite("A file of cases")
struct CasesFileTests {
    private func message(_ text: String) throws -> String {
        let folder = try TemporaryFolder()
        let file = try CasesFile(path: try folder.write("cases.yaml", text))
        let error = #expect(throws: (any Error).self) { try file.cases() }
        return "\(try #require(error))"
    }

    @Test(
        "suggests the key that was meant",
        arguments: [
            ("pages: [{pgae: a.html}]", "Did you mean page?"),
            ("pages: [{page: a, exepct: stop}]", "Did you mean expect?"),
            ("pages: [{page: a, cases: [{nmae: b}]}]", "Did you mean name?"),
            ("pages: [{page: a, sacle: 2}]", "Did you mean scale?"),
        ])
    func suggestions(text: String, words: String) throws {
        #expect(try message(text).hasSuffix(words))
    }

    @Test("has at least one case", arguments: ["pages: []", "pages: [{page: a.html, cases: []}]"])
    func empty(text: String) throws {
        #expect(try message(text).contains("There are no cases to check."))
    }
}

@Suite("A CSS selector")
struct CSSSelectorTests {
    @Test(
        "may be valid",
        arguments: [
            "#chart", ".ready", "main > img", "a[href^='#.']", "*", "h1, h2 ~ p + b", "li:nth-child(2n + 1)::before",
            "div:not(.a, #b)", "#\\31 0", ".a\\:b", ".a\\#", "[data-x=\"1,2>3\"] .y", "#年", "input:checked",
            "svg|rect", "a:has(> img)", ".-x", ".--y", "a /* . */ b", "[a", ":is(a", "  body.done  ",
        ])
    func valid(text: String) throws {
        #expect(try cssSelector(text) == text)
    }

    @Test(
        "is refused before a page is loaded",
        arguments: [
            "##", "", " ", "#", ".", "a:", "> img", "a >", "a > > b", "a,", ",a", "#1", "..a", "a:::b", "a)", "(]",
            "'a'",
        ])
    func invalid(text: String) {
        #expect(throws: ValidationError.self) { try cssSelector(text) }
    }
}
