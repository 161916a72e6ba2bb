import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Which requests a page may make.
    @Suite("Blocked requests")
    struct Blocking {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// A page whose title says which of several addresses responded.
        private func asking(_ addresses: [String]) -> String {
            let list = addresses.map { "'\($0)'" }.joined(separator: ", ")
            return TestPage.html(
                script: """
                    const ask = address => fetch(address, { mode: 'no-cors' }).then(() => 'yes', () => 'no');
                    Promise.all([\(list)].map(ask)).then(answers => {
                        document.title = answers.join(' ');
                        send('start');
                        after(100, () => send('stop'));
                    });
                    """)
        }

        @Test(
            "--block blocks only matching addresses", arguments: ["virtual", "realtime"])
        func patterns(clock: String) async throws {
            let page = asking(["/ads/banner.js", "/track?id=7", "/track?name=7", "/app.js"])
            let script = WebServer.Page("1", headers: ["Content-Type": "text/javascript"])
            let pages = [
                "/": WebServer.Page(page), "/ads/banner.js": script, "/track": script, "/app.js": script,
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await Pagereel.record(
                    server.url("/"), to: output,
                    TestPage.small + ["--block", "/ADS/", "--block", "*/track?id=*", "--clock", clock])
                #expect(summary.title == "no no yes yes")
                #expect(server.request(for: "/ads/banner.js") == nil)
            }
        }

        @Test(
            "Media that is redirected to a blocked address fails, and the page goes on",
            arguments: ["virtual", "realtime"])
        func redirectedMedia(clock: String) async throws {
            let page = TestPage.html(
                body: "<video id=video muted></video>",
                script: """
                    const video = document.getElementById('video');
                    video.onerror = () => { document.title = 'failed'; send('start'); after(300, () => send('stop')); };
                    video.src = '/film';
                    """)
            func redirection(to address: String) -> WebServer.Page {
                WebServer.Page("", status: 302, headers: ["Location": address])
            }
            let pages = [
                "/": WebServer.Page(page), "/film": redirection(to: "next"), "/next": redirection(to: "/ads/film.mp4"),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await Pagereel.record(
                    server.url("/"), to: output, TestPage.small + ["--block", "/ads/", "--clock", clock])
                #expect(summary.title == "failed")
                #expect(summary.warnings.contains { $0.contains("could not play") }, "\(summary.warnings)")
                #expect(server.request(for: "/next") != nil)
                #expect(server.request(for: "/ads/film.mp4") == nil)
            }
        }

        @Test("An invalid pattern is rejected: 64")
        func unusable() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--block", "*"])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("part of a URL"), "\(outcome.standardError)")
        }

        @Test("A public page reaches this machine only with --allow-local")
        func localNetwork() async throws {
            // Public host names that lead to this machine, only for the recorder.
            let hosts = try folder.write("hosts", "127.0.0.1 localhost www.example.com cdn.example.com\n")
            let wrapper = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", hosts, "/etc/hosts"]
            let pages = ["/secret": WebServer.Page("secret"), "/open": WebServer.Page("open")]
            try await WebServer.serving(pages) { other in
                let page = asking([
                    other.url("/secret"), other.url("/secret", host: "localhost"),
                    other.url("/open", host: "cdn.example.com"),
                ])
                try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                    for (options, title) in [([], "no no yes"), (["--allow-local"], "yes yes yes")] {
                        let outcome = try await Pagereel.run(
                            ["record", server.url("/", host: "www.example.com"), "-o", output, "--json", "--overwrite"]
                                + TestPage.small + options, wrapper: wrapper)
                        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                        #expect(try outcome.summary.title == title)
                    }
                    // A page of the local network may do it.
                    let summary = try await Pagereel.record(
                        server.url("/"), to: output, TestPage.small + ["--overwrite"])
                    #expect(summary.title.hasPrefix("yes yes"))
                }
            }
        }
    }
}
