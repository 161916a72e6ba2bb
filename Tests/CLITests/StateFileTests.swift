import ArgumentParser
import EngineLink
import Files
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite("A state file")
struct StateFileTests {
    private func state(_ text: String) throws -> PageState { try StateFile.state(in: text, path: "a.txt") }

    private func message(_ text: String) throws -> String {
        "\(try #require(#expect(throws: FileError.self) { try state(text) }))"
    }

    @Test("has Playwright's storage state")
    func playwright() throws {
        let text = """
            {"cookies": [
              {"name": "sid", "value": "a=b", "domain": ".example.com", "path": "/app", "expires": 1999999999.5,
               "httpOnly": true, "secure": true, "sameSite": "Strict", "partitionKey": "x"},
              {"name": "plain", "value": "", "domain": "localhost"}],
             "origins": [{"origin": "https://example.com:8443", "localStorage": [{"name": "k", "value": "ü☃"}],
                          "indexedDB": []}]}
            """
        let state = try state(text)
        let first = try #require(state.cookies.first)
        #expect(first.name == "sid" && first.value == "a=b" && first.domain == ".example.com" && first.path == "/app")
        #expect(first.expires == 1_999_999_999.5 && first.isHTTPOnly && first.isSecure && first.sameSite == .strict)
        let second = try #require(state.cookies.last)
        #expect(second.path == "/" && second.expires == -1 && !second.isHTTPOnly && !second.isSecure)
        #expect(second.sameSite == nil)
        #expect(state.origins.map(\.origin) == ["https://example.com:8443"])
        #expect(state.origins.first?.localStorage == [.init(name: "k", value: "ü☃")])
        #expect(try self.state("\u{feff} {}").cookies.isEmpty)
    }

    @Test("has cookies in Netscape's format", arguments: ["\n", "\r\n"])
    func netscape(end: String) throws {
        let lines = [
            "# Netscape HTTP Cookie File", "", "example.com\tFALSE\t/\tFALSE\t0\ta\t1",
            "#HttpOnly_.example.com\tTRUE\t/app\tTRUE\t1999999999\tb\tx y=z\u{85}",
            "example.org\ttrue\t/\tfalse\t0\tc\t", "example.org\tFALSE\t/\tFALSE\t0\td",
            "127.0.0.1\tTRUE\t/\tFALSE\t0\te\t1",
        ]
        let cookies = try state(lines.joined(separator: end)).cookies
        #expect(cookies.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(cookies.map(\.value) == ["1", "x y=z\u{85}", "", "", "1"])
        #expect(cookies.map(\.domain) == ["example.com", ".example.com", ".example.org", "example.org", "127.0.0.1"])
        #expect(cookies.map(\.path) == ["/", "/app", "/", "/", "/"])
        #expect(cookies.map(\.expires) == [-1, 1_999_999_999, -1, -1, -1])
        #expect(cookies.map(\.isHTTPOnly) == [false, true, false, false, false])
        #expect(cookies.map(\.isSecure) == [false, true, false, false, false])
    }

