import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Form elements that open windows of their own.
    @Suite("Lists and pickers of form elements")
    struct FormElements {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func page(_ body: String, script: String = "") throws -> String {
            try folder.write(
                "page.html",
                TestPage.html(
                    body: body,
                    script: """
                        const query = selector => document.querySelector(selector);
                        \(script)
                        send('start');
                        after(2000, () => send('stop'));
                        """))
        }

        private func record(_ page: String, _ steps: String, _ options: [String]) async throws -> (Summary, RawImage) {
            let file = try folder.write("steps.yaml", steps)
            let output = folder.path("out.mkv")
            let summary = try await Pagereel.record(
                page, to: output, ["--do", file, "--quality", "0", "--overwrite"] + TestPage.small + options)
            return (summary, try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last))
        }

        @Test(
            "The picture shows the option that keys choose after a click on a list", .full,
            arguments: ["virtual", "realtime"],
            ["painted", "composited"])
        func list(clock: String, rendering: String) async throws {
            let page = try page(
                """
                <form><select id=list style="font-size: 30px"><option>Apple<option>Banana<option>Cherry</select>
                <button>Submit</button></form>
                """,
                script: """
                    query('#list').onchange = () => send({signal: 'mark', name: query('#list').value});
                    query('form').onsubmit = event => { event.preventDefault(); document.title = 'submitted'; };
                    """)
            let options = ["--clock", clock, "--rendering", rendering]
            let (chosen, picture) = try await record(
                page,
                """
                - {at: 0.4s, click: '#list'}
                - {at: 0.7s, press: C}
                - {at: 1s, press: ArrowUp}
                - {at: 1.3s, press: Enter}
                """, options)
            #expect(chosen.signals.compactMap(\.name) == ["Cherry", "Banana"])
            // As in an open list, the key closes it, and does not submit the form.
            #expect(chosen.title == "Test page")
            // A list that was reached with the keyboard never opened.
            let (_, right) = try await record(
                page,
                "- {at: 0.4s, press: Tab}\n- {at: 0.7s, press: ArrowDown}\n- {at: 1.3s, hover: '#list'}\n", options)
            #expect(picture.bytes == right.bytes)
            let (_, old) = try await record(page, "- {at: 0.4s, press: Tab}\n- {at: 1.3s, hover: '#list'}\n", options)
            #expect(picture.bytes != old.bytes)
        }

        @Test(
            "Nothing freed is used after a picker was open", .full,
            arguments: ["date", "time", "color", "file", "month", "list"])
        func pickers(type: String) async throws {
            let page = try page(
                """
                <input id=field type=\(type) list=words style="width: 200px"><datalist id=words><option>one</datalist>
                <button id=other>x</button>
                """,
                script: """
                    query('#field').onclick = () => { try { query('#field').showPicker(); } catch {} };
                    query('#other').onclick = () => document.title = `${document.title} ${document.hasFocus()}`;
                    """)
            let steps = try folder.write(
                "steps.yaml",
                """
                - {at: 0.3s, click: '#field'}
                - {at: 0.6s, click: '#other'}
                - {at: 0.9s, click: '#field'}
                - {at: 1.1s, press: ArrowDown}
                - {at: 1.3s, press: Escape}
                - {at: 1.5s, click: '#other'}
                """)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--do", steps, "--json", "--verbose"] + TestPage.small)
            #expect(outcome.exitCode == 0)
            #expect(!outcome.standardError.contains("CRITICAL"), "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("unclassed"))
            let summary = try outcome.summary
            #expect(summary.title == "Test page true true")
            let wishes = ["color": "choose a color", "file": "choose a file"]
            #expect(summary.warnings.allSatisfy { $0.contains(wishes[type] ?? "nothing") }, "\(summary.warnings)")
        }
    }
}
