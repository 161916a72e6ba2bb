import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The effect of options on a page and its server.
    @Suite("Page options")
    struct PageOptions {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test("The server and the page get user agent, headers and cookies")
        func request() async throws {
            let page = TestPage.reporting("navigator.userAgent + '|' + document.cookie")
            try await WebServer.serving(["/page": .init(page)]) { server in
                let summary = try await Pagereel.record(
                    server.url("/page"), to: output,
                    TestPage.small + [
                        "--user-agent", "Reeler/7", "--header", "X-Tenant: 42", "--header", "X-Trace: a: b",
                        "--cookie", "session=abc", "--cookie", "theme=plain",
                    ])
                let request = try #require(server.request(for: "/page"))
                #expect(request.header("User-Agent") == "Reeler/7")
                #expect(request.header("X-Tenant") == "42")
                #expect(request.header("X-Trace") == "a: b")
                let cookies = Set((request.header("Cookie") ?? "").split(separator: ";").map { $0.trimmed })
                #expect(cookies == ["session=abc", "theme=plain"])
                let seen = summary.title.split(separator: "|").map(String.init)
                #expect(seen.first == "Reeler/7")
                #expect(Set((seen.last ?? "").split(separator: ";").map { $0.trimmed }) == cookies)
            }
        }

        @Test(
            "Credentials from an option or the environment are used but never shown or stored",
            arguments: [true, false])
        func credentials(inEnvironment: Bool) async throws {
            let credentials = "alice:swordfish:1"
            let page = WebServer.Page(TestPage.timed(200), protectedBy: credentials)
            try await WebServer.serving(["/page": page]) { server in
                var environment = Pagereel.bareEnvironment
                if inEnvironment { environment["PAGEREEL_AUTH"] = credentials }
                let outcome = try await Pagereel.run(
                    ["record", server.url("/page"), "-o", output, "--json", "--verbose"] + TestPage.small
                        + (inEnvironment ? [] : ["--auth", credentials]), environment: environment)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(!outcome.standardError.contains("swordfish"))
                #expect(!outcome.standardOutput.contains("swordfish"))
                let file = try folder.read("out.mp4")
                #expect(file.range(of: Data("swordfish".utf8)) == nil)
            }
        }

        @Test("Credentials are sent in UTF-8 (RFC 7617)", arguments: ["ann:pässword", "jürgen:☃", "ann:plain"])
        func credentials(text: String) async throws {
            let page = WebServer.Page(TestPage.timed(200), protectedBy: text)
            try await WebServer.serving(["/page": page]) { server in
                let outcome = try await Pagereel.run([
                    "check", server.url("/page"), "--auth", text, "--expect", "stop < 5s",
                ])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)\(outcome.standardOutput)")
            }
        }

        @Test("Another port of the page's host does not get the credentials", .full)
        func credentialsOfOthers() async throws {
            let credentials = "alice:swordfish"
            let secret = WebServer.Page("secret", protectedBy: credentials)
            try await WebServer.serving(["/secret": secret]) { other in
                let page = TestPage.html(
                    script: """
                        fetch('\(other.url("/secret"))', { mode: 'no-cors', credentials: 'include' }).finally(() => {
                            send('start');
                            after(100, () => send('stop'));
                        });
                        """)
                try await WebServer.serving(["/": WebServer.Page(page)]) { server in
                    try await Pagereel.record(
                        server.url("/"), to: output, TestPage.small + ["--auth", credentials])
                }
                let asked = other.requests.filter { $0.path == "/secret" }
                #expect(!asked.isEmpty)
                #expect(asked.allSatisfy { $0.header("Authorization") == nil })
            }
        }

        @Test("Credentials in the address are used but never shown or stored", .full)
        func credentialsInAddress() async throws {
            let page = WebServer.Page(TestPage.timed(200), protectedBy: "alice:swordfish")
            try await WebServer.serving(["/page": page]) { server in
                let address = server.url("/page").replacing("http://", with: "http://alice:swordfish@")
                let outcome = try await Pagereel.run(
                    ["record", address, "-o", output, "--json", "--verbose"] + TestPage.small)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(!(outcome.standardError + outcome.standardOutput).contains("swordfish"))
                #expect(try folder.read("out.mp4").range(of: Data("swordfish".utf8)) == nil)
            }
        }

        @Test("Language, color scheme, scale, size, script and style take effect", .full)
        func environment() async throws {
            let report = """
                [navigator.language, matchMedia('(prefers-color-scheme: dark)').matches, devicePixelRatio,
                 innerWidth, innerHeight, document.body.dataset.injected ?? 'no', getComputedStyle(document.body).color].join(' ')
                """
            let page = try folder.write("page.html", TestPage.reporting(report))
            let script = try folder.write("add.js", "document.body.dataset.injected = 'yes';")
            let style = try folder.write("add.css", "body { color: rgb(1, 2, 3) !important; }")
            let summary = try await Pagereel.record(
                page, to: output,
                [
                    "--size", "300x200", "--scale", "2", "--language", "zh-CN", "--dark", "--script", script, "--style",
                    style,
                ])
            #expect(summary.title == "zh-CN true 2 300 200 yes rgb(1, 2, 3)")
            let plain = try await Pagereel.record(page, to: folder.path("plain.mp4"))
            #expect(plain.title.hasSuffix("false 1 1280 720 no rgb(0, 0, 0)"), "\(plain.title)")
        }

        @Test("A script before the page's own sees the data and storage first, in the main frame alone")
        func initialScript() async throws {
            let files = try TemporaryFolder()
            let frame = "<script>parent.seen = typeof token</script>"
            try files.write(
                "page.html",
                TestPage.html(
                    head: "<script>window.early = localStorage.getItem('token') + ' ' + token</script>",
                    body: "<iframe srcdoc='\(frame)'></iframe>",
                    script: "document.title = early + ' ' + seen; send('start'); after(100, () => send('stop'));"))
            let scripts = [
                try folder.write("first.js", "localStorage.setItem('token', 'abc'); var token = 1;"),
                try folder.write("second.js", "token += 1;"),
            ]
            let summary = try await Pagereel.record(
                "page.html", to: output,
                TestPage.small + ["--serve", files.path] + scripts.flatMap { ["--init-script", $0] })
            #expect(summary.title == "abc 2 undefined")
            #expect(summary.warnings == [])
        }

        @Test("Headers and cookies that would not be sent as given are refused, and their values not shown", .full)
        func refusedRequests() async throws {
            let refused = [
                ["--cookie", "a=1; b=secret"], ["--cookie", "a=secretü"], ["--cookie", "a=secret; Max-Age=0"],
                ["--cookie", "a=secret; Secure"], ["--cookie", "a=secret; Domain=other.example"],
                ["--cookie", "a=secret; Path=app"], ["--cookie", "a=secret" + String(repeating: "x", count: 4090)],
                ["--cookie", "a=secret; Path=/" + String(repeating: "x", count: 1024)],
                ["--cookie", "a=secret", "--cookie", "a=secret; Path=/"],
                ["--header", "Cookie: a=secret"], ["--header", "X-A: secretü"], ["--header", "User-Agent: secret"],
                ["--header", "X-A: secret", "--header", "x-a: secret"],
            ]
            try await WebServer.serving(["/page": .init(TestPage.timed(200))]) { server in
                for options in refused {
                    let outcome = try await Pagereel.run(["record", server.url("/page"), "-o", output] + options)
                    #expect(outcome.exitCode == 64, "\(options)")
                    #expect(!outcome.standardError.contains("secret"), "\(outcome.standardError)")
                }
                #expect(server.requests.isEmpty)
            }
        }

        @Test("Cookies have every ASCII value and the attributes of their path")
        func cookies() async throws {
            let cookies = ["a=\"q\"", "b=x,y z", "c=d=e", "f=", "g=1; HttpOnly", "h=1; Path=/page; SameSite=Strict"]
            try await WebServer.serving(["/page": .init(TestPage.timed(200))]) { server in
                try await Pagereel.record(
                    server.url("/page"), to: output, TestPage.small + cookies.flatMap { ["--cookie", $0] })
                let sent = server.request(for: "/page")?.header("Cookie") ?? ""
                #expect(
                    Set(sent.split(separator: ";").map { $0.trimmed })
                        == ["a=\"q\"", "b=x,y z", "c=d=e", "f=", "g=1", "h=1"])
            }
        }

        @Test("Cookies are sent to all of the page's host, as large as browsers allow, each to its path", .full)
        func cookiesOfHost() async throws {
            let large = String(repeating: "x", count: 4096 - "large".utf8.count)
            let page = TestPage.html(
                body: "<script src='/data/a.js'></script>", script: "send('start'); after(100, () => send('stop'));")
            try await WebServer.serving(["/app/page": .init(page), "/data/a.js": .init("")]) { server in
                try await Pagereel.record(
                    server.url("/app/page"), to: output,
                    TestPage.small + ["--cookie", "all=1", "--cookie", "large=\(large)"]
                        + ["--cookie", "app=1; Path=/app", "--cookie", "data=1; Path=/data"])
                let sent = ["/app/page", "/data/a.js"].map { path in
                    Set((server.request(for: path)?.header("Cookie") ?? "").split(separator: ";").map { $0.trimmed })
                }
                #expect(sent == [["all=1", "large=\(large)", "app=1"], ["all=1", "large=\(large)", "data=1"]])
            }
        }

        @Test("Headers and cookies of a local page cause a warning", .full)
        func requestOfFile() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--cookie", "a=1"])
            #expect(summary.warnings.contains { $0.contains("cookies") })
        }

        @Test("The language is sent to the server", .full)
        func languageHeader() async throws {
            try await WebServer.serving(["/page": .init(TestPage.timed(200))]) { server in
                try await Pagereel.record(server.url("/page"), to: output, TestPage.small + ["--language", "zh-CN"])
                let value = try #require(server.request(for: "/page")?.header("Accept-Language"))
                #expect(value.lowercased().hasPrefix("zh-cn"))
            }
        }

        @Test("A script or style that cannot be read is an error of 65", .full, arguments: ["--script", "--style"])
        func missingInjection(option: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(["record", page, "-o", output, option, "/nowhere/file"])
            #expect(outcome.exitCode == 65, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("/nowhere/file"))
            #expect(folder.contents == ["page.html"])
        }

        @Test("Recording starts only once the awaited element exists", .full, arguments: ["signal", "load"])
        func waitFor(start: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        \(start == "signal" ? "send('start');" : "")
                        after(700, () => {
                            document.body.style.background = '#00ff00';
                            document.body.insertAdjacentHTML('beforeend', '<i class="ready now"></i>');
                            after(700, () => send('stop'));
                        });
                        """))
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--wait-for", "i.ready", "--start-on", start])
            #expect(summary.frames < 30, "the time before the element must not be recorded")
            let first = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).first)
            #expect(first.mean(x: 100, y: 50, width: 50, height: 50)[1] > 240)
        }

        @Test("An awaited element that never appears is named")
        func waitForNothing() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "send('start');"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--wait-for", "#never", "--start-timeout", "4s"])
            #expect(outcome.exitCode == 11)
            #expect(outcome.standardError.contains("#never"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("Console messages and uncaught errors appear only with --verbose", .full)
        func console() async throws {
            let html = TestPage.html(
                script: """
                    console.log('a message');
                    console.error('a complaint');
                    after(100, () => { throw new Error('nobody catches this'); });
                    send('start'); after(400, () => send('stop'));
                    """)
            let page = try folder.write("page.html", html)
            try await WebServer.serving(["/page": .init(html)]) { server in
                let loud = try await Pagereel.run(
                    ["record", server.url("/page"), "-o", output, "--verbose"] + TestPage.small)
                let lines = loud.standardError.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("page: ") }
                for text in ["a message", "a complaint", "nobody catches this"] {
                    #expect(lines.contains { $0.contains(text) }, "\(loud.standardError)")
                }
                #expect(loud.standardOutput.isEmpty)
            }
            // WebKit hides error messages from scripts of file: pages, but not the error itself.
            let local = try await Pagereel.run(
                ["record", page, "-o", folder.path("local.mp4"), "--verbose"] + TestPage.small)
            #expect(local.standardError.contains("page: log: a message"), "\(local.standardError)")
            #expect(local.standardError.contains("page: uncaught error"), "\(local.standardError)")
            let normal = try await Pagereel.run(["record", page, "-o", folder.path("b.mp4")] + TestPage.small)
            #expect(!normal.standardError.contains("a message"))
            #expect(normal.standardOutput.isEmpty)
        }
    }
}

extension StringProtocol {
    /// The text without trailing spaces.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
