import Testing

@testable import EngineLink

@Suite("Signals as words and addresses")
struct PageSignalTests {
    static let plain: [(String, PageSignal)] = [
        ("start", .start), ("stop", .stop), ("cancel", .cancel), ("pause", .pause), ("resume", .resume),
    ]

    @Test("has a word of its own for each signal", arguments: plain)
    func words(word: String, signal: PageSignal) {
        #expect(PageSignal(word: word) == signal)
        #expect(signal.word == word)
        #expect(signal.name == nil)
        #expect(PageSignal(word: word, name: "ignored") == signal)
    }

    @Test("gives only marks a name, an empty one when it is missing")
    func marks() {
        #expect(PageSignal(word: "mark", name: "Results") == .mark(name: "Results"))
        #expect(PageSignal(word: "mark") == .mark(name: ""))
        #expect(PageSignal.mark(name: "Results").word == "mark")
        #expect(PageSignal.mark(name: "Results").name == "Results")
    }

    @Test("takes no other word", arguments: ["", "Start", "START", " start", "begin", "start!", "mark?name=x"])
    func otherWords(word: String) {
        #expect(PageSignal(word: word) == nil)
    }

    @Test("reads an address whatever its case, its slashes and its fragment", arguments: plain)
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
        "takes no other address",
        arguments: [
            "", "#", "pagereel", "pagereel:", "pagereel://", "pagereel://starts", "pagereel://?start",
            "pagereels://start", "https://start", "https://app.example/?pagereel://start", "x-pagereel://start",
        ])
    func otherAddresses(address: String) {
        #expect(PageSignal(address: address) == nil)
    }

    @Test(
        "decodes a mark's name as a form's data",
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

    @Test("keeps a name as it came when its escapes are broken")
    func brokenEscapes() {
        #expect(PageSignal(address: "pagereel://mark?name=100%") == .mark(name: "100%"))
        #expect(PageSignal(address: "pagereel://mark?name=a+%zz") == .mark(name: "a %zz"))
        #expect(PageSignal(address: "pagereel://mark?name=a%00b") == .mark(name: "a%00b"))
    }

    @Test(
        "has spaces for a name's control characters",
        arguments: [("a\u{1b}[31mb", "a [31mb"), ("a\r\nb\u{7}", "a  b ")])
    func controlCharacters(name: String, kept: String) {
        #expect(PageSignal(word: "mark", name: name) == .mark(name: kept))
    }

    @Test("ends a name at the fragment")
    func fragmentAfterName() {
        #expect(PageSignal(address: "pagereel://mark?name=Results#page") == .mark(name: "Results"))
    }

    @Test("cuts a name that is too long, however it is written")
    func longNames() {
        let long = String(repeating: "长", count: PageSignal.longestName + 1)
        let cut = String(repeating: "长", count: PageSignal.longestName)
        #expect(PageSignal(word: "mark", name: long) == .mark(name: cut))
        #expect(PageSignal(word: "mark", name: cut) == .mark(name: cut))
        #expect(PageSignal(address: "pagereel://mark?name=\(long)") == .mark(name: cut))
    }

    @Test("cuts a name of one character that never ends")
    func endlessCharacter() throws {
        let tower = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(tower.count == 1)
        let name = try #require(PageSignal(word: "mark", name: tower)?.name)
        #expect(name.unicodeScalars.count == PageSignal.longestName)
    }
}
