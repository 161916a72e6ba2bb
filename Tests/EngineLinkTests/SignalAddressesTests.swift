import Testing

@testable import EngineLink

@Suite("Custom signal addresses")
struct SignalAddressesTests {
    private let page = "https://app.example/reports/annual.html?year=2026#top"

    @Test("The default addresses are recognized")
    func defaults() {
        let addresses = SignalAddresses()
        #expect(addresses.signal(at: "pagereel://start", from: page) == .start)
        #expect(addresses.signal(at: "pagereel://mark?name=One", from: page) == .mark(name: "One"))
        #expect(addresses.signal(at: "https://app.example/start", from: page) == nil)
        #expect(addresses.address(of: .start) == "pagereel://start")
        #expect(addresses.address(of: .mark(name: "One")) == "pagereel://mark")
    }

    @Test("Each address can be replaced separately")
    func replaced() {
        let addresses = SignalAddresses(start: "https://app.example/YourStartURL")
        #expect(addresses.signal(at: "https://app.example/YourStartURL", from: page) == .start)
        #expect(addresses.signal(at: "pagereel://start", from: page) == nil)
        for (word, signal) in PageSignalTests.plain where signal != .start {
            #expect(addresses.signal(at: "pagereel://\(word)", from: page) == signal)
        }
        #expect(addresses.address(of: .start) == "https://app.example/YourStartURL")
        #expect(addresses.address(of: .stop) == "pagereel://stop")
    }

    @Test("Start, stop and cancel are distinguished")
    func allThree() {
        let addresses = SignalAddresses(
            start: "https://app.example/a", stop: "https://app.example/b", cancel: "app://c")
        #expect(addresses.signal(at: "https://app.example/a", from: page) == .start)
        #expect(addresses.signal(at: "https://app.example/b", from: page) == .stop)
        #expect(addresses.signal(at: "app://c", from: page) == .cancel)
        #expect(addresses.signal(at: "https://app.example/c", from: page) == nil)
    }

    @Test(
        "Query, fragment, final slashes and case of scheme and host are ignored",
        arguments: [
            "https://app.example/YourStartURL?x=1", "https://app.example/YourStartURL#end",
            "https://app.example/YourStartURL?x=1#end", "https://app.example/YourStartURL/",
            "https://app.example/YourStartURL/?x=1", "HTTPS://App.Example/YourStartURL",
            "https://app.example:443/YourStartURL", "https://someone@app.example/YourStartURL",
        ])
    func equivalents(address: String) {
        #expect(SignalAddresses(start: "https://app.example/YourStartURL").signal(at: address, from: page) == .start)
        #expect(SignalAddresses(start: address).signal(at: "https://app.example/YourStartURL", from: page) == .start)
    }

    @Test(
        "Scheme, host, port and path must match",
        arguments: [
            "http://app.example/YourStartURL", "https://app.example/yourstarturl", "https://app.example/",
            "https://app.example", "https://other.example/YourStartURL", "https://app.example/YourStartURL/x",
            "https://app.example:8443/YourStartURL", "https://app.example/?/YourStartURL",
            "https://app.example/YourStartURL2",
        ])
    func others(address: String) {
        #expect(SignalAddresses(start: "https://app.example/YourStartURL").signal(at: address, from: page) == nil)
    }

    @Test("An address without a scheme is relative to the page")
    func relative() {
        let addresses = SignalAddresses(start: "YourStartURL", stop: "/YourStopURL", cancel: "//other.example/x")
        #expect(addresses.signal(at: "https://app.example/reports/YourStartURL?a=b", from: page) == .start)
        #expect(addresses.signal(at: "https://app.example/YourStartURL", from: page) == nil)
        #expect(addresses.signal(at: "https://app.example/YourStopURL", from: page) == .stop)
        #expect(addresses.signal(at: "https://other.example/x", from: page) == .cancel)
        let file = "file:///srv/pages/a%20page.html"
        #expect(addresses.signal(at: "file:///srv/pages/YourStartURL", from: file) == .start)
    }

    @Test("A relative address matches on a page opened with credentials")
    func relativeWithUser() {
        let addresses = SignalAddresses(start: "YourStartURL")
        #expect(
            addresses.signal(at: "https://user:secret@app.example/YourStartURL", from: "https://app.example/p")
                == .start)
    }

    @Test("A host matches with and without a slash")
    func hostAlone() {
        #expect(SignalAddresses(stop: "https://app.example").signal(at: "https://app.example/", from: page) == .stop)
        #expect(SignalAddresses(stop: "app://stop").signal(at: "app://stop/", from: page) == .stop)
        #expect(SignalAddresses(stop: "app:stop").signal(at: "app:stop", from: page) == .stop)
    }

    @Test(
        "An address escaped by the engine matches",
        arguments: [
            ("https://app.example/开始", "https://app.example/%E5%BC%80%E5%A7%8B"),
            ("https://app.example/%e5%bc%80", "https://app.example/%E5%BC%80"),
            ("https://app.example/start now", "https://app.example/start%20now"),
            ("开始", "https://app.example/reports/%E5%BC%80%E5%A7%8B"),
        ])
    func escaped(own: String, target: String) {
        #expect(SignalAddresses(start: own).signal(at: target, from: page) == .start)
    }

    @Test("Invalid addresses are not signals", arguments: ["", "%", "https://", "://", "?", "#"])
    func broken(address: String) {
        #expect(SignalAddresses(start: "https://app.example/s").signal(at: address, from: page) == nil)
    }
}
