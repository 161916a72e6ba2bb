import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Tests docs/cron.md with Debian's cron, at its next minute.
    @Suite("Cron")
    struct Cron {
        @Test(
            "Scheduled recordings get dated names, need no home, and mail one failure", .full,
            .enabled(if: CronDaemon.isAvailable, "needs root, mount namespaces, cron and unshare"))
        func minute() async throws {
            let folder = try TemporaryFolder()
            try folder.write("page.html", TestPage.timed(200))
            try folder.write("gone.html", TestPage.timed(200))
            try folder.write("out/2024-01-01 100% it's.mp4")
            let options = "--size 320x180 --overwrite --log '\(folder.path("log"))'"
            let commands = """
                schedule() { "$pagereel" schedule --cron '* * * * *' "$@" \(options); }
                schedule --name good --install -- record page.html -o "out/%Y-%m-%d 100%% it's.mp4" --keep 1
                schedule --name bad --install -- record gone.html -o 'bad/%F.mp4' --retry 1 --retry-delay 0s
                schedule --name odd --install -- record page.html -o 'odd.mp4'
                "$pagereel" schedule --remove odd
                bare=$(schedule -- record page.html -o 'bare/%F.mp4')
                rm gone.html
                {
                    crontab -l
                    echo "* * * * * env -i PATH=/usr/bin:/bin ${bare#'* * * * * '}"
                    echo "* * * * * env > '$folder/environment'"
                } | crontab -
                """
            let outcome = try await CronDaemon.running(commands, in: folder) { cron in
                try await Condition.wait(for: "the jobs of the next minute", limit: .seconds(85)) {
                    folder.contents.contains { $0.hasPrefix("mail/") && $0 != "mail/" }
                        && folder.contents.count { $0.hasPrefix("out/2") } == 1
                        && folder.contents.count { $0.hasPrefix("bare/2") } == 1 && folder.contains("environment")
                }
                // A mail about a successful recording would arrive now.
                try await cron.descendants.waitForEnd()
            }
            #expect(outcome.standardOutput.contains("removed odd from the crontab"), "\(outcome.standardError)")

            let made = folder.contents.filter { $0.hasSuffix(".mp4") }
            #expect(made.count == 2, "\(folder.contents)")
            #expect(made[0].wholeMatch(of: /bare\/\d{4}-\d\d-\d\d\.mp4/) != nil, "\(made)")
            #expect(made[1].wholeMatch(of: /out\/\d{4}-\d\d-\d\d 100% it's\.mp4/) != nil, "\(made)")
            for name in made { #expect(try await Probe.read(folder.path(name)).video?.packetCount == 6) }

            let mails = folder.contents.filter { $0.hasPrefix("mail/") && $0 != "mail/" }
            #expect(mails.count == 1, "\(mails)")
            let mail = Mail(try folder.read(try #require(mails.first))).body
            #expect(mail.hasPrefix("pagereel: error: The page \(folder.path("gone.html")) cannot be read"), "\(mail)")
            #expect(mail.contains("It was tried 2 times") && mail.count { $0 == "\n" } == 1, "\(mail)")

            let environment = String(decoding: try folder.read("environment"), as: UTF8.self)
            for name in ["DISPLAY", "LANG", "LC_", "XDG_", "DBUS_"] {
                #expect(!environment.contains("\n\(name)") && !environment.hasPrefix(name), "\(environment)")
            }
            let log = String(decoding: try folder.read("log"), as: UTF8.self).split(separator: "\n")
            #expect(log.count { $0.contains("\"event\":\"finished\"") } == 2)
            #expect(log.count { $0.contains("\"event\":\"failed\"") } == 1)
        }
    }
}
