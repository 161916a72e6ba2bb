import Notation
import Testing

/// Suggestions for misspelled words.
@Suite("Spelling")
struct SpellingTests {
    private let words = ["src", "opacity", "overlays", "in", "out"]

    @Test(
        "The nearest word is suggested",
        arguments: [
            ("scr", "src"), ("opactiy", "opacity"), ("opacty", "opacity"), ("overlay", "overlays"), ("Out", "out"),
            ("ni", "in"),
        ])
    func nearest(word: String, meant: String) {
        #expect(word.nearest(in: words) == meant)
        #expect(words.suggestion(for: word) == " Did you mean \(meant)?")
    }

    @Test("A word far from all others gets no suggestion", arguments: ["colour", "", "x", "sssrc", "yticapo"])
    func far(word: String) {
        #expect(word.nearest(in: words) == nil)
        #expect(words.suggestion(for: word) == " There are src, opacity, overlays, in, out.")
    }
}
