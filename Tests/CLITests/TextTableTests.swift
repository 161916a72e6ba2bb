import Testing

@testable import CLI

@Suite("The width of text on a terminal")
struct TerminalWidthTests {
    @Test(
        "The width follows Unicode",
        arguments: [
            ("", 0), ("abc", 3), ("résumé", 6), ("年度报告", 8), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("한국어", 6), ("Ελλάδα", 6),
            // Combining marks: an accent, Thai, Hebrew points, a Korean syllable of three letters.
            ("e\u{301}", 1), ("น้ำ", 2), ("שָׁ", 1), ("\u{1112}\u{1161}\u{11ab}", 2),
            // Emoji: alone, with a skin tone, a family, a flag, a digit in a key, and a heart of either kind.
            ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇦🇹", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("⌚", 2), ("🫨", 2),
            // Zero-width spaces and arrows have the right width.
            ("a\u{200b}b", 2), ("→…·", 3), ("「引」", 6), ("𠮷", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(text.terminalWidth == columns)
    }

    @Test(
        "Truncated text has the requested width",
        arguments: [
            ("report", 6, "report"), ("report", 5, "repo…"), ("年度报告", 8, "年度报告"), ("年度报告", 7, "年度报…"),
            ("年度报告", 6, "年度…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("年", 1, "…"),
        ])
    func cut(text: String, width: Int, rest: String) {
        #expect(text.cut(toTerminalWidth: width) == rest)
        #expect(text.front(ofTerminalWidth: width).terminalWidth <= width)
    }

    @Test("Text is padded with spaces")
    func padding() {
        #expect("年".padding(toTerminalWidth: 4) == "年  ")
        #expect("年".padding(toTerminalWidth: 1) == "年")
    }
}

@Suite("A table")
struct TextTableTests {
    private let table = TextTable(
        [.number("#"), .flexible("page", narrowest: 8), "name"],
        rows: [
            ["1", "Annual report", "a.mp4"], ["10", "年度报告：结果与展望", "b.mp4"], ["9", "re\u{301}sume\u{301} 😀", ""],
        ])

    @Test("Columns are aligned by display width, without trailing spaces")
    func columns() {
        #expect(
            table.lines() == [
                " #  page                  name",
                " 1  Annual report         a.mp4",
                "10  年度报告：结果与展望  b.mp4",
                " 9  re\u{301}sume\u{301} 😀",
            ])
    }

    @Test("One column is truncated to fit the terminal")
    func narrow() {
        #expect(table.lines(width: 31) == table.lines())
        #expect(
            table.lines(width: 20) == [
                " #  page       name",
                " 1  Annual r…  a.mp4",
                "10  年度报告…  b.mp4",
                " 9  re\u{301}sume\u{301} 😀",
            ])
        #expect(table.lines(width: 1)[1] == " 1  Annual …  a.mp4")
    }

    @Test("Control characters in cells are removed")
    func controls() {
        #expect(TextTable(rows: [["a\n\u{1b}", "b"], ["longer", "c"]]).lines() == ["a       b", "longer  c"])
        #expect(TextTable(rows: []).lines() == [])
    }
}
