import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--har`: the page's requests as an HTTP Archive, read by another program.
    @Suite("HTTP Archives")
    struct Archives {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// An entry as haralyzer reads it.
        private struct Entry: Decodable {
            let method: String
            let url: String
            let status: Int
            let type: String
            let time: Double
            let redirect: String
            let size: Int
            let error: String?
            let headers: [String: String]
        }

        /// Reads a file with haralyzer, which refuses entries that lack a part of the format.
        private func entries(_ name: String) async throws -> [Entry] {
            let script = """
                import json, sys
                from haralyzer import HarParser
                har = HarParser(json.load(open(sys.argv[1])))
                assert har.version == '1.2' and len(har.pages) == 1, har
                assert har.pages[0].entries, 'each entry belongs to the page'
                print(json.dumps([{
                    'method': e.request.method, 'url': e.request.url, 'status': e.response.status,
                    'type': e.response.mimeType, 'time': e.time, 'redirect': e.response.redirectURL,
                    'size': e.response.bodySize, 'error': e.raw_entry.get('_error'),
                    'headers': {h['name'].lower(): h['value'] for h in e.request.headers + e.response.headers},
                } for e in har.pages[0].entries if e.startTime.tzinfo is not None]))
                """
            let json = try await PythonPackage.haralyzer.run(script, [folder.path(name)])
            return try JSONDecoder().decode([Entry].self, from: json)
        }

        @Test("Each request of a page is in the archive, without what signs a user in", arguments: ["record", "check"])
        func requests(command: String) async throws {
            let refusing = try SilentPort(accepts: false)
            let pages = [
                "/": WebServer.Page(
                    TestPage.html(
                        script: """
                            send('start');
                            const ask = async () => {
                                await fetch('/data?token=hidden&year=2026', {headers: {'X-Mine': 'yes'}});
                                await fetch('/moved');
                                await fetch('/none').catch(() => {});
                                await fetch('\(refusing.url)closed').catch(() => {});
                                send('stop');
                            };
                            after(100, ask);
                            """), headers: ["Set-Cookie": "session=hidden; Path=/"]),
                "/data": WebServer.Page(
                    "{\"a\": 1}", headers: ["Content-Type": "application/json"], after: .milliseconds(300)),
                "/moved": WebServer.Page("", status: 302, headers: ["Location": "/data"]),
            ]
            try await WebServer.serving(pages) { server in
                let arguments =
                    command == "record"
                    ? ["record", server.url("/"), "-o", folder.path("out.mp4")] : ["check", server.url("/")]
                let outcome = try await Pagereel.run(arguments + TestPage.small + ["--har", folder.path("out.har")])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                let entries = try await entries("out.har")
                func entry(_ end: String) throws -> Entry {
                    try #require(entries.first { $0.url.hasSuffix(end) }, "\(entries.map(\.url))")
                }
                let document = try entry(":\(server.port)/")
                #expect(document.status == 200 && document.type == "text/html")
                // WebKit keeps this header to itself.
                #expect(["***", nil].contains(document.headers["set-cookie"]))
                let data = try entry("/data?token=***&year=2026")
                #expect(data.type == "application/json" && data.size == 8 && data.time > 290)
                #expect(data.headers["x-mine"] == "yes")
                #expect(["***", nil].contains(data.headers["cookie"]))
                let moved = try entry("/moved")
                #expect(moved.status == 302 && moved.redirect == server.url("/data"))
                #expect(try entry("/data").status == 200)
                #expect(try entry("/none").status == 404)
                let closed = try entry("/closed")
                #expect(closed.status == 0 && closed.error != nil)
                // All that the server saw, apart from the page's icon.
                let seen = server.requests.map(\.path).filter { $0 != "/favicon.ico" }
                #expect(entries.count { $0.url.contains(":\(server.port)/") } == seen.count, "\(seen)")
                let text = try String(decoding: folder.read("out.har"), as: UTF8.self)
                #expect(!text.contains("hidden"))
                withExtendedLifetime(refusing) {}
            }
        }

        @Test("A request without an end is in the archive; an existing file is kept")
        func pending() async throws {
            let silent = try SilentPort(accepts: true)
            let page = try folder.write(
                "page.html",
                TestPage.html(script: "send('start'); fetch('\(silent.url)'); after(300, () => send('stop'));"))
            let command = ["check", page, "--network", "run", "--har", folder.path("out.har")] + TestPage.small
            let outcome = try await Pagereel.run(command)
            #expect(outcome.exitCode == 0, "\(outcome.standardError) \(outcome.standardOutput)")
            let entry = try #require(try await entries("out.har").first { $0.url.hasPrefix(silent.url) })
            #expect(entry.status == 0)
            let refused = try await Pagereel.run(command)
            #expect(refused.exitCode == 73 && refused.standardError.contains("already exists"))
            let misnamed = try await Pagereel.run(["check", page, "--har", folder.path("out.json")])
            #expect(misnamed.exitCode == 64 && misnamed.standardError.contains(".har"))
        }
    }
}
