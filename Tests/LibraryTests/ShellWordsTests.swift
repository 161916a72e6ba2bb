import Testing

@testable import Library

@Suite("Words of a shell")
struct ShellWordsTests {
    @Test(
        "come back as they were written",
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
        "are refused where a shell would do more than read them",
        arguments: ["a;b", "a $(id)", "a `id`", "a > b", "a\nb", "a 'b", "a $'b", "a \"b\"", "~", "a & b", "a $'\\x'"])
    func more(text: String) { #expect(ShellWords.split(text) == nil) }
}

@Suite("The command that records again")
struct RepeatableCommandTests {
    @Test("comes back with what was left out")
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
        "is not read from another text",
        arguments: [
            "", "pagereel record", "rm -rf x", "pagereel record x; rm -rf y", "pagereel remove x",
            "pagereel record x # without x;y", "pagereel record x # without ", "pagereel record $(id)",
        ])
    func others(text: String) { #expect(RepeatableCommand(text) == nil) }
}
