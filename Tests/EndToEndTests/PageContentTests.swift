import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What is not a page, and pages that come from elsewhere than an address.
    @Suite("What a page turns out to be")
    struct PageContent {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        @Test(
            "A film, sound or document is refused with what it is and the command for it", .full,
            arguments: [
                ("video/mp4", "pagereel compose"), ("audio/mpeg", "--audio"), ("application/pdf", "pagereel images"),
                ("application/zip", "application/zip"),
            ])
        func otherContent(type: String, advice: String) async throws {
            try await WebServer.serving(["/": .init("%PDF-1.4\n", headers: ["Content-Type": type])]) { server in
                let outcome = try await Pagereel.run(["record", server.url("/"), "-o", output, "--duration", "1s"])
                #expect(outcome.exitCode == 66)
                #expect(outcome.standardError.contains(type), "\(outcome.standardError)")
                #expect(outcome.standardError.contains(advice), "\(outcome.standardError)")
                #expect(folder.contents == [])
            }
        }

        @Test("A camera's stream of pictures is refused, and a page that goes to one stays")
        func stream() async throws {
            let page = TestPage.html(
                script: "send('start'); after(100, () => { location = '/stream'; }); after(500, () => send('stop'));")
            try await WebServer.serving(["/": .init(page), "/stream": .camera(1000)]) { server in
                let outcome = try await VirtualRecording.run(server.url("/stream"), to: output, TestPage.small)
                #expect(outcome.exitCode == 66)
                #expect(outcome.standardError.contains("stream of pictures"), "\(outcome.standardError)")
                let summary = try await VirtualRecording.record(server.url("/"), to: output, TestPage.small)
                #expect(summary.exitReason == "stopped")
                #expect(summary.warnings.count == 1)
                #expect(summary.warnings.first?.contains("stream of pictures") == true, "\(summary.warnings)")
            }
        }

        @Test("A pipe is refused, with what to write instead", .full)
        func pipe() async throws {
            let path = folder.path("pipe.html")
            unsafe #expect(mkfifo(path, 0o600) == 0)
            let outcome = try await Pagereel.run(["record", path, "-o", output])
            #expect(outcome.exitCode == 66)
            #expect(outcome.standardError.contains("With - as the page"), "\(outcome.standardError)")
        }

        @Test("An answer without content is named as the page's", .full, arguments: [204, 205, 304])
        func noContent(status: Int) async throws {
            try await WebServer.serving(["/": .init("", status: status)]) { server in
                let outcome = try await Pagereel.run(["record", server.url("/"), "-o", output])
                #expect(outcome.exitCode == 66)
                #expect(outcome.standardError.contains("HTTP status \(status)"), "\(outcome.standardError)")
            }
        }

        @Test(
            "The page stays when it goes to a download or to an answer without content", .full,
            arguments: [
                (WebServer.Page("saved", headers: ["Content-Disposition": "attachment; filename=a.html"]), "download"),
                (WebServer.Page("", status: 204), "204"), (WebServer.Page("", status: 205), "205"),
                (WebServer.Page("", status: 304), "304"),
            ])
        func stays(target: WebServer.Page, word: String) async throws {
            let page = TestPage.html(
                script: """
                    send('start');
                    after(100, () => { location = '/target'; });
                    after(700, () => { document.title = 'stayed'; });
                    after(1000, () => send('stop'));
                    """)
            try await WebServer.serving(["/": .init(page), "/target": target]) { server in
                let summary = try await Pagereel.record(server.url("/"), to: output, TestPage.small)
                #expect(summary.exitReason == "stopped")
                #expect(summary.title == "stayed")
                #expect(summary.frames == 30)
                #expect(summary.warnings.count == 1)
                #expect(summary.warnings.first?.contains(word) == true)
            }
        }

        @Test("A page that becomes a film goes on, without WebKit's own words", .full)
        func becomesFilm() async throws {
            let film = "/video/frame-numbers.webm"
            let page = TestPage.html(script: "send('start'); after(100, () => { location = '\(film)'; });")
            try await WebServer.serving(["/": .init(page)]) { server in
                let summary = try await Pagereel.record(
                    server.url("/"), to: output, TestPage.small + ["--max-duration", "500ms"])
                #expect(summary.warnings.allSatisfy { !$0.contains("Plug-in") }, "\(summary.warnings)")
            }
        }

        // MARK: Standard input

        /// Runs the recorder with a text on its standard input.
        private func run(_ arguments: [String], input: String) async throws -> Pagereel.Outcome {
            let file = try folder.write("input", input)
            return try await Pagereel.run(
                arguments, wrapper: ["sh", "-c", "cat '\(file)' | \"$0\" \"$@\""], folder: folder)
        }

        @Test("A page is read from standard input, and nothing is left of it")
        func standardInput() async throws {
            let temporary = try TemporaryFolder()
            let page = TestPage.reporting("'piped ' + document.compatMode")
            let file = try folder.write("input", page)
            let outcome = try await Pagereel.run(
                ["record", "-", "-o", output, "--json"] + TestPage.small,
                environment: Pagereel.bareEnvironment.merging(["TMPDIR": temporary.path]) { $1 },
                wrapper: ["sh", "-c", "cat '\(file)' | \"$0\" \"$@\""])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try outcome.summary.title == "piped CSS1Compat")
            #expect(try outcome.summary.page == "-")
            #expect(temporary.contents == [])
        }

        @Test("check and stills read it, too", .full)
        func otherCommands() async throws {
            let page = TestPage.timed(200)
            let check = try await run(["check", "-", "--expect", "stop"], input: page)
            #expect(check.exitCode == 0, "\(check.standardOutput)")
            let stills = try await run(["stills", "-", "--at", "stop", "-o", "now"] + TestPage.small, input: page)
            #expect(stills.exitCode == 0, "\(stills.standardError)")
        }

        @Test("What is no page, or cannot have one, is refused")
        func refusedInput() async throws {
            let refused: [(arguments: [String], input: String, status: Int32)] = [
                (["record", "-", "-o", output], "", 66), (["record", "-", "-o", output], "\0\0", 66),
                (["record", "-", "-o", output, "--serve", "."], "page", 64), (["check", "-", "--watch"], "page", 64),
                (["batch", "a.csv", "--page", "-", "-o", "{id}.mp4"], "page", 64),
                (["schedule", "--cron", "0 8 * * *", "--", "record", "-", "-o", "a.mp4"], "page", 64),
            ]
            for (arguments, input, status) in refused {
                let outcome = try await run(arguments, input: input)
                #expect(outcome.exitCode == status, "\(arguments): \(outcome.standardError)")
            }
        }
    }
}