    @Test(
        "is refused with its line, or its place in the JSON, and never a value",
        arguments: [
            ("", "a.txt: the file is empty"), (" \n", "a.txt: the file is empty"),
            ("[]", "a.txt, line 1: not a JSON object"),
            ("{\n\"cookies\": [\n}", "a.txt, line 3: not a JSON object: there is no value"),
            ("{\n\"cookies\": [],\r\n\"PW1\n\": 1}", "a.txt, line 3: not a JSON object: there is"),
            (#"{"cookies": {}}"#, "a.txt, cookies: expected a list."),
            (#"{"cookies": [{"name": "a", "value": "PW1"}]}"#, "a.txt, cookies[0].domain: expected a value"),
            (
                #"{"cookies": [{"name": "a", "value": 1, "domain": "h"}]}"#,
                "a.txt, cookies[0].value: expected a text."
            ),
            (
                #"{"cookies": [{"name": "a", "value": "PW1", "domain": "h", "expires": "PW1"}]}"#,
                "a.txt, cookies[0].expires: expected a number."
            ),
            (
                #"{"cookies": [{"name": "a", "value": "PW1", "domain": "h", "sameSite": "PW1"}]}"#,
                "a.txt, cookies[0].sameSite: expected Strict, Lax or None."
            ),
            (#"{"cookies": [{"name": "a", "value": "PW1;", "domain": "h"}]}"#, "a.txt, cookies[0].value: expected"),
            (#"{"cookies": [{"name": "", "value": "PW1", "domain": "h"}]}"#, "a.txt, cookies[0].name: expected"),
            (
                #"{"cookies": [{"name": "a", "value": "PW1", "domain": "http://h/"}]}"#,
                "a.txt, cookies[0].domain: expected a host"
            ),
            (
                #"{"cookies": [{"name": "a", "value": "PW1", "domain": "h", "path": "x"}]}"#,
                "a.txt, cookies[0].path: expected a path"
            ),
            (#"{"origins": [{"localStorage": []}]}"#, "a.txt, origins[0].origin: expected a value"),
            (#"{"origins": [{"origin": "h"}]}"#, "a.txt, origins[0].origin: expected an origin"),
            (#"{"origins": [{"origin": "https://h/PW1"}]}"#, "a.txt, origins[0].origin: expected an origin"),
            (
                #"{"origins": [{"origin": "https://h", "localStorage": [{"name": "PW1"}]}]}"#,
                "a.txt, origins[0].localStorage[0].value: expected a value"
            ),
            ("a\nb", "a.txt, line 1: expected 7 fields separated by tabs"),
            ("#\nh\tFALSE\t/\tFALSE\tPW1", "a.txt, line 2: expected 7 fields separated by tabs"),
            ("h\tPW1\t/\tFALSE\t0\ta\tPW1", "a.txt, line 1: expected TRUE or FALSE in the second field."),
            ("h\tTRUE\t/\t1\t0\ta\tPW1", "a.txt, line 1: expected TRUE or FALSE in the fourth field."),
            ("h\tTRUE\t/\tTRUE\tPW1\ta\tPW1", "a.txt, line 1: expected the expiry"),
            ("h\tTRUE\t/\tTRUE\t0\t\tPW1", "a.txt, line 1: name: expected"),
            ("\tTRUE\t/\tTRUE\t0\ta\tPW1", "a.txt, line 1: domain: expected"),
            ("h\tTRUE\tPW1\tTRUE\t0\ta\tPW1", "a.txt, line 1: path: expected"),
        ])
    func mistakes(text: String, beginning: String) throws {
        let message = try message(text)
        #expect(message.hasPrefix(beginning), "\(message)")
        #expect(!message.contains("PW1"), "\(message)")
    }

    @Test("is written as it is read, for its owner only, and replaces an old file")
    func writing() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("state.json", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let state = PageState(
            cookies: [
                .init(
                    name: "a", value: "\"\\\u{e9}", domain: ".h", path: "/x", expires: 5, isHTTPOnly: true,
                    isSecure: true, sameSite: .lax)
            ], origins: [.init(origin: "https://h", localStorage: [.init(name: "\u{1}\n", value: "☃\u{0}")])])
        try StateFile.write(state, to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(folder.contents == ["state.json"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let read = try StateFile(path: path)
        #expect(try encoder.encode(read.state) == encoder.encode(state))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any])
        let cookie = try #require((json["cookies"] as? [[String: Any]])?.first)
        #expect(
            Set(cookie.keys) == ["name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite"])
        #expect(cookie["sameSite"] as? String == "Lax" && cookie["expires"] as? Int == 5)
        let warnings = read.warnings(for: nil)
        #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("have expired") })
    }

    @Test("causes a warning if others can read it", arguments: [(0o600, 0), (0o640, 1), (0o604, 1), (0o400, 0)])
    func readers(mode: Int, warnings: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("state.json", "{}")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let file = try StateFile(path: path)
        let found = file.warnings(for: nil)
        #expect(found.count == warnings, "\(found)")
        #expect(found.allSatisfy { $0.contains(path) && $0.contains("chmod 600") })
    }

    @Test(
        "causes a warning if it has nothing that the page gets",
        arguments: [
            ("https://app.example.com/x", nil), ("https://APP.example.com:99/x", nil), ("https://sub.wide.org", nil),
            ("https://wide.org", nil), ("https://storage.net:8443/a", nil),
            ("http://app.example.com", "are sent over https only"),
            ("https://storage.net", "has nothing for storage.net, only for app.example.com, old.com, storage.net and"),
            ("https://sub.app.example.com", "has nothing for sub.app.example.com"),
            ("https://notwide.org", "has nothing for notwide.org"), ("https://old.com", "for old.com have expired"),
            ("http://old.com", "for old.com have expired"),
        ] as [(String, String?)])
    func absence(page: String, warning: String?) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("state.json")
        let state = PageState(
            cookies: [
                .init(name: "a", value: "PW1", domain: "app.example.com", isSecure: true),
                .init(name: "b", value: "PW1", domain: "app.example.com", expires: 5),
                .init(name: "a", value: "PW1", domain: ".wide.org"),
                .init(name: "a", value: "PW1", domain: "old.com", expires: 5),
            ],
            origins: [.init(origin: "https://storage.net:8443", localStorage: [.init(name: "k", value: "PW1")])])
        try StateFile.write(state, to: path)
        let warnings = try StateFile(path: path).warnings(for: try PageAddress(page))
        #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
        if let warning { #expect(warnings.first?.contains(warning) == true, "\(warnings)") }
        #expect(!"\(warnings)".contains("PW1"))
    }

    @Test("shows no value when it is described or dumped")
    func descriptions() throws {
        let state = PageState(
            cookies: [.init(name: "a", value: "PW1", domain: "h")],
            origins: [.init(origin: "https://h", localStorage: [.init(name: "k", value: "PW1")])])
        var options = PageOptions()
        options.state = state
        var text = "\(state) \(state.cookies) \(state.origins) \(options) \(state.origins[0].localStorage)"
        dump(options, to: &text)
        dump(state.cookies[0], to: &text)
        dump(state.origins[0].localStorage[0], to: &text)
        #expect(!text.contains("PW1"), "\(text)")
    }

    @Test("is a file that a repeated recording names with its whole path")
    func repeated() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("state.json", "{}")
        let command = try RecordCommand.parse(["https://a.example/", "--state", path, "--save-state", "b.json"])
        let words = command.settingsOfGroups.filter(\.facts.isRepeated).flatMap(\.words)
        #expect(words == ["--state", path])
    }
}
