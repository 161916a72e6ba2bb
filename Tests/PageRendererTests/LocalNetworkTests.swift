import EngineLink
import Foundation
import Testing

@testable import PageRenderer

private let localHosts = [
    "localhost", "localhost.", "app.localhost", "127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "192.168.0.1",
    "172.16.0.1", "172.31.255.255", "169.254.169.254", "100.64.0.1", "100.127.0.1", "[::1]", "[::]", "[fe80::1]",
    "[fd00::7]", "[::ffff:7f00:1]", "[::7f00:1]", "[64:ff9b::7f00:1]", "[fec0::1]", "printer.local", "intranet",
    "nas.home.arpa", "db.internal",
]
private let distantHosts = [
    "example.com", "1.1.1.1", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "169.253.1.1", "100.63.0.1",
    "100.128.0.1", "[2606:4700::1111]", "[64:ff9a::1]", "127.0.0.1.example.com", "localhost.example.com",
    "local.example",
    "mylocal.com", "10.example.com",
]

@Suite("Hosts of this machine and of private networks")
struct LocalNetworkTests {
    @Test("Local hosts are recognized by name or number", arguments: localHosts)
    func local(host: String) { #expect(LocalNetwork.contains(host)) }

    @Test("Public hosts are recognized", arguments: distantHosts)
    func distant(host: String) { #expect(!LocalNetwork.contains(host)) }

    @Test("The patterns match exactly the local hosts")
    func patterns() throws {
        let expressions = try LocalNetwork.patterns.map { try Regex($0).ignoresCase() }
        func matches(_ address: String) -> Bool { expressions.contains { address.firstMatch(of: $0) != nil } }
        for (hosts, isLocal) in [(localHosts, true), (distantHosts, false)] {
            for host in hosts {
                for address in [
                    "http://\(host)/", "https://\(host):8080/a?b=c", "ws://\(host)/socket", "http://user:word@\(host)/",
                ] {
                    #expect(matches(address) == isLocal, "\(address)")
                }
            }
        }
        #expect(!matches("https://example.com/?next=http://127.0.0.1/"))
        #expect(!matches("https://example.com/http://localhost/"))
        #expect(!matches("data:text/html,http://localhost/"))
    }
}

@Suite("The rules of a content filter")
struct ContentRulesTests {
    @Test("Characters are literal, and * matches anything")
    func filters() throws {
        let rules = try #require(
            ContentRules(blocking: ["ads.example.com", "*/track?id=*", "(a|b)"], blocksLocalNetwork: false))
        let list = try JSONSerialization.jsonObject(with: Data(rules.json.utf8)) as? [[String: [String: String]]]
        #expect(
            list?.map { $0["trigger"]?["url-filter"] } == [#"ads\.example\.com"#, #".*/track\?id=.*"#, #"\(a\|b\)"#])
        #expect(list?.allSatisfy { $0["action"] == ["type": "block"] } == true)
    }

    @Test("There are no rules if nothing is blocked")
    func none() { #expect(ContentRules(blocking: [], blocksLocalNetwork: false) == nil) }

    @Test(
        "Patterns that match everything or are invalid are rejected", arguments: ["", "*", "**", "a b", "ä"])
    func unusable(pattern: String) { #expect(!PageOptions.canBlock(pattern)) }
}
