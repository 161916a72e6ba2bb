import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--state`, `--save-state` and `pagereel login`: pages behind a login.
    @Suite("State")
    struct State {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func run(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(arguments, folder: folder)
        }

        private func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
        }

        private func json(_ name: String) throws -> [String: Any] {
            try #require(JSONSerialization.jsonObject(with: folder.read(name)) as? [String: Any])
        }

        /// The items of an origin in a saved state.
        private func storage(_ name: String, of origin: String) throws -> [String: String] {
            let origins = try json(name)["origins"] as? [[String: Any]] ?? []
            let items = origins.first { $0["origin"] as? String == origin }?["localStorage"] as? [[String: String]]
            return Dictionary((items ?? []).map { ($0["name"] ?? "", $0["value"] ?? "") }) { $1 }
        }

        @discardableResult
        private func write(_ name: String, _ text: String) throws -> String {
            let path = try folder.write(name, text)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return path
        }

        /// A site whose report is behind a login, which stores a token when it has been passed.
        private static let site: [String: WebServer.Page] = {
            var report = WebServer.Page(
                TestPage.html(
                    head: """
                        <script>
                        document.title = localStorage.getItem('token') + '|' + document.cookie;
                        localStorage.setItem('token', 'TOK2-next');
                        </script>
                        """, body: "<b id=account>Ann</b>",
                    script: "send('start'); after(300, () => send('stop'));"))
            report.cookie = "sid=SID1"
            let login = """
                <!doctype html><title>Login</title><form action=/session>
                <input id=user name=user autofocus><input id=password name=password type=password>
                <button id=go>Sign in</button></form>
                """
            return [
                "/login": .init(login),
                "/session": .init(
                    "", status: 303,
                    headers: ["Set-Cookie": "sid=SID1; Path=/; HttpOnly; Max-Age=3600", "Location": "/welcome"]),
                "/welcome": .init(
                    """
                    <!doctype html><script>
                    setTimeout(() => {
                        localStorage.setItem('token', 'TOK2');
                        document.cookie = 'theme=dark';
                        location = '/report';
                    }, 100);
                    </script>
                    """),
                "/report": report,
            ]
        }()

        private static let steps = """
            - {at: 200ms, type: ann, into: '#user'}
            - {at: 400ms, type: 'p w', into: '#password'}
            - {at: 600ms, click: '#go'}

            """

        private func expectNoSecrets(_ outcome: Pagereel.Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
            for secret in ["SID1", "TOK2"] {
                #expect(!outcome.standardError.contains(secret), sourceLocation: sourceLocation)
                #expect(!outcome.standardOutput.contains(secret), sourceLocation: sourceLocation)
            }
        }

        @Test("A login is saved, and the page behind it is checked and recorded", arguments: ["virtual", "realtime"])
        func login(clock: String) async throws {
            try folder.write("steps.yaml", Self.steps)
            try await WebServer.serving(Self.site) { server in
                let origin = server.url("")
                let login = try await run(
                    ["login", server.url("/login"), "--do", "steps.yaml", "--save-state", "deep/state.json", "--json"]
                        + ["--verbose", "--clock", clock])
                #expect(login.exitCode == 0, "\(login.standardError)")
                #expect(server.request(for: "/session")?.query == "user=ann&password=p+w")
                expectNoSecrets(login)
                #expect(try mode("deep/state.json") == 0o600)
                #expect(folder.contents == ["deep/", "deep/state.json", "steps.yaml"], "\(folder.contents)")
                // The page behind the login was seen with the token of the page before.
                #expect(try storage("deep/state.json", of: origin) == ["token": "TOK2-next"])
                let cookies = try #require(json("deep/state.json")["cookies"] as? [[String: Any]])
                let sid = try #require(cookies.first { $0["name"] as? String == "sid" })
                #expect(sid["value"] as? String == "SID1" && sid["httpOnly"] as? Bool == true)
                #expect(sid["domain"] as? String == "127.0.0.1" && sid["path"] as? String == "/")
                let expiry = try #require(sid["expires"] as? Double)
                #expect(abs(expiry - Date().timeIntervalSince1970 - 3600) < 600)
                #expect(cookies.contains { $0["name"] as? String == "theme" && $0["expires"] as? Int == -1 })

                let check = try await run(
                    ["check", server.url("/report"), "--state", "deep/state.json", "--clock", clock]
                        + ["--expect", "start < 5s, stop < 5s", "--save-state", "next.json"])
                #expect(check.exitCode == 0, "\(check.standardError)\(check.standardOutput)")
                #expect(try mode("next.json") == 0o600)
                let record = try await run(
                    ["record", server.url("/report"), "--state", "deep/state.json", "-o", "a.mp4", "--json"]
                        + ["--verbose", "--clock", clock, "--save-state", "deep/state.json"] + TestPage.small)
                #expect(record.exitCode == 0, "\(record.standardError)")
                // The page itself has seen both, and HttpOnly cookies are hidden from it.
                #expect(try record.summary.title == "TOK2-next|theme=dark")
                #expect(record.standardError.contains("deep/state.json: 2 cookies and local storage of 1 origin"))
                #expect(!record.standardError.contains("SID1"))
                let reports = server.requests.filter { $0.path == "/report" }
                #expect(reports.count == 3)
                #expect(reports.allSatisfy { $0.header("Cookie")?.contains("sid=SID1") == true })
                let video = String(decoding: try folder.read("a.mp4"), as: UTF8.self)
                #expect(!video.contains("SID1"))
                // The replay command names the file.
                #expect(video.contains("--state \(folder.path("deep/state.json"))"))
                #expect(!video.contains("--save-state"))
            }
        }

        @Test("Without the state, the page behind the login is not loaded")
        func without() async throws {
            try await WebServer.serving(Self.site) { server in
                let outcome = try await run(["check", server.url("/report"), "--save-state", "state.json"])
                #expect(outcome.exitCode == 1, "\(outcome.standardError)")
                #expect(!folder.contents.contains("state.json"))
            }
        }

        @Test("A login ends when an element matches, and fails without a file if none does or a step fails", .full)
        func awaited() async throws {
            try folder.write("steps.yaml", Self.steps)
            try folder.write("wrong.yaml", "- {at: 100ms, click: '#nowhere'}\n")
            let saving = ["--save-state", "state.json"]
            try await WebServer.serving(Self.site) { server in
                let login = ["login", server.url("/login")] + saving
                let good = try await run(login + ["--do", "steps.yaml", "--wait-for", "#account"])
                #expect(good.exitCode == 0, "\(good.standardError)")
                #expect(try storage("state.json", of: server.url("")) == ["token": "TOK2-next"])
                let kept = try folder.read("state.json")
                let missing = try await run(login + ["--wait-for", "#account", "--start-timeout", "1s"])
                #expect(missing.exitCode == 11, "\(missing.standardError)")
                #expect(missing.standardError.contains("#account"), "\(missing.standardError)")
                // The time of the steps is not the page's, which is waited for after them.
                try folder.write("slow.yaml", "- wait: 3s\n- {if: '#nowhere', then: [wait: 1s]}\n")
                let slow = ["--do", "slow.yaml", "--start-timeout", "2s", "--wait-for"]
                let never = try await run(login + slow + ["#account"])
                #expect(never.exitCode == 11 && never.standardError.contains("waited 2 s (--start-timeout)"))
                #expect(try folder.read("state.json") == kept)
                let arrived = try await run(
                    ["login", server.url("/login"), "--save-state", "slow.json"] + slow + ["#go"])
                #expect(arrived.exitCode == 0, "\(arrived.standardError)")
                let failed = try await run(login + ["--do", "wrong.yaml"])
                #expect(failed.exitCode == 1, "\(failed.standardError)")
                #expect(failed.standardError.contains("The step at 0.100 s was not done"), "\(failed.standardError)")
                #expect(try folder.read("state.json") == kept)
            }
            let local = try await run(["login", "page.html"] + saving)
            #expect([64, 66].contains(local.exitCode), "\(local.standardError)")
            let bare = try await run(["login", "http://127.0.0.1:1/"])
            #expect(bare.exitCode == 64 && bare.standardError.contains("--save-state"), "\(bare.standardError)")
        }

        @Test("A login across origins keeps the storage of each, and that of others in the state", .full)
        func origins() async throws {
            // localhost is another site for the browser, on the same server.
            let pages: [String: WebServer.Page] = [
                "/start": .init(
                    """
                    <!doctype html><script>
                    localStorage.setItem('first', localStorage.getItem('given') + '1');
                    setTimeout(() => {
                        localStorage.setItem('late', '2');
                        location = location.href.replace('127.0.0.1', 'localhost').replace('start', 'second');
                    }, 100);
                    </script>
                    """),
                "/second": .init("<!doctype html><script>localStorage.setItem('second', '3')</script>"),
            ]
            try await WebServer.serving(pages) { server in
                try write(
                    "given.json",
                    """
                    {"origins": [{"origin": "\(server.url(""))", "localStorage": [{"name": "given", "value": "g"}]},
                                 {"origin": "https://other.example", "localStorage": [{"name": "o", "value": "4"}]}]}
                    """)
                let outcome = try await run(
                    ["login", server.url("/start"), "--state", "given.json", "--save-state", "state.json"])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(try storage("state.json", of: server.url("")) == ["given": "g", "first": "g1", "late": "2"])
                #expect(try storage("state.json", of: server.url("", host: "localhost")) == ["second": "3"])
                #expect(try storage("state.json", of: "https://other.example") == ["o": "4"])
            }
        }

        @Test("A page that no longer answers at its end leaves an old file as it is", .full)
        func hung() async throws {
            try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(300, () => { send('stop'); for (;;); });"))
            try write("state.json", "old")
            let outcome = try await run(
                ["record", "page.html", "-o", "a.mp4", "--clock", "realtime", "--hang-timeout", "2s"]
                    + ["--save-state", "state.json"] + TestPage.small)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("state.json was not written"), "\(outcome.standardError)")
            #expect(folder.contents.contains("a.mp4"))
            #expect(String(decoding: try folder.read("state.json"), as: UTF8.self) == "old")
        }

        @Test("Local storage is there before the first script, once, and the page's changes survive", .full)
        func storageOnce() async throws {
            let page = """
                <!doctype html><meta charset="utf-8"><script>
                const seen = localStorage.getItem('a') + localStorage.length;
                const visits = (sessionStorage.getItem('visits') ?? '') + seen + ';';
                sessionStorage.setItem('visits', visits);
                localStorage.setItem('a', seen + '!');
                if (visits.split(';').length < 4) location.reload();
                else {
                    document.title = visits;
                    addEventListener('load', () => {
                        webkit.messageHandlers.pagereel.postMessage('start');
                        setTimeout(() => webkit.messageHandlers.pagereel.postMessage('stop'), 200);
                    });
                }
                Storage.prototype.setItem = () => document.title = 'intercepted';
                </script><body>x
                """
            try await WebServer.serving(["/page": .init(page)]) { server in
                try write(
                    "state.json",
                    """
                    {"origins": [{"origin": "\(server.url(""))/", "localStorage": []}]}
                    """)
                let refused = try await run(["check", server.url("/page"), "--state", "state.json"])
                #expect(refused.exitCode == 65, "\(refused.standardError)")
                #expect(refused.standardError.contains("state.json, origins[0].origin"), "\(refused.standardError)")
                try write(
                    "state.json",
                    """
                    {"origins": [{"origin": "\(server.url(""))", "localStorage": [
                        {"name": "a", "value": "☃"}, {"name": "b", "value": "'\\"</script>\\u2028"}]}]}
                    """)
                let summary = try await Pagereel.record(
                    server.url("/page"), to: folder.path("a.mp4"),
                    TestPage.small + ["--state", folder.path("state.json")])
                #expect(summary.title == "☃2;☃2!2;☃2!2!2;")
                #expect(summary.warnings == [])
            }
        }

        @Test("Cookies of both formats are sent to their hosts and paths only, and --cookie replaces them")
        func cookies() async throws {
            let page = TestPage.html(
                body: "<img src='/app/a.png'>", script: "send('start'); after(200, () => send('stop'));")
            try await WebServer.serving(["/page": .init(page), "/app/a.png": .init("")]) { server in
                try write(
                    "cookies.txt",
                    """
                    # Netscape HTTP Cookie File
                    127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1
                    #HttpOnly_127.0.0.1\tFALSE\t/app\tFALSE\t4000000000\tb\tx=y z
                    127.0.0.1\tFALSE\t/\tTRUE\t0\tsecure\t1
                    127.0.0.1\tFALSE\t/\tFALSE\t1\texpired\t1
                    other.example\tTRUE\t/\tFALSE\t0\tother\t1
                    127.0.0.1\tFALSE\t/\tFALSE\t0\ttheme\tplain
                    """)
                try write(
                    "state.json",
                    """
                    {"cookies": [
                        {"name": "a", "value": "1", "domain": "127.0.0.1", "path": "/", "expires": -1,
                         "httpOnly": false, "secure": false, "sameSite": "Lax"},
                        {"name": "b", "value": "x=y z", "domain": "127.0.0.1", "path": "/app", "expires": 4000000000.5,
                         "httpOnly": true, "secure": false, "sameSite": "Strict"},
                        {"name": "other", "value": "1", "domain": ".other.example", "path": "/"},
                        {"name": "theme", "value": "plain", "domain": "127.0.0.1", "path": "/"}]}
                    """)
                for file in ["cookies.txt", "state.json"] {
                    let before = server.requests.count
                    try await Pagereel.record(
                        server.url("/page"), to: folder.path("\(file).mp4"),
                        TestPage.small + ["--state", folder.path(file), "--cookie", "theme=dark"])
                    let sent = ["/page", "/app/a.png"].map { path in
                        let request = server.requests.dropFirst(before).first { $0.path == path }
                        return Set((request?.header("Cookie") ?? "").split(separator: "; ").map(String.init))
                    }
                    #expect(sent == [["a=1", "theme=dark"], ["a=1", "theme=dark", "b=x=y z"]], "\(file)")
                }
            }
        }

        @Test("A broken state file is refused with its line, and one that others can read causes a warning")
        func broken() async throws {
            try folder.write("page.html", TestPage.timed(200))
            try write("cookies.txt", "# comment\nexample.com\tFALSE\t/\tSECRET\t0\ta\tSECRET\n")
            let outcome = try await run(["record", "page.html", "-o", "a.mp4", "--state", "cookies.txt", "--verbose"])
            #expect(outcome.exitCode == 65)
            #expect(outcome.standardError.contains("cookies.txt, line 2: expected TRUE or FALSE in the fourth field."))
            #expect(!outcome.standardError.contains("SECRET"))
            let missing = try await run(["check", "page.html", "--state", "nowhere.json"])
            #expect(missing.exitCode == 65 && missing.standardError.contains("nowhere.json"))
            let path = try write("state.json", "{}")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let warned = try await Pagereel.record(
                folder.path("page.html"), to: folder.path("a.mp4"), TestPage.small + ["--state", path])
            let warning = "Other users can read the state file \(path)"
            #expect(warned.warnings.contains { $0.contains(warning) })
            let checked = try await run(["check", "page.html", "--state", path, "--expect", "stop"])
            #expect(checked.exitCode == 0 && checked.standardError.contains(warning), "\(checked.standardError)")
            let folderName = try await run(["check", "page.html", "--save-state", "./"])
            #expect(folderName.exitCode == 73, "\(folderName.standardError)")
        }

        @Test("Each row of a batch, and a configuration, can name a state file", .full)
        func batch() async throws {
            var page = WebServer.Page(TestPage.timed(200))
            page.cookie = "who=ann"
            try await WebServer.serving(["/page": page]) { server in
                for name in ["ann", "bob"] { try write("\(name).txt", "127.0.0.1\tFALSE\t/\tFALSE\t0\twho\t\(name)\n") }
                try folder.write("rows.csv", "name\nann\nbob\n")
                let outcome = try await run(
                    ["batch", "rows.csv", "--page", server.url("/page"), "-o", "{name}.mp4", "--state", "{name}.txt"])
                #expect(outcome.exitCode == 1, "\(outcome.standardError)")
                #expect(folder.contents.contains("ann.mp4") && !folder.contents.contains("bob.mp4"))
                try folder.write("config.yaml", "defaults:\n  state: ann.txt\n")
                let configured = try await run(
                    ["record", server.url("/page"), "-o", "c.mp4", "--config", "config.yaml"] + TestPage.small)
                #expect(configured.exitCode == 0, "\(configured.standardError)")
            }
        }
    }
}
