import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The picture of the page at the moment when a step fails.
    @Suite("Pictures of failed steps")
    struct StepPictures {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private struct Report: Decodable {
            let passed: Bool
            let ending: String
            let failure: String?
            let steps: [Step]
            let files: [String]

            struct Step: Decodable {
                let status: String
                let reason: String?
                let picture: String?
            }
        }

        /// A page that is red when it is loaded for the first time, and lime later.
        private static func pages(_ script: String, seconds: Int = 3) -> [String: WebServer.Page] {
            var once = WebServer.Page("")
            once.failures = 1
            return [
                "/once": once,
                "/page": WebServer.Page(
                    TestPage.html(
                        body: "<button id=a>A</button>",
                        script: """
                            fetch('/once').then(answer => {
                                document.body.style.background = answer.ok ? 'lime' : 'red';
                                send('start');
                                after(\(seconds * 1000), () => send('stop'));
                                \(script)
                            });
                            """)),
            ]
        }

        private func check(
            _ page: String, _ steps: String, _ options: [String] = []
        ) async throws -> Report {
            let file = try folder.write("steps.yaml", steps)
            let outcome = try await Pagereel.run(
                ["check", page, "--do", file, "--format", "json", "--failures", folder.path("failures")]
                    + ["--name", "tour", "--size", "400x200"] + options)
            let reports = try JSONDecoder().decode([Report].self, from: Data(outcome.standardOutput.utf8))
            let report = try #require(reports.first, "\(outcome.standardError)")
            #expect(outcome.exitCode == (report.passed ? 0 : 1))
            return report
        }

        private func sheet() async throws -> RawImage {
            try #require(try await FrameDecoder.frames(of: folder.path("failures/tour.png"), as: .rgb24).first)
        }

        /// The picture of 400x200 is in the middle above four columns of 320, in a frame of 4 pixels.
        private static let left = 8 + (4 * 328 - 8 - 408) / 2
        private static let frame = [0xd0, 0x20, 0x20]

        @Test(
            "The sheet begins with the page of the check itself, in a frame",
            arguments: LongTests.areAll ? ["virtual", "realtime"] : ["virtual"])
        func failure(clock: String) async throws {
            try await WebServer.serving(Self.pages("")) { server in
                let report = try await check(
                    server.url("/page"), "- {click: '#missing', timeout: 1s}\n- click: '#a'\n", ["--clock", clock])
                #expect(report.steps.map(\.status) == ["failed", "not-reached"])
                #expect(report.files.contains(folder.path("failures/tour.png")))
                #expect(report.steps.map(\.picture) == [folder.path("failures/tour.png"), nil])
            }
            let sheet = try await sheet()
            #expect(sheet.width == 4 * 328 + 8)
            #expect(sheet.pixel(Self.left + 1, 100) == Self.frame && sheet.pixel(Self.left + 406, 100) == Self.frame)
            #expect(sheet.pixel(Self.left + 200, 100) == [255, 0, 0], "the first load")
            // Below, after the captions, are the pictures of the second load; the second row is after the fetch.
            #expect(sheet.pixel(168, 8 + 208 + 2 * 26 + 8 + 190 + 80) == [0, 255, 0])
        }

        @Test(
            "It shows the page at the time of the failure, not before or after",
            arguments: LongTests.areAll ? ["virtual", "realtime"] : ["virtual"])
        func moment(clock: String) async throws {
            // The page is blue only while the step fails.
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        send('start');
                        after(500, () => document.body.style.background = 'blue');
                        after(2500, () => document.body.style.background = 'lime');
                        after(3500, () => send('stop'));
                        """))
            let report = try await check(page, "- {click: '#missing', timeout: 1.5s}\n", ["--clock", clock])
            #expect(report.steps.map(\.status) == ["failed"])
            #expect(try await sheet().pixel(Self.left + 200, 100) == [0, 0, 255])
        }

        @Test("A step that the end of the page interrupts has a picture, too", .full)
        func interrupted() async throws {
            try await WebServer.serving(Self.pages("", seconds: 1)) { server in
                let report = try await check(server.url("/page"), "- {click: '#missing', timeout: 60s}\n")
                #expect(report.steps.map(\.status) == ["failed"], "\(report)")
                #expect(report.steps.map(\.picture) == [folder.path("failures/tour.png")])
            }
            #expect(try await sheet().pixel(Self.left + 200, 100) == [255, 0, 0])
        }

        @Test("It shows the pointer where it was", .full)
        func pointer() async throws {
            let page = try folder.write(
                "page.html", TestPage.timed(6000, head: "<style>* { background: white !important }</style>"))
            let report = try await check(
                page,
                """
                pointer: {size: 60, color: '#ff0000'}
                steps:
                - move: [100, 50]
                - {click: '#missing', timeout: 500ms}
                """)
            #expect(report.steps.map(\.status) == ["done", "failed"])
            let sheet = try await sheet()
            // The tip is at the place; inside, below it, the pointer has its color.
            #expect(sheet.pixel(Self.left + 4 + 105, 8 + 4 + 65) == [255, 0, 0])
            #expect(sheet.pixel(Self.left + 4 + 50, 8 + 4 + 50) == [255, 255, 255])
        }

        @Test("Without a failed step there is no such picture", .full)
        func withoutFailure() async throws {
            let page = try folder.write("page.html", TestPage.timed(1000, body: "<button id=a>A</button>"))
            let report = try await check(page, "- click: '#a'\n", ["--expect", "mark:never"])
            #expect(!report.passed && report.steps.map(\.picture) == [nil])
            #expect(try await sheet().pixel(168, 98) == [0x12, 0x34, 0x56])
            let late = try await check(page, "- {at: 5s, click: '#a'}\n")
            #expect(late.steps.map(\.status) == ["not-reached"] && late.steps.map(\.picture) == [nil])
        }
    }
}
