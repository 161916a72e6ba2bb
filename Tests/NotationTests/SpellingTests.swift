import Notation
import Testing

/// Words that were nearly right.
@Suite("Spelling")
struct SpellingTests {
    private let words = ["src", "opacity", "overlays", "in", "out"]

    @Test(
        "The word that was probably meant is the nearest",
        arguments: [
            ("scr", "src"), ("opactiy", "opacity"), ("opacty", "opacity"), ("overlay", "overlays"), ("Out", "out"),
            ("ni", "in"),
        ])
    func nearest(word: String, meant: String) {
        #expect(word.nearest(in: words) == meant)
        #expect(words.suggestion(for: word) == " Did you mean \(meant)?")
    }

    @Test("A word that is far from all is none of them", arguments: ["colour", "", "x", "sssrc", "yticapo"])
    func far(word: String) {
        #expect(word.nearest(in: words) == nil)
        #expect(words.suggestion(for: word) == " There are src, opacity, overlays, in, out.")
    }
}
