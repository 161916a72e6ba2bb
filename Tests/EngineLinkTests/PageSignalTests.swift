import Testing

@testable import EngineLink

@Suite("Signals as words and addresses")
struct PageSignalTests {
    static let plain: [(String, PageSignal)] = [
        ("start", .start), ("stop", .stop), ("cancel", .cancel), ("pause", .pause), ("resume", .resume),
    ]

    @Test("Each signal has its own word", arguments: plain)
    func words(word: String, signal: PageSignal) {
        #expect(PageSignal(word: word) == signal)
        #expect(signal.word == word)
        #expect(signal.name == nil)
        #expect(PageSignal(word: word, name: "ignored") == signal)
    }

    @Test("Only marks have a name; it may be empty")
    func marks() {
        #expect(PageSignal(word: "mark", name: "Results") == .mark(name: "Results"))
        #expect(PageSignal(word: "mark") == .mark(name: ""))
        #expect(PageSignal.mark(name: "Results").word == "mark")
        #expect(PageSignal.mark(name: "Results").name == "Results")
    }

    @Test("Unknown words are rejected", arguments: ["", "Start", "START", " start", "begin", "start!", "mark?name=x"])
    func otherWords(word: String) {
        #expect(PageSignal(word: word) == nil)
    }

    @Test("Case, slashes and fragment of an address are ignored", arguments: plain)
    func addresses(word: String, signal: PageSignal) {
        for address in [
            "pagereel://\(word)", "pagereel:\(word)", "pagereel:///\(word)", "pagereel://\(word)/",
            "PageReel://\(word.uppercased())", "pagereel://\(word)#top", "pagereel://\(word)?frames=30",
            "pagereel://\(word)/?a=b#c",
        ] {
            #expect(PageSignal(address: address) == signal, "\(address)")
        }
    }

    @Test(
        "Other addresses are not signals",
        arguments: [
            "", "#", "pagereel", "pagereel:", "pagereel://", "pagereel://starts", "pagereel://?start",
            "pagereels://start", "https://start", "https://app.example/?pagereel://start", "x-pagereel://start",
        ])
    func otherAddresses(address: String) {
        #expect(PageSignal(address: address) == nil)
    }

    @Test(
        "A mark's name is decoded as form data",
        arguments: [
            ("name=Results", "Results"),
            ("name=Net+income", "Net income"),
            ("name=1%2B1", "1+1"),
            ("name=100%25", "100%"),
            ("name=a%26b%3Dc", "a&b=c"),
            ("name=%E5%B9%B4%E5%BA%A6%E6%8A%A5%E5%91%8A", "年度报告"),
            ("name=年度", "年度"),
            ("slide=3&name=Outlook", "Outlook"),
            ("name=First&name=Second", "First"),
            ("name=a=b", "a=b"),
            ("name=Keep+Case", "Keep Case"),
            ("name=", ""),
            ("name", ""),
            ("title=Results", ""),
            ("", ""),
        ])
    func names(query: String, name: String) {
        #expect(PageSignal(address: "pagereel://mark?\(query)") == .mark(name: name))
    }

    @Test("A name with invalid escapes is kept unchanged")
    func brokenEscapes() {
        #expect(PageSignal(address: "pagereel://mark?name=100%") == .mark(name: "100%"))
        #expect(PageSignal(address: "pagereel://mark?name=a+%zz") == .mark(name: "a %zz"))
        #expect(PageSignal(address: "pagereel://mark?name=a%00b") == .mark(name: "a%00b"))
    }

    @Test(
        "Control characters in a name become spaces",
        arguments: [("a\u{1b}[31mb", "a [31mb"), ("a\r\nb\u{7}", "a  b ")])
    func controlCharacters(name: String, kept: String) {
        #expect(PageSignal(word: "mark", name: name) == .mark(name: kept))
    }

    @Test("A name ends at the fragment")
    func fragmentAfterName() {
        #expect(PageSignal(address: "pagereel://mark?name=Results#page") == .mark(name: "Results"))
    }

    @Test("A long name is truncated")
    func longNames() {
        let long = String(repeating: "长", count: PageSignal.longestName + 1)
        let cut = String(repeating: "长", count: PageSignal.longestName)
        #expect(PageSignal(word: "mark", name: long) == .mark(name: cut))
        #expect(PageSignal(word: "mark", name: cut) == .mark(name: cut))
        #expect(PageSignal(address: "pagereel://mark?name=\(long)") == .mark(name: cut))
    }

    @Test("A name of one endless character is truncated")
    func endlessCharacter() throws {
        let tower = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(tower.count == 1)
        let name = try #require(PageSignal(word: "mark", name: tower)?.name)
        #expect(name == "e" + String(repeating: "\u{301}", count: 8))
    }
}
