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
        #expect(try #require(failure("https://host:port/")).message == "https://host:port/ is not a valid URL.")
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
