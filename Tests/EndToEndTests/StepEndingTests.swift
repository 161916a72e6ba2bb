import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What becomes of the steps of `--do`: done, failed or not reached.
    @Suite("Endings of steps")
    struct StepEndings {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private struct Report: Decodable {
            let passed: Bool
            let steps: [Summary.Step]
            let signals: [Signal]
            let mistakes: [Mistake]

            struct Signal: Decodable {
                let name: String?
            }

            struct Mistake: Decodable {
                let message: String
            }
        }

        private func check(_ page: String, _ steps: String, _ options: [String] = []) async throws -> Report {
            let file = try folder.write("steps.yaml", steps)
            let outcome = try await Pagereel.run(
                ["check", page, "--do", file, "--format", "json", "--failures", folder.path("failures")]
                    + ["--size", "700x420"] + options)
            let reports = try JSONDecoder().decode([Report].self, from: Data(outcome.standardOutput.utf8))
            let report = try #require(reports.first)
            #expect(outcome.exitCode == (report.passed ? 0 : 1))
            return report
        }

        /// A page that marks each click with the clicked element.
        private func page(_ body: String, style: String = "", script: String = "", seconds: Int = 3) throws -> String {
            try folder.write(
                "page.html",
                TestPage.html(
                    head: "<style>button, #menu { width: 100px; height: 24px } \(style)</style>", body: body,
                    script: """
                        const query = selector => document.querySelector(selector);
                        addEventListener('click', event => send({signal: 'mark', name: event.target.id}));
                        \(script)
                        send('start');
                        after(\(seconds * 1000), () => send('stop'));
                        """))
        }

        @Test("A recording whose stop: follows a failed step ends there, and not at --max-duration")
        func stopAfterFailure() async throws {
            let page = try folder.write("page.html", TestPage.html(body: "x", script: ""))
            let steps = try folder.write(
                "steps.yaml",
                "- {click: '#missing', timeout: 500ms}\n- {click: '#x', timeout: 10s}\n- stop:\n- click: '#y'")
            let outcome = try await Pagereel.run(
                ["record", page, "--do", steps, "--start-on", "load", "--json", "-o", folder.path("a.mkv")]
                    + ["--max-duration", "20s"])
            #expect(outcome.exitCode == 1)
            let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.standardOutput.utf8))
            #expect(summary.duration < 2)
            #expect(summary.steps.map(\.status) == ["failed", "not-reached", "done", "not-reached"])
            #expect(summary.exitReason == "stopped")
        }

        @Test(
            "An element that cannot be used is a failed step with the reason, and no click", .full,
            arguments: [
                ("<button id=x style='visibility: hidden'>", "#x is not visible (visibility: hidden)."),
                ("<button id=x style='display: none'>", "#x is not visible: it takes no space in the page."),
                ("<div id=x></div>", "#x is not visible: it takes no space in the page."),
                ("<button id=x disabled>", "#x is disabled."),
                ("<button disabled><b id=x>x</b></button>", "#x is disabled."),
                ("<fieldset disabled><button id=x></fieldset>", "#x is disabled."),
                ("<button id=x aria-disabled=true>", "#x is disabled."),
                ("<button id=x style='pointer-events: none'>", "#x gets no pointer events (pointer-events: none)."),
                ("<div inert><button id=x></div>", "#x is inert."),
                ("<button id=x style='position: fixed; left: -500px'>", "#x cannot be scrolled into view."),
                (
                    "<button id=x></button><div class='a b' style='position: fixed; inset: 0'>",
                    "#x is covered by div.a.b."
                ),
                (
                    "<button id=x></button><dialog id=d>x</dialog><script>d.showModal()</script>",
                    "#x is covered by dialog#d."
                ),
                (
                    "<svg id=s width=90 height=90><circle id=x cx=45 cy=45 r=40 fill=none stroke=red></svg>",
                    "#x gets no pointer events at its center; svg#s behind it does."
                ),
            ])
        func unusable(body: String, reason: String) async throws {
            let report = try await check(page(body), "- {at: 0.5s, click: '#x'}\n")
            #expect(report.steps.map(\.status) == ["failed"])
            #expect(report.steps.first?.reason == reason)
            #expect(report.mistakes.map(\.message) == ["The step at 0.500 s could not be done: \(reason)"])
            #expect(report.signals.compactMap(\.name) == [])
        }

        @Test(
            "An element that can be used is clicked", .full,
            arguments: [
                ("<button id=x>x</button>", "x"),
                ("<button id=y><b id=x style='pointer-events: none'>x</b></button>", "y"),
                (
                    "<div style='height: 100px; overflow: auto'><button id=x style='margin-top: 900px'>x</button></div>",
                    "x"
                ),
                ("<button id=x style='margin: 3000px'>x</button>", "x"),
                (
                    "<input type=checkbox id=x style='position: absolute; opacity: 0'><label for=x id=l style='position: absolute; width: 99px; height: 99px'>x</label>",
                    "l"
                ),
                ("<div id=x style='display: flow-root'><p id=inner>x</p></div>", "inner"),
            ])
        func usable(body: String, clicked: String) async throws {
            let report = try await check(page(body), "- {at: 0.5s, click: '#x'}\n")
            #expect(report.steps.map(\.status) == ["done"], "\(report.mistakes)")
            #expect(report.signals.compactMap(\.name).first == clicked)
        }

        @Test("A menu that opens under the pointer, or stays open there, covers what is below it")
        func menu() async throws {
            let page = try page(
                "<nav id=nav>Menu<div class=menu><a>Item</a></div></nav><button id=below>B</button><p id=away>Away</p>",
                style: """
                    nav { position: absolute; z-index: 1; left: 0; top: 0; width: 120px; height: 30px }
                    .menu { display: none; position: absolute; top: 30px; width: 200px; height: 120px; background: white }
                    nav:hover .menu { display: block }
                    #below { position: absolute; left: 20px; top: 60px } #away { position: absolute; left: 300px }
                    """)
            let report = try await check(
                page,
                """
                - {at: 0.5s, hover: '#nav'}
                - {at: 1s, click: '#below'}
                - {at: 1.5s, hover: '#away'}
                - {at: 2s, click: '#below'}
                """)
            #expect(report.steps.map(\.status) == ["done", "failed", "done", "done"])
            #expect(report.steps[1].reason == "#below is covered by div.menu.")
            #expect(report.signals.compactMap(\.name) == ["below"])
        }

        @Test("The pointer follows an element that moves once")
        func moving() async throws {
            let page = try page(
                "<button id=once>x</button>", style: "button { position: absolute; left: 0 }",
                script: "query('#once').onmouseenter = () => query('#once').style.left = '300px';")
            let report = try await check(page, "- {at: 0.5s, click: '#once'}\n")
            #expect(report.steps.map(\.status) == ["done"])
            #expect(report.signals.compactMap(\.name) == ["once"])
        }

        @Test("Scrolling and typing without effect are failed steps", .full, arguments: ["virtual", "realtime"])
        func withoutEffect(clock: String) async throws {
            let page = try page(
                "<input id=name><input id=fixed readonly><p id=text>x</p><p id=gone style='display: none'>x</p>",
                style: "html { height: 1000px }")
            let report = try await check(
                page,
                """
                - {at: 0.2s, scroll: '#nothing'}
                - {at: 0.3s, scroll: '##'}
                - {at: 0.4s, scroll: '#gone'}
                - {at: 0.5s, scroll: -10}
                - {at: 0.6s, scroll: 5000}
                - {at: 0.7s, scroll: 10}
                - {at: 0.8s, scroll: '#name'}
                - {at: 0.9s, type: x, into: '#fixed'}
                - {at: 1s, type: x, into: '#text'}
                - {at: 1.1s, type: x, into: '#name'}
                """, ["--clock", clock])
            #expect(
                report.steps.map { $0.reason ?? $0.status } == [
                    "Nothing in the page matches #nothing.", "## is not a CSS selector.",
                    "#gone is not visible: it takes no space in the page.",
                    "The page does not scroll any further up.", "done",
                    "The page does not scroll any further down.", "done", "#fixed is read-only.",
                    "#text does not take the focus, so nothing can be typed into it.", "done",
                ])
        }

        @Test("A step after the end is not reached: the check fails, the recording warns", .full)
        func notReached() async throws {
            let page = try page("<button id=a>x</button>", seconds: 1)
            let steps = "- {at: 0.5s, click: '#a'}\n- {at: 3s, type: 'a secret', into: '#a'}\n"
            let report = try await check(page, steps)
            #expect(!report.passed)
            #expect(report.steps.map(\.status) == ["done", "not-reached"])
            #expect(report.steps.map(\.step) == ["click #a", "type into #a"])
            let message = try #require(report.mistakes.first?.message)
            #expect(
                message.contains(/^The step at 3 s was not reached: the page was followed for 1\.0\d\d s\.$/),
                "\(message)")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--json", "--do", folder.path("steps.yaml")]
                    + TestPage.small)
            #expect(outcome.exitCode == 1, "\(outcome.standardError)")
            let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.standardOutput.utf8))
            #expect(summary.steps.map(\.status) == ["done", "not-reached"])
            #expect(summary.warnings == [message] && FileManager.default.fileExists(atPath: folder.path("out.mp4")))
            let many = "- {at: 3s, move: [1, 2]}\n- move: [2, 2]\n- move: [3, 2]\n"
            let mistakes = try await check(page, many).mistakes.map(\.message)
            #expect(mistakes.count == 1)
            #expect(
                mistakes.first?.contains(
                    /^3 steps were not reached, the first at 3 s: the page was followed for 1\.0\d\d s\.$/) == true,
                "\(mistakes)")
        }

        @Test("A click that stops the recording is done", .full, arguments: ["virtual", "realtime"])
        func stopping(clock: String) async throws {
            let page = try page(
                "<button id=end>x</button>", script: "query('#end').onmousedown = () => send('stop');", seconds: 9)
            let report = try await check(page, "- {at: 0.5s, click: '#end'}\n", ["--clock", clock])
            #expect(report.passed, "\(report.mistakes)")
            #expect(report.steps.map(\.status) == ["done"])
        }

        @Test(
            "Steps run once, however many documents there are before the start", .full,
            arguments: ["--wait-for=#dashboard", "--start-on=signal"], ["virtual", "realtime"])
        func documents(start: String, clock: String) async throws {
            _ = try folder.write(
                "dashboard.html",
                TestPage.html(
                    body: "<button id=go>Order</button>",
                    script: """
                        let orders = 0;
                        document.title = location.search;
                        document.querySelector('#go').onclick = () => document.title = `${location.search} ${++orders}`;
                        after(200, () => document.body.insertAdjacentHTML('beforeend', '<p id=dashboard>x</p>'));
                        send('start');
                        after(2500, () => send('stop'));
                        """))
            let login = try folder.write(
                "login.html",
                TestPage.html(
                    body: "<input id=name><button id=go>Log in</button>",
                    script: """
                        const name = document.querySelector('#name');
                        document.querySelector('#go').onclick = () => location = 'dashboard.html?' + name.value;
                        """))
            let steps = try folder.write(
                "steps.yaml",
                """
                - {at: 1.6s, click: '#go'}
                - {at: 0.4s, type: me, into: '#name'}
                - {at: 0.8s, click: '#go'}
                """)
            let summary = try await Pagereel.record(
                login, to: folder.path("out.mp4"), ["--do", steps, "--clock", clock, start] + TestPage.small)
            #expect(summary.title == "?me 1")
            #expect(summary.steps.map(\.at) == [0.4, 0.8, 1.6])
            #expect(summary.steps.allSatisfy { $0.status == "done" })
            #expect(summary.warnings == [])
        }
    }
}
