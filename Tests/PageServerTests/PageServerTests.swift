import Foundation
import Glibc
import TestSupport
import Testing

@testable import PageServer

/// Tests a served folder with a client that normalizes nothing.
@Suite("A served folder")
struct PageServerTests {
    private let outer: TemporaryFolder
    private let site: String

    init() throws {
        outer = try TemporaryFolder()
        site = try outer.makeFolder("site")
        try outer.write("secret.txt", "secret")
        try outer.write("site/index.html", "<title>Index</title>")
        try outer.write("site/sub/index.html", "<title>Sub</title>")
        try outer.write("site/sub/a b%20ü.txt", "odd name")
        try outer.write("site/numbers.bin", Data((0..<200).map(UInt8.init)))
    }

    @Test("Responses have type, length, tag and modification time")
    func files() async throws {
        try outer.write("site/app.MJS", "export default 1")
        try outer.write("site/none", "")
        let path = outer.path("site/app.MJS")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 784_111_777)], ofItemAtPath: path)
        let server = try await PageServer.start(serving: site)
        let script = try await RawClient.request("/app.MJS?v=2", port: server.port)
        #expect(script.status == 200 && script.text == "export default 1")
        #expect(script.headers["content-type"] == "text/javascript")
        #expect(script.headers["content-length"] == "16")
        // The example of RFC 9110, 5.6.7.
        #expect(script.headers["last-modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        let head = try await RawClient.request("/app.MJS", method: "HEAD", port: server.port)
        #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "16")
        let empty = try await RawClient.request("/none", port: server.port)
        #expect(empty.status == 200 && empty.body.isEmpty)
        #expect(empty.headers["content-type"] == "application/octet-stream")
        let tag = try #require(script.headers["etag"])
        let again = try await RawClient.request("/app.MJS", port: server.port, headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304 && again.body.isEmpty)
        try outer.write("site/app.MJS", "export default 2")
        let changed = try await RawClient.request("/app.MJS", port: server.port, headers: ["If-None-Match: \(tag)"])
        #expect(changed.status == 200 && changed.text == "export default 2")
    }

    @Test("Hidden files are not served")
    func hiddenNames() async throws {
        for name in [".env", ".git/config", "sub/.secret", ".well-known/security.txt"] {
            try outer.write("site/\(name)", "hidden")
        }
        try FileManager.default.createSymbolicLink(
            atPath: outer.path("site/link.txt"), withDestinationPath: ".env")
        let server = try await PageServer.start(serving: site)
        for address in ["/.env", "/.git/config", "/.git/", "/sub/.secret", "/%2Eenv", "/link.txt", "/.none"] {
            let answer = try await RawClient.request(address, port: server.port)
            #expect(answer.status == 403 && answer.text.contains("begin with a dot"), "\(address)")
        }
        #expect(try await RawClient.request("/.well-known/security.txt", port: server.port).text == "hidden")
        // The folder itself may have such a name.
        try outer.write(".site/index.html", "<title>Index</title>")
        let other = try await PageServer.start(serving: outer.path(".site"))
        #expect(try await RawClient.request("/", port: other.port).text == "<title>Index</title>")
    }

    @Test("A folder serves its index.html; there are no listings")
    func folders() async throws {
        try outer.write("site/bare/file.txt", "x")
        let server = try await PageServer.start(serving: site)
        #expect(try await RawClient.request("/", port: server.port).text == "<title>Index</title>")
        #expect(try await RawClient.request("/sub/", port: server.port).text == "<title>Sub</title>")
        let redirect = try await RawClient.request("/sub?a=1,2", port: server.port)
        #expect(redirect.status == 301 && redirect.headers["location"] == "/sub/?a=1,2")
        // Two slashes at the front would name another host.
        #expect(try await RawClient.request("//sub", port: server.port).headers["location"] == "/sub/")
        #expect(try await RawClient.request("/bare/", port: server.port).status == 404)
        #expect(try await RawClient.request("/index.html/", port: server.port).status == 404)
        #expect(try await RawClient.request("/sub/a%20b%2520%C3%BC.txt", port: server.port).text == "odd name")
    }

    @Test(
        "No address leads out of the folder",
        arguments: [
            "/../secret.txt", "/%2e%2e/secret.txt", "/.%2E/secret.txt", "/sub/../../secret.txt", "/..%2fsecret.txt",
            "/sub%2f..%2f..%2fsecret.txt", "//../secret.txt", "/..\\secret.txt", "/%00/../secret.txt",
            "/..%00/secret.txt",
            "/link.txt", "/chain.txt", "/up/secret.txt", "/absolute.txt", "/site/../../secret.txt", "../secret.txt",
            "http://127.0.0.1/../secret.txt", "/%", "/%2", "/%zz", "/sub/%2e%2e/%2e%2e/secret.txt", "/self/secret.txt",
        ])
    func outside(target: String) async throws {
        for (link, destination) in [
            ("link.txt", "../secret.txt"), ("absolute.txt", outer.path("secret.txt")), ("up", ".."),
            ("chain.txt", "link.txt"), ("self", "../../\(outer.url.lastPathComponent)"),
        ] { unsafe #expect(symlink(destination, "\(site)/\(link)") == 0) }
        let server = try await PageServer.start(serving: site)
        let answer = try await RawClient.request(target, port: server.port)
        #expect([400, 403, 404].contains(answer.status), "\(answer.status)")
        #expect(!answer.text.contains("secret"))
        // The same server does serve existing files.
        #expect(try await RawClient.request("/index.html", port: server.port).status == 200)
    }

    @Test("Symbolic links inside the folder are followed")
    func inside() async throws {
        unsafe #expect(symlink("sub/index.html", "\(site)/relative.html") == 0)
        unsafe #expect(symlink(outer.path("site/sub"), "\(site)/absolute") == 0)
        unsafe #expect(symlink(site, outer.path("alias")) == 0)
        let server = try await PageServer.start(serving: outer.path("alias"))
        for target in ["/relative.html", "/absolute/", "/absolute/index.html"] {
            #expect(try await RawClient.request(target, port: server.port).text == "<title>Sub</title>", "\(target)")
        }
    }

    @Test("Pipes, devices and unreadable files are rejected")
    func noFiles() async throws {
        unsafe #expect(mkfifo("\(site)/pipe", 0o644) == 0)
        unsafe #expect(symlink("/dev/zero", "\(site)/zero") == 0)
        let server = try await PageServer.start(serving: site)
        for target in ["/pipe", "/zero"] {
            #expect(try await RawClient.request(target, port: server.port).status == 403, "\(target)")
        }
    }

    @Test(
        "Byte ranges are served; invalid ones give the whole file",
        arguments: [
            ("bytes=0-0", 206, 0..<1), ("bytes=10-19", 206, 10..<20), ("bytes=150-", 206, 150..<200),
            ("bytes=-20", 206, 180..<200), ("bytes=-500", 206, 0..<200),
            ("bytes=190-999999999999999999999", 206, 190..<200),
            ("bytes=200-", 416, 0..<0), ("bytes=-0", 416, 0..<0), ("bytes=20-10", 200, 0..<200),
            ("bytes=0-1,5-6", 200, 0..<200), ("lines=0-1", 200, 0..<200), ("bytes=-", 200, 0..<200),
            ("bytes=a-b", 200, 0..<200), ("bytes=+1-2", 200, 0..<200),
        ])
    func parts(range: String, status: Int, bytes: Range<Int>) async throws {
        let server = try await PageServer.start(serving: site)
        let answer = try await RawClient.request("/numbers.bin", port: server.port, headers: ["Range: \(range)"])
        #expect(answer.status == status)
        switch status {
        case 206:
            #expect(answer.body.elementsEqual(bytes.map(UInt8.init)))
            #expect(answer.headers["content-range"] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/200")
        case 416: #expect(answer.headers["content-range"] == "bytes */200")
        default: #expect(answer.body.count == 200 && answer.headers["content-range"] == nil)
        }
    }

    @Test("A range of a changed file gives the whole new file")
    func changedParts() async throws {
        let server = try await PageServer.start(serving: site)
        let tag = try #require(try await RawClient.request("/numbers.bin", port: server.port).headers["etag"])
        for (condition, status) in [(tag, 206), ("\"other\"", 200)] {
            let headers = ["Range: bytes=0-0", "If-Range: \(condition)"]
            #expect(try await RawClient.request("/numbers.bin", port: server.port, headers: headers).status == status)
        }
    }

    @Test("A single-page app's paths are answered with its index, and nothing else is")
    func singlePage() async throws {
        try outer.write("site/index.html", "<p>App")
        try outer.write("site/settings.js", "1")
        let server = try await PageServer.start(serving: site, isSinglePage: true)
        func answer(_ path: String, accept: String) async throws -> (Int, String) {
            let answer = try await RawClient.request(path, port: server.port, headers: ["Accept: \(accept)"])
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }
        let html = "text/html,application/xhtml+xml,*/*;q=0.8"
        for path in ["/settings/profile", "/settings/profile/", "/a?b=c.d", "/"] {
            #expect(try await answer(path, accept: html) == (200, "<p>App"), "\(path)")
        }
        #expect(try await answer("/settings.js", accept: "*/*") == (200, "1"))
        for (path, accept) in [("/missing.js", html), ("/api/users", "*/*"), ("/api/users", "application/json")] {
            #expect(try await answer(path, accept: accept).0 == 404, "\(path)")
        }
        let page = try server.page("settings/profile?tab=1#top")
        #expect(page.address == "http://127.0.0.1:\(server.port)/settings/profile?tab=1#top")
        #expect(page.file.hasSuffix("/index.html"))
        #expect(try server.page("/settings").address.hasSuffix("/settings"))
        for name in ["missing.html", "../other", "https://example.com/", ""] where name != "" {
            #expect(throws: PageServerError.self) { try server.page(name) }
        }
        let plain = try await PageServer.start(serving: site)
        #expect(throws: PageServerError.self) { try plain.page("settings/profile") }
        let other = try await RawClient.request("/settings", port: plain.port, headers: ["Accept: \(html)"])
        #expect(other.status == 404)
    }

    @Test("20 clients receive a large file completely")
    func large() async throws {
        let data = Data((0..<300_007).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try outer.write("site/large.bin", data)
        let server = try await PageServer.start(serving: site)
        let port = server.port
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await RawClient.request("/large.bin", port: port).body == Array(data) }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
    }

    @Test("Only local host names and GET or HEAD are accepted")
    func strangers() async throws {
        let server = try await PageServer.start(serving: site)
        let port = server.port
        for host in ["127.0.0.1:\(port)", "localhost:\(port)", "LOCALHOST:\(port)"] {
            #expect(try await RawClient.request("/", port: port, host: host).status == 200, "\(host)")
        }
        for host in [
            "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "", "127.0.0.1:\(port).evil.example",
        ] {
            #expect(try await RawClient.request("/", port: port, host: host).status == 421, "\(host)")
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
            let answer = try await RawClient.request("/", method: method, port: port)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(method)")
        }
    }

    @Test("Only 127.0.0.1 listens, until the server ends")
    func loopback() async throws {
        var server: PageServer? = try await PageServer.start(serving: site)
        let port = try #require(server?.port)
        close(try RawClient.connect(to: 0x7F00_0001, port: port))
        #expect(throws: RawClient.Failure.self) { try RawClient.connect(to: 0x7F00_0002, port: port) }
        server = nil
        try await Condition.wait(for: "the end of the server") {
            guard let descriptor = try? RawClient.connect(to: 0x7F00_0001, port: port) else { return true }
            close(descriptor)
            return false
        }
    }

    @Test("A path that is not a folder is rejected")
    func noFolder() async throws {
        for (name, word) in [("none", "no such folder"), ("secret.txt", "a file"), ("", "no such folder")] {
            let path = name.isEmpty ? "" : outer.path(name)
            let error = await #expect(throws: PageServerError.self) { _ = try await PageServer.start(serving: path) }
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
    }

    @Test("A page can be named by URL path or file path")
    func pages() async throws {
        try outer.write("site/what?.html", "")
        let server = try await PageServer.start(serving: site)
        let base = "http://127.0.0.1:\(server.port)"
        for (name, path, file) in [
            ("index.html", "/index.html", "index.html"), ("/sub/index.html", "/sub/index.html", "sub/index.html"),
            ("./index.html?x=1#top", "/index.html?x=1#top", "index.html"), ("/", "/", "index.html"),
            (".", "/", "index.html"), ("sub", "/sub/", "sub/index.html"), ("sub/", "/sub/", "sub/index.html"),
            (outer.path("site/index.html") + "?u=http://a/", "/index.html?u=http://a/", "index.html"),
            (outer.path("site/../site/sub"), "/sub/", "sub/index.html"), ("what?.html", "/what%3F.html", "what?.html"),
            ("sub/a b%20ü.txt", "/sub/a%20b%2520%C3%BC.txt", "sub/a b%20ü.txt"),
            ("file://" + outer.path("site/index.html") + "?x#y", "/index.html?x#y", "index.html"),
        ] {
            let page = try server.page(name)
            #expect(page.address == base + path, "\(name)")
            #expect(page.file == outer.path("site/" + file), "\(name)")
        }
    }

    @Test("A page outside the folder is rejected with a reason")
    func noPages() async throws {
        unsafe #expect(symlink("../secret.txt", "\(site)/link.txt") == 0)
        let server = try await PageServer.start(serving: site)
        for name in [
            outer.path("secret.txt"), outer.path("site/../secret.txt"), "link.txt",
            "file://" + outer.path("secret.txt"),
        ] {
            #expect(throws: PageServerError.outside(name, folder: site)) { try server.page(name) }
        }
        for name in ["none.html", "", "../none", "index.html/", "a\u{0}b"] {
            #expect(throws: PageServerError.noPage(name, folder: site)) { try server.page(name) }
        }
        #expect(throws: PageServerError.anotherServer("HTTPS://app.example/")) {
            try server.page("HTTPS://app.example/")
        }
    }
}
