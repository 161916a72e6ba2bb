import Testing

@testable import Notation

@Suite("Shell words")
struct ShellWordsTests {
    @Test(
        "Quoted words survive a round trip",
        arguments: [
            "plain", "", "two words", "it's", "a\nb\u{1b}[31m", "\\", "$HOME", "`id`", "年报", "\u{9b}x'\\", "-x", "#",
            "a;b", "~", "*", "'\u{301}", "a'\u{345};id;'\u{301}", "\u{1b}'\u{301}\\\u{302}", "\u{301}",
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

    @Test("A quote with a combining mark behind it is escaped")
    func marks() {
        let word = "a'\u{301}b"
        #expect(Array(ShellWords.join([word]).unicodeScalars) == Array("'a'\\''\u{301}b'".unicodeScalars))
        #expect("<\u{301}&\r\n".escaping(["<": "&lt;", "&": "&amp;", "\n": "\\n"]) == "&lt;\u{301}&amp;\r\\n")
    }
}
