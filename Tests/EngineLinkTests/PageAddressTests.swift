import Foundation
import TestSupport
import Testing

@testable import EngineLink

@Suite("Page addresses")
struct PageAddressTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The error for an invalid address.
    private func failure(_ text: String) -> PageError? {
        do {
            _ = try PageAddress(text)
            return nil
        } catch {
            return error
        }
    }

    @Test("A path becomes a file URL")
    func path() throws {
        let path = try folder.write("a page 年.html")
        let address = try PageAddress(path)
        #expect(address.file == path)
        #expect(address.uri == "file://\(folder.path)/a%20page%20%E5%B9%B4.html")
        #expect(address.description == address.uri)
        #expect(address.host == nil)
    }

    @Test("A path is made absolute and resolved")
    func resolved() throws {
        let path = try folder.write("page.html")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.html"), withDestinationPath: path)
        #expect(try PageAddress(folder.path("link.html")).file == path)
        #expect(
            try PageAddress("\(folder.path)/./../\((folder.path as NSString).lastPathComponent)/page.html").file == path
        )
        #expect(try PageAddress("Package.swift").file == Fixture.repository.path + "/Package.swift")
    }

    @Test("A path can have a query and a fragment", arguments: ["?slide=2", "#chapter", "?a=b#c", "?"])
    func query(suffix: String) throws {
        let path = try folder.write("page.html")
        let address = try PageAddress(path + suffix)
        #expect(address.file == path)
        #expect(address.uri == "file://\(path)\(suffix)")
    }

    @Test("A file whose name contains a question mark is preferred")
    func questionMarkInName() throws {
        _ = try folder.write("page.html")
        let path = try folder.write("page.html?v=2")
        let address = try PageAddress(path)
        #expect(address.file == path)
        #expect(address.uri == "file://\(folder.path)/page.html%3Fv=2")
    }

    @Test("A file URL is unchanged", arguments: ["", "?slide=2", "#chapter"])
    func fileURL(suffix: String) throws {
        let path = try folder.write("a page.html")
        let text = "file://\(folder.path)/a%20page.html\(suffix)"
        let address = try PageAddress(text)
        #expect(address.uri == text)
        #expect(address.description == text)
        #expect(address.file == path)
        #expect(try PageAddress("FILE" + text.dropFirst(4)).file == path)
    }

    @Test("http and https URLs are unchanged")
    func network() throws {
        let address = try PageAddress("https://App.Example:8443/report?year=2026#top")
        #expect(address.uri == "https://App.Example:8443/report?year=2026#top")
        #expect(address.description == address.uri)
        #expect(address.host == "app.example")
        #expect(address.file == nil)
        #expect(try PageAddress("HTTP://localhost:8000/").host == "localhost")
        #expect(try PageAddress("http://[::1]:8000/").host == "::1")
    }

    @Test(
        "A host is given to the engine as it was judged",
        arguments: [
            (
                "http://b\u{fc}cher.example/\u{e9}?\u{fc}", "http://xn--bcher-kva.example/\u{e9}?\u{fc}",
                "xn--bcher-kva.example"
            ),
            ("http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/", "http://127.0.0.1/", "127.0.0.1"),
            ("http://127\u{3002}0\u{3002}0\u{3002}1/", "http://127.0.0.1/", "127.0.0.1"),
            ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]/", "::1"),
            ("http://[::FFFF:7f00:1]:80/", "http://[::ffff:127.0.0.1]:80/", "::ffff:127.0.0.1"),
            ("http://a@b@app.example/", "http://a%40b@app.example/", "app.example"),
            ("http://a:b%zz@app.example/100%", "http://a:b%zz@app.example/100%", "app.example"),
            ("http://192.0.2.1.example./", "http://192.0.2.1.example./", "192.0.2.1.example."),
        ])
    func judgedHost(text: String, uri: String, host: String) throws {
        let address = try PageAddress(text)
        #expect(address.uri == uri)
        #expect(address.host == host)
    }

    @Test(
        "A host that the engine may understand differently is refused",
        arguments: [
            "http://app.example\\@127.0.0.1/", "http://app.example\\.b/", "http://127.0.0.1\\@app.example/",
            "http://app.exa\tmple/", "http://app.example/\n", "http://app%2eexample/", "http://%31%32%37.0.0.1/",
            "http://127.0.0.1%00.app.example/", "http://app.example^/", "http://app example/", "http://app|example/",
            "http://[127.0.0.1]/", "http://[::1/", "http://::1/", "http://[fe80::1%25eth0]/", "http://app.example:8_0/",
            "http://app.example:80:80/", "http:///app.example/", "http:/app.example/", "http:app.example",
            "http://:80/",
            "http://user@/", "http://@/", "http://?app.example", "http://a..\u{3002}b\u{e9}\u{2488}com@/",
        ])
    func doubtfulHost(text: String) throws { #expect(failure(text)?.code == .cannotLoad) }

    @Test(
        "A number as the host has its usual form",
        arguments: ["127.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.0.0.1.", "1.2.3.4.5", "256.1.1.1", "app.0x7f"])
    func number(host: String) throws {
        #expect(
            try #require(failure("http://\(host)/")).message
                == "http://\(host)/ has the number \(host) as its host. Write it as four decimal numbers, like 192.0.2.1."
        )
    }

    @Test(
        "A file URL that the engine may understand differently is refused",
        arguments: [
            "file://127.0.0.1/PATH", "file://app.example/PATH", "file://a@localhost/PATH", "file:///PATH%00",
            "file:///PATH%00.x",
            "file://%2fPATH", "file:///PATH\u{9}", "file:\\\\\\PATH", "file:///PATH%", "file:///PATH%zz",
            "file:///PATH%ff", "file:PATH",
        ])
    func doubtfulFile(text: String) throws {
        let path = try folder.write("page.html")
        let error = failure(text.replacing("PATH", with: path.dropFirst()))
        #expect(error?.message.contains("is not a valid file URL") == true, "\(error?.message ?? "accepted")")
    }

    @Test("A file URL names one file, whatever is around it")
    func oneFile() throws {
        let path = try folder.write("page.html")
        _ = try folder.makeFolder("sub")
        for text in [
            "file:\(path)", "file://\(path)", "file://LocalHost\(path)", "file://\(folder.path)/sub/../page.html",
        ] {
            #expect(try PageAddress(text + "?a#b").uri == "file://\(path)?a#b")
        }
    }

    @Test("A missing file is reported", arguments: ["", "?slide=2"])
    func missing(suffix: String) throws {
        let text = folder.path("missing.html") + suffix
        let error = try #require(failure(text))
        #expect(error.code == .cannotLoad)
        #expect(error.message == "The page \(text) cannot be read: there is no such file.")
        let url = try #require(failure("file://" + text))
        #expect(url.message == "The page \(folder.path("missing.html")) cannot be read: there is no such file.")
    }

    @Test(
        "A name that looks like a host gets a hint about the scheme",
        arguments: ["app.example", "www.app.example/report", "localhost:8000/x", "host:80", "127.0.0.1:8000/"])
    func hostWithoutScheme(text: String) throws {
        let error = try #require(failure(text))
        #expect(error.code == .cannotLoad)
        #expect(
            error.message
                == "The page \(text) cannot be read: there is no such file. If it is a web address, begin it with "
                + "https:// or http://.")
    }

    @Test("A path gets no hint about the scheme", arguments: ["./app.example", "/no/app.example", "report"])
    func noReminder(text: String) throws {
        #expect(try #require(failure(text)).message.contains("https") == false)
    }

    @Test("A folder is rejected")
    func isFolder() throws {
        for text in [folder.path, "file://\(folder.path)/"] {
            let error = try #require(failure(text))
            #expect(error.code == .cannotLoad)
            #expect(error.message.hasSuffix("is a folder. Name the HTML file in it."))
        }
    }

    // Root may read any file.
    @Test("An unreadable file is reported", .enabled(if: getuid() != 0))
    func unreadable() throws {
        let path = try folder.write("page.html")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(try #require(failure(path)).message == "The page \(path) cannot be read: permission denied.")
    }

    @Test("A path through a file is reported")
    func notAFolder() throws {
        let path = try folder.write("page.html")
        #expect(try #require(failure(path + "/x")).message.hasSuffix("cannot be read: not a directory."))
    }

    @Test(
        "An unsupported scheme is named",
        arguments: [
            ("ftp://app.example/", "ftp"), ("data:text/html,<p>", "data"), ("about:blank", "about"),
            ("javascript:alert(1)", "javascript"), ("PAGEREEL://start", "pagereel"), ("x-a+b.c:page", "x-a+b.c"),
        ])
    func otherSchemes(text: String, scheme: String) throws {
        let error = try #require(failure(text))
        #expect(error.code == .cannotLoad)
        #expect(
            error.message
                == "Pages are loaded from http, https and file addresses; \(text) has the scheme \(scheme).")
    }

    @Test("An invalid address is reported with a reason")
    func broken() throws {
        #expect(try #require(failure("")).message.hasPrefix("The page's address is empty."))
        #expect(try #require(failure("https://")).message == "https:// names no host.")
        #expect(try #require(failure("https:///report")).message == "https:///report names no host.")
        // Invisible characters, of which a host in ASCII has nothing.
        for host in ["\u{feff}", "\u{200b}", "\u{ad}", "\u{feff}:80", "a@\u{2060}"] {
            #expect(try #require(failure("https://\(host)/127.0.0.1/")).message.hasSuffix("names no host."), "\(host)")
        }
        #expect(try #require(failure("https://host:port/")).message == "https://host:port/ is not a valid URL.")
        #expect(
            try #require(failure("https://host:99999/")).message
                == "https://host:99999/ has the port 99999. Ports are 1 to 65535.")
        #expect(try #require(failure("file:page.html")).message.contains("it looks like file:///folder/page.html"))
    }

    @Test("A file name with a colon needs a folder")
    func colon() throws {
        let path = try folder.write("report: final.html")
        #expect(try PageAddress(path).file == path)
    }

    @Test(
        "The description contains no credentials",
        arguments: [
            ("https://user:secret@app.example/p?q#f", "https://app.example/p?q#f"),
            ("https://user@app.example/", "https://app.example/"),
            ("https://user:secret@app.example:8443/a b", "https://app.example:8443/a b"),
            ("https://user:se%zzcret@app.example/", "https://app.example/"),
            ("https://user:secret@app.example/100%", "https://app.example/100%"),
            ("https://app.example/@user:secret", "https://app.example/@user:secret"),
            ("https://app.example/年?q=a@b", "https://app.example/年?q=a@b"),
        ])
    func credentials(text: String, description: String) throws {
        let address = try PageAddress(text)
        #expect(address.uri == text)
        #expect(address.description == description)
        #expect(PageAddress.withoutCredentials(text) == description)
    }

    @Test(
        "Messages about invalid addresses contain no credentials",
        arguments: ["https://user:sec#ret@app.example/", "https://user:secret@", "ftp://user:secret@app.example/"])
    func credentialsInErrors(text: String) throws {
        let message = try #require(failure(text)).message
        #expect(!message.contains("sec") && !message.contains("user"), "\(message)")
    }
}
