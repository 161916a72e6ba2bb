import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Passwords and tokens that are given with addresses and options: the page gets them, people do not see them.
    @Suite("Secrets")
    struct Secrets {
        private let folder: TemporaryFolder
        /// Words that no output may contain.
        private static let secrets = ["PW1", "TOK2", "SIG3"]

        init() throws { folder = try TemporaryFolder() }

        private func run(_ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(arguments, folder: folder)
        }

        /// The bytes that a run left: its output, and every file of the folder but those named.
        private func left(_ outcome: Pagereel.Outcome, except names: [String] = []) throws -> String {
            let files = try folder.contents.filter { !names.contains($0) && !$0.hasSuffix("/") }.map {
                String(decoding: try folder.read($0), as: UTF8.self)
            }
            return ([outcome.standardOutput, outcome.standardError] + files).joined(separator: "\n")
        }

        private func expectNone(in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
            for secret in Self.secrets { #expect(!text.contains(secret), sourceLocation: sourceLocation) }
        }

        @Test(
            "A mistyped address is reported without its password", .full,
            arguments: [
                "http:/user:PW1@host/", "user:PW1@host/", "http://user:P/W1@host/?token=TOK2", "htp://u:PW1@h/",
            ])
        func mistyped(address: String) async throws {
            for command in [["record", address, "-o", "a.mp4", "--json"], ["check", address, "--format", "junit"]] {
                let outcome = try await run(command + (command[0] == "record" ? ["--log", "log.jsonl"] : []))
                #expect([66, 1].contains(outcome.exitCode), "\(outcome.exitCode)")
                expectNone(in: try left(outcome).replacing("P/W1", with: "PW1"))
            }
            let bare = try await run([address])
            #expect(bare.exitCode == 64)
            expectNone(in: bare.standardError.replacing("P/W1", with: "PW1"))
        }

        @Test(
            "A malformed option is refused without its value",
            arguments: [
                ["--header", "Authorization Bearer PW1"], ["--cookie", "=PW1"], ["--auth", "PW1"],
                ["--header", "Authorization:", "Bearer", "PW1"], ["--header=PW1"],
            ])
        func malformed(words: [String]) async throws {
            try folder.write("page.html", TestPage.timed(100))
            let outcome = try await run(["record", "page.html", "-o", "a.mp4", "--log", "log.jsonl"] + words)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            let option = String(words[0].prefix { $0 != "=" })
            #expect(outcome.standardError.contains(option), "\(outcome.standardError)")
            expectNone(in: try left(outcome, except: ["page.html"]))
        }

        @Test("The server gets password and token; the video, the summary, the log and the library show neither")
        func recorded() async throws {
            let query = "?token=TOK2&q=1&X-Amz-Signature=SIG3"
            var page = WebServer.Page(
                TestPage.html(
                    script: """
                        document.title = location.href;
                        console.log('at ' + location.href);
                        fetch('missing?key=TOK2');
                        send('start'); after(200, () => send('stop'));
                        """))
            page.credentials = "user:PW1"
            try await WebServer.serving(["/page": page]) { server in
                let address = server.url("/page\(query)").replacing("http://", with: "http://user:PW1@")
                let outcome = try await run(
                    ["record", address, "-o", "a.mp4", "--json", "--verbose", "--log", "log.jsonl"] + TestPage.small)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                // The server saw the real query.
                #expect(server.requests.contains { $0.path.hasPrefix("/page") && $0.header("Authorization") != nil })
                #expect(server.requests.contains { "?\($0.query)" == query }, "\(server.requests.map(\.query))")
                expectNone(in: try left(outcome))

                let shown = server.url("/page?token=***&q=1&X-Amz-Signature=***")
                #expect(try outcome.summary.page == shown)
                let tags = try await Probe.read(folder.path("a.mp4")).format.tags ?? [:]
                #expect(tags["comment"] == shown && tags["title"] == shown, "\(tags)")
                #expect(tags["description"]?.hasSuffix(" # without --auth, parameters of the address") == true)
                let sheet = try await run(["show", "./a.mp4"])
                #expect(sheet.standardOutput.contains("--auth, parameters of the address"), "\(sheet.standardOutput)")
            }
        }

        @Test("A video of another program with a token in its address is listed without it", .full)
        func foreign() async throws {
            let address = "https://user:PW1@host/?access_token=TOK2"
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=s=64x64:d=0.2", "-metadata", "comment=\(address)",
                    "-metadata", "title=see \(address)", "-metadata", "description=pagereel record '\(address)'",
                    folder.path("a.mp4"),
                ])
            for words in [["show", "./a.mp4", "--json"], ["list", "--json", "--library", "."], ["show", "./a.mp4"]] {
                let outcome = try await run(words)
                #expect(outcome.exitCode == 0 && outcome.standardOutput.contains("host/?access_token=***"))
                expectNone(in: outcome.standardOutput + outcome.standardError)
            }
            let gallery = try await run(["gallery", "--library", ".", "-o", "index.html"])
            #expect(gallery.exitCode == 0, "\(gallery.standardError)")
            expectNone(in: try left(gallery, except: ["a.mp4"]))
        }

        @Test("A batch does not log the tokens of its rows, and its list of failed rows keeps them", .full)
        func batch() async throws {
            try folder.write("rows.csv", "url,name\nhttp://user:PW1@127.0.0.1:1/?token=TOK2,a\n")
            let outcome = try await run(
                ["batch", "rows.csv", "--page", "{url}", "-o", "{name}.mp4", "--log", "log.jsonl", "--json"])
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let failed = try #require(folder.contents.first { $0.hasSuffix("failed.csv") })
            #expect(String(decoding: try folder.read(failed), as: UTF8.self).contains("token=TOK2"))
            expectNone(in: try left(outcome, except: ["rows.csv", failed]))
        }

        @Test("A schedule has the real address, with a warning", .full)
        func scheduled() async throws {
            let outcome = try await run(
                ["schedule", "--cron", "0 6 * * *", "--", "record", "http://h/?token=TOK2", "-o", "%F.mp4"])
            #expect(outcome.exitCode == 0 && outcome.standardOutput.contains("token=TOK2"))
            #expect(outcome.standardError.contains("address has a token"), "\(outcome.standardError)")
        }
    }
}
