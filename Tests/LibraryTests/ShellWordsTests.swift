import Testing

@testable import Library

@Suite("Shell words")
struct ShellWordsTests {
    @Test(
        "Quoted words survive a round trip",
        arguments: [
            "plain", "", "two words", "it's", "a\nb\u{1b}[31m", "\\", "$HOME", "`id`", "年报", "\u{9b}x'\\", "-x", "#",
            "a;b", "~", "*",
        ])
    func roundTrip(word: String) throws {
        let text = ShellWords.join(["x", word, "y"])
        #expect(ShellWords.split(text) == ["x", word, "y"])
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(text)")
    }

    @Test(
        "Shell expansions are rejected",
        arguments: ["a;b", "a $(id)", "a `id`", "a > b", "a\nb", "a 'b", "a $'b", "a \"b\"", "~", "a & b", "a $'\\x'"])
    func more(text: String) { #expect(ShellWords.split(text) == nil) }
}

@Suite("The command that reproduces a recording")
struct RepeatableCommandTests {
    @Test("The command is parsed with its omissions")
    func roundTrip() throws {
        let command = RepeatableCommand(
            arguments: ["https://a.example/?q=it's # without --x", "--size", "320x180"],
            omitted: ["--cookie", "--header"])
        #expect(RepeatableCommand(command.text) == command)
        #expect(command.text.hasSuffix(" # without --cookie, --header"))
        let complete = RepeatableCommand(arguments: ["https://a.example/ # without --x"], omitted: [])
        #expect(RepeatableCommand(complete.text) == complete)
        #expect(complete.text == complete.line)
    }

    @Test(
        "Other text is not parsed",
        arguments: [
            "", "pagereel record", "rm -rf x", "pagereel record x; rm -rf y", "pagereel remove x",
            "pagereel record x # without x;y", "pagereel record x # without ", "pagereel record $(id)",
        ])
    func others(text: String) { #expect(RepeatableCommand(text) == nil) }
}
