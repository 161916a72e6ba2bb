import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Retries of a page that fails.
    @Suite("Retries")
    struct Retries {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func record(
            _ page: String, _ options: [String], during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--json"] + TestPage.small + options, during: body)
        }

        @Test("A page that loads at the third attempt is recorded, and failures are reported")
        func recovers() async throws {
            var page = WebServer.Page(TestPage.timed(200))
            page.failures = 2
            try await WebServer.serving(["/page": page]) { server in
                let outcome = try await record(server.url("/page"), ["--retry", "3", "--retry-delay", "50ms"])
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(try outcome.summary.attempts == 3)
                #expect(try outcome.summary.frames == 6)
                #expect(server.requests.count { $0.path == "/page" } == 3)
                for number in 1...2 {
                    #expect(outcome.standardError.contains("503"), "\(outcome.standardError)")
                    #expect(
                        outcome.standardError.contains("Attempt \(number) of 4 failed; retrying in 0.050 s"),
                        "\(outcome.standardError)")
                }
                #expect(!outcome.standardError.contains("attempt 3"), "\(outcome.standardError)")
                #expect(folder.contents == ["out.mp4"])
            }
        }

        @Test("A page that never loads fails after the last attempt: 66", .full)
        func givesUp() async throws {
            let port = try SilentPort(accepts: false)
            let outcome = try await record(port.url, ["--retry", "2", "--retry-delay", "0s", "--quiet"])
            #expect(outcome.exitCode == 66)
            let lines = outcome.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("refused"), "\(outcome.standardError)")
            #expect(lines.first?.contains("It was tried 3 times") == true)
            #expect(outcome.standardOutput.contains("\"attempts\":3,"), "\(outcome.standardOutput)")
            #expect(folder.contents == [])
        }

        @Test("A missing start is retried; permanent failures are not", .full)
        func kinds() async throws {
            let silent = try folder.write("silent.html", TestPage.html(script: ""))
            let never = try await record(
                silent, ["--retry", "1", "--retry-delay", "0s", "--start-timeout", "300ms"])
            #expect(never.exitCode == 11, "\(never.standardError)")
            #expect(never.standardOutput.contains("\"attempts\":2,"), "\(never.standardOutput)")
            let sound = try folder.write("sound.ogg", "This is no sound.")
            let unreadable = try await record(
                silent, ["--retry", "1", "--retry-delay", "0s", "--audio", sound])
            #expect(unreadable.exitCode == 65, "\(unreadable.standardError)")
            #expect(unreadable.standardOutput.contains("\"attempts\":1,"), "\(unreadable.standardOutput)")
        }

        @Test("Ctrl-C ends the delay between attempts: 130", .full)
        func interrupted() async throws {
            let outcome = try await record(folder.path("missing.html"), ["--retry", "1", "--retry-delay", "1h"]) {
                try await $0.wait(for: "retrying in")
                try $0.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("nothing was written"), "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("\"exitReason\":\"interrupted\""))
            #expect(folder.contents == [])
        }

        @Test(
            "Invalid counts, and a delay without retries, are usage errors: 64", .full,
            arguments: [["--retry", "-1"], ["--retry", "many"], ["--retry", "101"], ["--retry-delay", "1s"]])
        func usage(options: [String]) async throws {
            let outcome = try await record("page.html", options)
            #expect(outcome.exitCode == 64, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("retr"), "\(outcome.standardError)")
        }
    }
}
