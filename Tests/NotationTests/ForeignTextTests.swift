import Notation
import Testing

@Suite("Text of pages and files")
struct ForeignTextTests {
    @Test(
        "One line cannot control a terminal",
        arguments: [
            ("a\u{1b}[31mb\u{7}c", "a [31mb c"), ("a\nb\r\tc", "a b  c"), ("a\u{2028}b\u{2029}c", "a b c"),
            ("a\u{202e}b\u{2066}c", "a b c"), ("a\u{9b}31mb\u{7f}", "a 31mb "),
            ("שלום\u{200f} עולם", "שלום\u{200f} עולם"),
            ("e\u{301} 👩🏽‍💻 کتاب‌ها हिन्दी", "e\u{301} 👩🏽‍💻 کتاب‌ها हिन्दी"),
            ("see https://u:PW@h/?token=x", "see https://h/?token=***"),
        ])
    func line(text: String, cleaned: String) {
        #expect(ForeignText.line(text).unicodeScalars.elementsEqual(cleaned.unicodeScalars), "\(cleaned)")
    }

    @Test("Lines keep breaks and tabs")
    func lines() {
        #expect(ForeignText.lines("a\n\tb\u{1b}c") == "a\n\tb c")
    }

    @Test("Combining characters do not pile up")
    func marks() {
        let alone = ForeignText.line(String(repeating: "\u{301}", count: 499))
        #expect(alone == "\u{25cc}" + String(repeating: "\u{301}", count: 8))
        let piled = ForeignText.line("a" + String(repeating: "\u{301}", count: 499) + "b")
        #expect(piled == "a" + String(repeating: "\u{301}", count: 8) + "b")
        #expect(ForeignText.line("Zürich", upTo: 3) == "Zür")
    }
}
