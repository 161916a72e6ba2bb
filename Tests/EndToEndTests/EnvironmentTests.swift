import TestSupport
import Testing

extension CommandTests {
    /// The effect of customary environment variables.
    @Suite("Environment variables")
    struct Environment {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Records a page that reports an expression, with variables.
        private func record(
            _ page: String, _ variables: [String: String], to output: String
        ) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                ["record", page, "-o", folder.path(output), "--json", "--duration", "100ms"] + TestPage.small,
                environment: Pagereel.bareEnvironment.merging(variables) { $1 })
        }

        @Test("With --verbose in a bare environment, no library warns about what a desktop has")
        func verbose() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("a.mp4"), "--verbose"] + TestPage.small,
                environment: Pagereel.bareEnvironment)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("[Encoder] video finished"), "\(outcome.standardError)")
            let foreign = outcome.standardError.split(separator: "\n").filter {
                !$0.contains(#/^(pagereel|page): |^[-+0-9T:]+ debug: /#)
            }
            #expect(foreign.isEmpty, "\(foreign)")
        }

        @Test(
            "The page and the output's name have the zone of TZ", .full,
            arguments: [
                ("Asia/Tokyo", "Asia/Tokyo", "+0900"), (":Asia/Tokyo", "Asia/Tokyo", "+0900"),
                ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", "+0900"), ("UTC0", "UTC", "+0000"),
                ("<+03>-3", "Etc/GMT-3", "+0300"), ("GMT+5", "Etc/GMT+5", "-0500"), ("", "UTC", "+0000"),
            ])
        func timeZone(value: String, name: String, offset: String) async throws {
            let page = try folder.write(
                "page.html", TestPage.reporting("Intl.DateTimeFormat().resolvedOptions().timeZone"))
            let outcome = try await record(page, ["TZ": value], to: "%z.mp4")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try outcome.summary.title == name)
            #expect(folder.contents.contains("\(offset).mp4"), "\(folder.contents)")
        }

        @Test(
            "A zone that a page cannot have is an error, unless --timezone is given", .full,
            arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "IST-5:30", "No/Where", "/etc/hostname"])
        func otherZone(value: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(100))
            let outcome = try await record(page, ["TZ": value], to: "out.mp4")
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("--timezone"), "\(outcome.standardError)")
            let given = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--timezone", "UTC"] + TestPage.small,
                environment: Pagereel.bareEnvironment.merging(["TZ": value]) { $1 })
            #expect(given.exitCode == 0, "\(given.standardError)")
        }

        @Test(
            "Pages are requested through the proxy, whatever its form", .full,
            arguments: [("http_proxy", ""), ("HTTP_PROXY", "http://"), ("all_proxy", "http://user:secret@")])
        func proxy(variable: String, prefix: String) async throws {
            try await WebServer.serving(["/page": .init(TestPage.timed(100, title: "Through"))]) { server in
                let outcome = try await record(
                    "http://site.example/page", [variable: "\(prefix)127.0.0.1:\(server.port)"], to: "out.mp4")
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                #expect(try outcome.summary.title == "Through")
                #expect(!outcome.standardError.contains("secret"))
            }
        }

        @Test("A proxy that cannot be reached is named; this machine and the hosts of no_proxy have none")
        func deadProxy() async throws {
            let port = try SilentPort(accepts: false)
            let proxy = "127.0.0.1:\(port.number)"
            let outcome = try await record("http://site.example/", ["http_proxy": proxy], to: "out.mp4")
            #expect(outcome.exitCode == 66)
            #expect(outcome.standardError.contains("the proxy \(proxy) refused"), "\(outcome.standardError)")
            let direct = try await record(
                "http://www.site.invalid/", ["http_proxy": proxy, "no_proxy": "site.invalid"], to: "out.mp4")
            #expect(direct.standardError.contains("www.site.invalid is not known"), "\(direct.standardError)")
            try await WebServer.serving(["/page": .init(TestPage.timed(100))]) { server in
                let local = try await record(server.url("/page"), ["http_proxy": proxy], to: "out.mp4")
                #expect(local.exitCode == 0, "\(local.standardError)")
            }
        }

        @Test("A value that is no proxy is an error that does not show it", arguments: ["ftp://secret", "http://"])
        func noProxy(value: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(100))
            let outcome = try await record(page, ["http_proxy": value], to: "out.mp4")
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("http_proxy"), "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("secret"))
        }
    }
}
