import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Exit code 66: each reason has its own message.
    @Suite("A page that cannot be loaded")
    struct PageLoad {
        /// Records an address and expects 66, an error with one of the words, and no file.
        private func expectFailure(
            _ page: String, saying words: [String], options: [String] = [],
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let folder = try TemporaryFolder()
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("new/out.mp4"), "--start-timeout", "20s"] + options)
            #expect(outcome.exitCode == 66, "\(outcome.standardError)", sourceLocation: sourceLocation)
            let line =
                outcome.standardError.split(whereSeparator: \.isNewline).last { $0.hasPrefix("pagereel: ") } ?? ""
            #expect(
                words.contains { line.localizedCaseInsensitiveContains($0) }, "\(outcome.standardError)",
                sourceLocation: sourceLocation)
            #expect(outcome.standardOutput.isEmpty, sourceLocation: sourceLocation)
            #expect(folder.contents == [], sourceLocation: sourceLocation)
        }

        @Test("A missing file is reported at once", arguments: ["", "file://"])
        func missingFile(prefix: String) async throws {
            try await expectFailure(prefix + "/nowhere/page.html", saying: ["/nowhere/page.html"])
        }

        @Test("A folder is not a page", .full)
        func folder() async throws {
            try await expectFailure("/usr", saying: ["folder"])
        }

        @Test("An unsupported scheme is named", .full)
        func scheme() async throws {
            try await expectFailure("gopher://example.org/", saying: ["gopher"])
        }

        @Test("An unknown host is named")
        func unknownHost() async throws {
            try await expectFailure("http://no-such-host.invalid/", saying: ["no-such-host.invalid"])
        }

        @Test("A refused connection is reported", .full)
        func refused() async throws {
            let port = try SilentPort(accepts: false)
            try await expectFailure(port.url, saying: ["refused"])
        }

        @Test("A status of 400 and above is named with its number", arguments: [400, 404, 503])
        func status(code: Int) async throws {
            let page = WebServer.Page(TestPage.timed(200), status: code)
            try await WebServer.serving(["/page": page]) { server in
                try await expectFailure(server.url("/page"), saying: ["\(code)"])
            }
        }

        @Test("A redirect to a missing page reports that page's status", .full)
        func redirectedStatus() async throws {
            let page = WebServer.Page("", status: 302, headers: ["Location": "/gone"])
            try await WebServer.serving(["/page": page]) { server in
                try await expectFailure(server.url("/page"), saying: ["404"])
            }
        }

        @Test(
            "A redirect to an unsupported scheme is reported", .full,
            arguments: ["data:text/html,moved", "about:blank", "file:///etc/hostname"])
        func redirectedAway(target: String) async throws {
            let page = WebServer.Page("", status: 302, headers: ["Location": target])
            let first = WebServer.Page("", status: 301, headers: ["Location": "/page"])
            try await WebServer.serving(["/page": page, "/first": first]) { server in
                // WebKitGTK 2.54 does not name the file.
                let sentences = ["redirects to \(target)", target.hasPrefix("file:") ? "redirect to a file" : nil]
                for path in ["/page", "/first"] {
                    try await expectFailure(server.url(path), saying: sentences.compactMap(\.self))
                }
            }
        }

        @Test("A redirect to a refusing host names that host", .full)
        func redirectedToClosedPort() async throws {
            let port = try SilentPort(accepts: false)
            let page = WebServer.Page("", status: 302, headers: ["Location": "http://localhost:\(port.number)/"])
            try await WebServer.serving(["/page": page]) { server in
                try await expectFailure(server.url("/page"), saying: ["localhost refused the connection"])
            }
        }

        @Test("A connection dropped within the page is reported", .full, arguments: ["virtual", "realtime"])
        func dropped(clock: String) async throws {
            let start = Data(
                "<!doctype html><title>Half</title>\(String(repeating: "<p>The first half", count: 5000))".utf8)
            var page = WebServer.Page("")
            page.stalling = StallingBody(sent: start, promised: start.count + 1000, dropsConnection: true)
            try await WebServer.serving(["/page": page]) { server in
                try await expectFailure(server.url("/page"), saying: ["completely"], options: ["--clock", clock])
            }
        }

        @Test("A page that requires a password reports 401 and names --auth", .full)
        func unauthorized() async throws {
            let page = WebServer.Page("", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"reports\""])
            try await WebServer.serving(["/page": page]) { server in
                try await expectFailure(server.url("/page"), saying: ["--auth"])
            }
        }

        @Test("A server that never responds ends with the start timeout", .full)
        func silence() async throws {
            let port = try SilentPort(accepts: true)
            let folder = try TemporaryFolder()
            let outcome = try await Pagereel.run(
                ["record", port.url, "-o", folder.path("out.mp4"), "--start-timeout", "1s"])
            #expect(outcome.exitCode == 11 || outcome.exitCode == 66, "\(outcome.standardError)")
            #expect(outcome.standardError.localizedCaseInsensitiveContains("load"), "\(outcome.standardError)")
            #expect(folder.contents == [])
        }
    }
}
