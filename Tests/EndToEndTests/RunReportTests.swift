import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `--report`: a folder with a page that shows a run.
    @Suite("Reports of runs")
    struct RunReports {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// What the page of a report has as data.
        struct Contents: Decodable {
            let runs: [Run]

            struct Run: Decodable {
                let kind: String
                let title: String
                let isSuccess: Bool
                let ending: String
                let end: Double
                let expectations: [Expected]
                let media: Media?
                let pictures: [Picture]
                let stretches: [Stretch]
                let moments: [Moment]
                let requests: [Request]
                let holds: [Hold]
                let longFrames: [LongFrame]
                let facts: [Facts]
                let command: String
                let omissions: [String]
            }

            struct Expected: Decodable {
                let text: String
                let isMet: Bool
            }

            struct Media: Decodable {
                let file: String
                let type: String
                let frames: Int?
            }

            struct Picture: Decodable {
                let pageTime: Double
                let time: Double?
                let data: String
            }

            struct Stretch: Decodable, Equatable {
                let pageTime: Double
                let time: Double
                let duration: Double
            }

            struct Moment: Decodable {
                let kind: String
                let pageTime: Double?
                let text: String
                let detail: String?
                let isProblem: Bool
            }

            struct Request: Decodable {
                let method: String
                let address: String
                let status: Int?
                let pageTime: Double
                let duration: Double?
            }

            struct Hold: Decodable {
                let pageTime: Double
                let duration: Double
                let reason: String
            }

            struct LongFrame: Decodable {
                let pageTime: Double
                let duration: Double
            }

            struct Facts: Decodable {
                let title: String
                let rows: [[String]]
            }
        }

        private func contents(_ report: String) throws -> Contents {
            let page = try String(decoding: folder.read("\(report)/index.html"), as: UTF8.self)
            let data = try #require(
                page.firstMatch(of: /<script type="application\/json"[^>]*>(.*?)<\/script>/.dotMatchesNewlines())?.1)
            return try JSONDecoder().decode(Contents.self, from: Data(data.utf8))
        }

        private func run(_ report: String) throws -> Contents.Run { try #require(try contents(report).runs.first) }

        /// A page of bar codes with a pause, an error, and a request that takes long.
        private static let page = WebServer.Page.barCode(
            script: """
                const send = message => window.webkit.messageHandlers.pagereel.postMessage(message);
                const tick = () => { show(elapsed()); requestAnimationFrame(tick); };
                tick();
                after(200, () => fetch('/late').then(() => console.log('answered')));
                after(400, () => { throw new Error('broken'); });
                after(500, () => send('pause'));
                after(700, () => send('resume'));
                after(1200, () => send('stop'));
                """
        )

        private static let pages = [
            "/": page, "/late": WebServer.Page("late", after: .milliseconds(400)),
        ]

        @Test("A recording's report has its moments at the page's times, its requests, and why its clock stood still")
        func recording() async throws {
            let output = folder.path("out.mp4")
            let outcome = try await WebServer.serving(Self.pages) { server in
                try await VirtualRecording.run(
                    server.url("/?token=hidden"), to: output,
                    TestPage.small + ["--report", folder.path("report/"), "--json", "--cookie", "sid=hidden"])
            }
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("\"report\":\"\(folder.path("report"))/index.html\""))
            let run = try run("report")
            #expect(run.kind == "recording" && run.isSuccess && run.ending == "The page stopped the recording.")
            let signals = run.moments.filter { $0.kind == "signal" }
            #expect(signals.map(\.text) == ["start", "pause", "resume", "stop"])
            let start = try #require(signals[0].pageTime)
            let times = signals.compactMap(\.pageTime).map { (($0 - start) * 1000).rounded() }
            #expect(times == [0, 500, 700, 1200])
            #expect(run.stretches.map(\.time) == [0, 0.5] && run.stretches.map(\.duration) == [0.5, 0.5])
            #expect(abs(run.stretches[1].pageTime - start - 0.7) < 0.000_01)
            let error = try #require(run.moments.first { $0.kind == "error" })
            #expect(error.isProblem && error.text.contains("broken"))
            #expect(abs((error.pageTime ?? 0) - start - 0.4) < 0.001)
            #expect(run.moments.contains { $0.kind == "console" && $0.text == "log: answered" })
            let late = try #require(run.requests.first { $0.address.hasSuffix("/late") })
            #expect(late.status == 200 && late.method == "GET" && (late.duration ?? 0) >= 0.39)
            #expect(abs(late.pageTime - start - 0.2) < 0.001)
            #expect(run.holds.contains { $0.reason.contains("/late") && $0.duration > 0.3 }, "\(run.holds)")
            #expect(run.media?.file == "recording.mp4" && run.media?.frames == 30)
            #expect(try folder.read("report/recording.mp4") == folder.read("out.mp4"))
            #expect(run.command.contains("pagereel record") && run.command.contains("# without --cookie"))
            let page = try String(decoding: folder.read("report/index.html"), as: UTF8.self)
            #expect(!page.contains("hidden\"") && !page.contains("sid="))
        }

        @Test("Each picture shows the video's frame at its time")
        func pictures() async throws {
            let output = folder.path("out.mp4")
            try await WebServer.serving(Self.pages) { server in
                try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--report", folder.path("report")])
            }
            let run = try run("report")
            let codes = try await BarCode.times(of: output)
            #expect(run.pictures.count > 20 && Set(codes).count > 25)
            for (index, picture) in run.pictures.enumerated() {
                let data = try #require(picture.data.split(separator: ",").last)
                let bytes = try #require(Data(base64Encoded: String(data)))
                let path = try folder.write("\(index).jpg", bytes)
                let frame = Int(((picture.time ?? 0) * 30).rounded())
                #expect(try await BarCode.times(of: path) == [codes[frame]], "\(picture.time ?? -1)")
            }
            #expect(Set(run.pictures.map(\.time)).count == run.pictures.count)
        }

        @Test("A page that does not load, or does not meet what is expected, has a report, too")
        func failures() async throws {
            let outcome = try await WebServer.serving(["/": WebServer.Page("no", status: 404)]) { server in
                try await Pagereel.run([
                    "record", server.url("/"), "-o", folder.path("out.mp4"), "--report", folder.path("report"),
                    "--har", folder.path("out.har"),
                ])
            }
            #expect(outcome.exitCode == 66, "\(outcome.standardError)")
            let run = try run("report")
            #expect(!run.isSuccess && run.ending.contains("404") && run.media == nil && run.pictures.isEmpty)
            #expect(run.requests.map(\.status) == [404])
            #expect(folder.contains("out.har") && !folder.contains("out.mp4"))

            let page = try folder.write("page.html", TestPage.timed(200))
            let late = try await Pagereel.run(
                ["record", page, "-o", folder.path("late.mp4"), "--expect", "stop within 100ms"] + TestPage.small
                    + ["--report", folder.path("late")])
            #expect(late.exitCode == 1)
            let unmet = try self.run("late")
            #expect(!unmet.isSuccess && unmet.expectations.map(\.isMet) == [false])
            #expect(unmet.ending.contains("stop within 100ms"), "\(unmet.ending)")
            #expect(unmet.media != nil)
        }

        @Test("An older report is replaced with --overwrite only, and another folder never")
        func overwriting() async throws {
            let page = try folder.write("page.html", TestPage.timed(100))
            func record(_ options: [String]) async throws -> Pagereel.Outcome {
                try await Pagereel.run(
                    ["record", page, "-o", folder.path("out.webm"), "--report", folder.path("report")] + TestPage.small
                        + options)
            }
            #expect(try await record([]).exitCode == 0)
            let first = try folder.read("report/index.html")
            let refused = try await record([])
            #expect(refused.exitCode == 73 && refused.standardError.contains("already exists"))
            #expect(try folder.read("report/index.html") == first)
            #expect(try await record(["--overwrite"]).exitCode == 0)
            #expect(try folder.read("report/index.html") != first)
            _ = try folder.write("report/mine.txt", "kept")
            let other = try await record(["--overwrite"])
            #expect(
                other.exitCode == 73 && other.standardError.contains("it is not a report"), "\(other.standardError)")
            #expect(folder.contains("report/mine.txt") && folder.contains("report/recording.webm"))
        }

        @Test("A check has pictures of its moments, and of each of its steps")
        func check() async throws {
            let page = WebServer.Page(
                TestPage.html(
                    body: "<button id=b onclick=\"fetch('/clicks')\">Go</button>",
                    script: "send('start'); after(300, () => send('mark')); after(1500, () => send('stop'));"))
            try await WebServer.serving(["/": page, "/clicks": WebServer.Page("")]) { server in
                let plain = try await Pagereel.run(
                    ["check", server.url("/"), "--report", folder.path("plain/")] + TestPage.small)
                #expect(plain.exitCode == 0, "\(plain.standardError)")
                let steps = try folder.write("steps.yaml", "- click: '#b'\n- {click: '#none', timeout: 100ms}\n")
                let failed = try await Pagereel.run(
                    ["check", server.url("/"), "--do", steps, "--report", folder.path("steps")] + TestPage.small,
                    folder: folder)
                #expect(failed.exitCode == 1)
                // The pictures of failures are from another load.
                let clicks = server.requests.count { $0.path == "/clicks" }
                #expect(clicks == 2, "\(clicks)")
            }
            let run = try run("plain")
            #expect(run.kind == "check" && run.isSuccess && run.media == nil && run.ending == "The page sent stop.")
            for moment in run.moments where moment.kind != "console" {
                #expect(run.pictures.contains { abs($0.pageTime - (moment.pageTime ?? -1)) < 0.002 }, "\(moment.text)")
            }
            let stepped = try self.run("steps")
            #expect(!stepped.isSuccess)
            #expect(stepped.moments.filter { $0.kind == "step" }.map(\.isProblem) == [false, true])
            #expect(stepped.requests.count { $0.address.hasSuffix("/clicks") } == 1)
            #expect(stepped.pictures.contains { $0.pageTime > 0 })
        }

        @Test("A file of cases has one report, with a case that cannot be checked")
        func cases() async throws {
            _ = try folder.write("page.html", TestPage.timed(200))
            let cases = try folder.write(
                "cases.yaml",
                """
                pages:
                  - page: page.html
                    cases:
                      - {name: good, expect: stop within 1s}
                      - {name: late, expect: stop within 1ms}
                  - page: missing.html
                    cases: [{name: gone}]
                """)
            let outcome = try await Pagereel.run(
                ["check", cases, "--report", folder.path("report"), "--report", folder.path("report.json")],
                folder: folder)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let runs = try contents("report").runs
            #expect(runs.map(\.isSuccess) == [true, false, false])
            #expect(runs.map(\.title) == ["page.html: good", "page.html: late", "missing.html: gone"])
            #expect(runs[2].ending.contains("missing.html"))
            #expect(runs.allSatisfy { $0.command.hasPrefix("pagereel check ") && $0.command.contains("cases.yaml") })
            #expect(folder.contains("report.json"))
        }
    }
}
