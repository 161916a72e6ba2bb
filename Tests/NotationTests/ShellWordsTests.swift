import Testing

@testable import Notation

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
