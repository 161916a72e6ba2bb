import Foundation
import TestSupport
import Testing

// What demos of web apps ask for: fields of all kinds, places in drawings, headers that stay, and frames.

extension CommandTests.StepActions {
    @Test("Fields of dates, colors and numbers get a value, and fill: replaces what any field contains")
    func values() async throws {
        let types = ["date", "time", "datetime-local", "month", "week", "color", "range"]
        let fields = types.map { "<label>The \($0) <input type=\($0) id=\($0)></label>" }.joined(separator: "<br>")
        let (report, marks) = try await check(
            """
            \(fields)<br><input id=name value="Some name"><div id=rich contenteditable>Some <b>text</b></div>
            <select id=fruit><option>Apple<option value=b>Banana</select>
            """,
            script: """
                for (const it of document.querySelectorAll('input, select'))
                    it.onchange = () => log(`${it.id} ${it.value}`);
                """,
            """
            - {type: 2026-03-04, into: {label: The date, exact: true}}
            - {type: '10:30', into: '#time'}
            - {type: 2026-03-04T10:30, into: '#datetime-local'}
            - {fill: 2026-03, into: '#month'}
            - {fill: 2026-W10, into: {label: The week}}
            - {fill: '#FF8000', into: '#color'}
            - {fill: 70, into: '#range'}
            - {fill: Ada, into: '#name'}
            - {fill: Banana, into: '#fruit'}
            - {fill: New, into: '#rich'}
            - expect: {css: '#rich', has-text: New, exact: true}
            - {fill: '', into: '#name'}
            - expect: {css: '#name', has-value: ''}
            """)
        #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
        #expect(
            Array(marks.prefix(9)) == [
                "date 2026-03-04", "time 10:30", "datetime-local 2026-03-04T10:30", "month 2026-03", "week 2026-W10",
                "color #ff8000", "range 70", "name Ada", "fruit b",
            ], "\(marks)")
    }

    @Test(
        "A value that a field does not take is refused at once", .full,
        arguments: [
            ("date", "4.3.2026", "takes a value like 2030-01-31."), ("time", "noon", "takes a value like 13:30."),
            ("color", "red", "takes a value like #ff8800."), ("range", "70 %", "takes a value like a number."),
            ("range", "170", "takes a number from 0 to 100 in steps of 1."), ("checkbox", "x", "takes no text."),
            ("date readonly", "2026-03-04", "is read-only."), ("button", "x", "takes no text."),
        ])
    func refusedValues(type: String, text: String, reason: String) async throws {
        let (report, marks) = try await check(
            "<input type=\(type) id=field>", script: "query('#field').oninput = () => log('changed');",
            "- {type: '\(text)', into: '#field'}")
        #expect(report.steps.map(\.reason) == ["#field \(reason)"])
        #expect(try #require(report.steps.first?.at) < 2)
        #expect(marks.isEmpty)
    }

    @Test("A tab in a text is the key Tab", .full)
    func tabs() async throws {
        let (report, marks) = try await check(
            "<input id=a><input id=b>",
            script: """
                addEventListener('keydown', event => { if (event.key.length > 1) log(event.key); });
                for (const it of document.querySelectorAll('input')) it.onchange = () => log(`${it.id} ${it.value}`);
                """,
            "- {type: \"one\\ttwo\\n\", into: '#a'}")
        #expect(report.steps.map(\.status) == ["done"])
        #expect(marks == ["Tab", "a one", "Enter", "b two"])
    }

    @Test("Files go to the field that a button opens, and several only to one that takes them", .full)
    func uploads() async throws {
        for name in ["a.txt", "b.txt"] { _ = try folder.write(name, name) }
        let body = """
            <input type=file id=one hidden><input type=file id=many multiple hidden>
            <button id=a>One</button><button id=b>Many</button><button id=c>Nothing</button>
            """
        let script = """
            for (const it of document.querySelectorAll('input'))
                it.onchange = () => log(`${it.id} ${[...it.files].map(file => file.name)}`);
            query('#a').onclick = () => query('#one').click();
            query('#b').onclick = () => setTimeout(() => query('#many').click(), 200);
            """
        let (report, marks) = try await check(
            body, script: script,
            """
            - {upload: a.txt, into: '#one'}
            - evaluate: log('after the first')
            - {upload: b.txt, into: {role: button, name: One}}
            - evaluate: log('after the second')
            - {upload: [a.txt, b.txt], into: {role: button, name: Many}}
            - {upload: [a.txt, b.txt], into: '#a'}
            - {at: 4s, upload: a.txt, into: '#c', timeout: 300ms}
            """)
        // The page knows its files when the step ends.
        #expect(marks == ["one a.txt", "after the first", "one b.txt", "after the second", "many a.txt,b.txt"])
        #expect(
            report.steps.map(\.reason) == [
                nil, nil, nil, nil, nil, "#a takes one file, not 2.", "#c did not ask for files.",
            ],
            "\(report.steps)")
    }

    @Test("A click, a hover and a drag reach the position in an element, which is scrolled into view")
    func positions() async throws {
        let (report, marks) = try await check(
            "<canvas id=c width=600 height=2000></canvas>",
            style: "#c { border: 5px solid; margin: 20px; background: #eee }",
            script: """
                const c = query('#c');
                for (const type of ['click', 'contextmenu', 'mousedown', 'mouseup'])
                    c.addEventListener(type, event => {
                        const {left, top} = c.getBoundingClientRect();
                        log(`${type} ${event.clientX - left - 5} ${event.clientY - top - 5}`);
                    });
                """,
            """
            - click: {css: '#c', position: [30, 40]}
            - right-click: {css: '#c', position: [400, 1800]}
            - hover: {css: '#c', position: [1, 1]}
            - drag: {css: '#c', position: [100, 100]}
              by: [50, 20]
            - drag: {css: '#c', position: [300, 100]}
              to: {css: '#c', position: [10, 90]}
            - click: {css: '#c', position: [700, 10]}
              timeout: 300ms
            """)
        #expect(
            marks == [
                "mousedown 30 40", "mouseup 30 40", "click 30 40", "mousedown 400 1800", "contextmenu 400 1800",
                "mouseup 400 1800", "mousedown 100 100", "mouseup 150 120", "click 150 120", "mousedown 300 100",
                "mouseup 10 90", "click 10 90",
            ], "\(marks)")
        #expect(
            report.steps.map(\.reason)
                == Array(repeating: nil, count: 5) + ["The position 700,10 of #c cannot be scrolled into view."])
    }

    @Test(
        "An element under a header or a footer that stays is scrolled from under it", .full,
        arguments: ["fixed", "sticky"])
    func headers(position: String) async throws {
        let (report, marks) = try await check(
            """
            <header>Header</header><div class=space></div><button id=a>A</button><div class=space></div>
            <button id=b>B</button><div class=space></div><footer>Footer</footer>
            """,
            style: """
                body { margin: 0 } .space { height: 900px }
                header, footer { position: \(position); left: 0; width: 100%; height: 100px; background: #ddd; z-index: 1 }
                header { top: 0 } footer { bottom: 0 }
                """,
            script: """
                for (const it of document.querySelectorAll('button')) it.onclick = () => log(it.id);
                // The first is under the header, the second under the footer.
                window.show = (id, top) => scrollTo(0, query(id).getBoundingClientRect().top + scrollY - top);
                """,
            """
            - evaluate: show('#a', 20)
            - click: '#a'
            - evaluate: show('#b', 380)
            - click: '#b'
            """)
        #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
        #expect(marks == ["a", "b"])
    }

    @Test("What covers all of the view is not scrolled away from", .full)
    func cover() async throws {
        let (report, _) = try await check(
            "<div style='height: 300px'></div><button id=a>A</button><div style='height: 900px'></div><div id=cover></div>",
            style: "#cover { position: fixed; inset: 0 }",
            """
            - {click: '#a', timeout: 300ms}
            - {at: 3s, expect: {script: scrollY === 0}}
            """)
        #expect(report.steps.map(\.reason) == ["#a is covered by div#cover.", nil])
    }

    @Test("Elements are hit in a frame that is scaled, and HTML's drag and drop works in one")
    func scaledFrames() async throws {
        let frame = """
            <style>body { margin: 0 } div, button { position: absolute; left: 200px; width: 60px; height: 30px }</style>\
            <button id=b>B</button><div id=c draggable=true style='top: 40px'>C</div><div id=t style='top: 90px'>T</div>\
            <script>const log = text => parent.log(text); b.onclick = event => log(`${event.clientX} ${event.clientY}`);\
            t.ondragover = event => event.preventDefault();\
            t.ondrop = event => log(`drop ${event.clientX} ${event.clientY}`);</script>
            """
        let (report, marks) = try await check(
            "<iframe id=f width=300 height=150 srcdoc=\"\(frame)\"></iframe>",
            style: """
                #f { transform: scale(1.5, 1.25); transform-origin: 0 0; border: 4px solid; padding: 10px;
                     margin: 20px }
                """,
            """
            - click: {css: '#b', frame: '#f'}
            - drag: {css: '#c', frame: '#f'}
              to: {css: '#t', frame: '#f'}
            """)
        #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
        #expect(marks == ["230 15", "drop 230 105"])
    }
}
