import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What a page can tell of the events that `--do` sends, and may do after them.
    @Suite("Events of steps")
    struct StepEvents {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mkv")
        }

        private static let steps = """
            - {at: 0.3s, click: '#button'}
            - {at: 0.5s, press: a}
            - {at: 0.6s, hover: '#other'}

            """

        /// The marks of a page with two buttons.
        private func marks(head: String = "", script: String, _ options: [String]) async throws -> [String] {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    head: head, body: "<button id=button>Button</button> <button id=other>Other</button>",
                    script: """
                        const mark = name => send({signal: 'mark', name: String(name)});
                        \(script)
                        send('start');
                        after(2000, () => send('stop'));
                        """))
            let file = try folder.write("steps.yaml", Self.steps)
            let summary = try await Pagereel.record(page, to: output, ["--do", file] + options + TestPage.small)
            #expect(summary.warnings == [])
            return summary.signals.filter { $0.signal == "mark" }.compactMap(\.name)
        }

        @Test(
            "Their time stamps are the page's time, on any date", .full,
            arguments: [[], ["--date", "2031-12-31T09:00:00Z"], ["--date", "1970-01-02T00:00:00Z"]],
            ["painted", "composited"])
        func timeStamps(date: [String], rendering: String) async throws {
            let marks = try await marks(
                script: """
                    for (const type of ['pointermove', 'pointerdown', 'mousedown', 'mouseup', 'click', 'keydown', 'keyup'])
                        addEventListener(type, event =>
                            mark(`${type} ${Math.round(event.timeStamp)} ${Math.round(performance.now())}`));
                    """, date + ["--rendering", rendering])
            #expect(
                Set(["pointermove", "pointerdown", "mousedown", "mouseup", "click", "keydown", "keyup"])
                    .isSubset(of: marks.compactMap { $0.split(separator: " ").first.map(String.init) }))
            for mark in marks {
                let parts = mark.split(separator: " ")
                #expect(parts[1] == parts[2], "\(mark)")
            }
        }

        /// A policy under which pages cannot evaluate text; TestPage's scripts are inline.
        private static let policy = """
            <meta http-equiv="Content-Security-Policy"
                content="script-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types 'none'">
            """

        @Test(
            "A click counts as the user's for a while, in each document", .full, arguments: ["virtual", "realtime"],
            ["", Self.policy])
        func activation(clock: String, head: String) async throws {
            let marks = try await marks(
                head: head,
                script: """
                    document.getElementById('button').onclick = async () => {
                        mark(navigator.userActivation.isActive);
                        for (const delay of [0, 100, 300]) {
                            await new Promise(resolve => setTimeout(resolve, delay));
                            mark(navigator.userActivation.isActive);
                        }
                        await document.body.requestFullscreen().then(() => mark('granted'), mark);
                    };
                    """, ["--clock", clock])
            #expect(marks == ["true", "true", "true", "true", "granted"])
        }

        @Test("Without a click, nothing counts as the user's")
        func inactivity() async throws {
            let marks = try await marks(
                script: """
                    for (const delay of [0, 50, 150])
                        setTimeout(() => mark([navigator.userActivation.isActive, navigator.userActivation.hasBeenActive]), delay);
                    """, [])
            #expect(marks == ["false,false", "false,false", "false,false"])
        }

        @Test(
            "Steps go on in a document that replaced the first without a navigation", .full,
            arguments: [
                "location = 'javascript:' + encodeURI('\"<button id=other>Other</button>\"')",
                "document.open(); document.write('<button id=other>Other</button>'); document.close()",
            ])
        func replacement(replace: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<button id=button>Button</button>",
                    script: """
                        document.getElementById('button').onclick = () => { \(replace); };
                        send('start');
                        """))
            let steps = try folder.write(
                "steps.yaml", "- {at: 0.3s, click: '#button'}\n- {at: 0.6s, click: '#other'}\n")
            let summary = try await Pagereel.record(
                page, to: output,
                ["--do", steps, "--duration", "1s", "--start-on", "signal"] + TestPage.small)
            #expect(summary.steps.map(\.status) == ["done", "done"])
        }
    }
}
