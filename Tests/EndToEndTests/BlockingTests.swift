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
            "Media that is redirected to a blocked address fails, and the page goes on", .full,
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

        @Test("An invalid pattern is rejected: 64", .full)
        func unusable() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--block", "*"])
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("part of a URL"), "\(outcome.standardError)")
        }

        @Test("A public page reaches this machine only with --allow-local", .full)
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

        @Test("A public page does not reach this machine, however its address is written", .full)
        func localSpellings() async throws {
            let hosts = try folder.write("hosts", "127.0.0.1 localhost www.example.com app.localhost\n")
            let wrapper = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", hosts, "/etc/hosts"]
            let spellings = [
                "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.0.0.1.", "0",
                "0.0.0.0",
                "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "\u{ff11}\u{ff12}\u{ff17}.0.0.1",
                "127\u{3002}0\u{3002}0\u{3002}1",
                "localhost", "LOCALHOST", "localhost.", "loc%61lhost", "\u{24db}ocalhost", "app.localhost", "[::1]",
                "[::]",
                "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]",
                "[::127.0.0.1]",
                "user:word@127.0.0.1", "www.example.com@127.0.0.1", "127.0.0.1\u{9}", "\u{ad}127.0.0.1",
            ]
            try await WebServer.serving(["/secret": WebServer.Page("secret")]) { other in
                let page = asking(spellings.map { other.url("/secret", host: $0) })
                try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                    for options in [[], ["--allow-local"]] {
                        let outcome = try await Pagereel.run(
                            ["record", server.url("/", host: "www.example.com"), "-o", output, "--json", "--overwrite"]
                                + TestPage.small + options, wrapper: wrapper)
                        #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                        let answers = try outcome.summary.title.split(separator: " ")
                        #expect(answers.count == spellings.count)
                        let reached = zip(spellings, answers).filter { $0.1 == "yes" }.map(\.0)
                        // Not all of them lead to this machine's IPv4 address, or are addresses.
                        if options == [] { #expect(reached == []) } else { #expect(reached.count > 15, "\(reached)") }
                    }
                }
            }
        }
    }
}
