import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Desktop notifications.
    @Suite("Desktop notifications")
    struct Notifications {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write("page.html", TestPage.timed(200))
        }

        private func record(
            _ page: String = "page.html", to output: String = "out.mp4", environment: [String: String] = [:]
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["record", page, "-o", output, "--notify", "--quiet", "--overwrite"] + TestPage.small,
                environment: Pagereel.bareEnvironment.merging(environment) { $1 }, folder: folder,
                timeout: .seconds(20))
        }

        @Test("The desktop shows each result, with markup escaped", .enabled(if: Desktop.isPossible))
        func shown() async throws {
            let shown = try await Desktop.showing { address in
                let environment = ["DBUS_SESSION_BUS_ADDRESS": address]
                let good = try await record(to: "<b>a&b.mp4", environment: environment)
                #expect(good.exitCode == 0, "\(good.standardError)")
                let bad = try await record("missing.html", environment: environment)
                #expect(bad.exitCode == 66)
            }
            let lines = shown.split(separator: "\n").dropFirst()
            #expect(lines.count == 2, "\(shown)")
            #expect(
                lines.first?.hasPrefix("('pagereel', 0, '', 'Recorded', '&lt;b&gt;a&amp;b.mp4: 0:00.2") == true,
                "\(shown)")
            #expect(
                lines.last?.contains("'Recording failed', 'The page missing.html cannot be read") == true, "\(shown)")
        }

        @Test("A missing desktop, a stale address and a hanging bus are harmless", .full)
        func silent() async throws {
            let hanging = try HangingSocket(path: folder.path("bus"))
            let environments = [
                [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("nowhere"))"],
                ["DBUS_SESSION_BUS_ADDRESS": "unixexec:path=/bin/touch,argv1=\(folder.path("started"))"],
                ["XDG_RUNTIME_DIR": folder.path],
            ]
            for environment in environments {
                let outcome = try await record(environment: environment)
                #expect(outcome.exitCode == 0 && outcome.standardError == "", "\(outcome.standardError)")
            }
            #expect(hanging.wasAsked)
            #expect(!folder.contains("started"))
        }
    }
}
