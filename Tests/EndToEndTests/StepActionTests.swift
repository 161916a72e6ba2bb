import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The actions of steps, the ways to find elements, and what is waited for.
    @Suite("Actions of steps")
    struct StepActions {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        struct Report: Decodable {
            let steps: [Summary.Step]
            let signals: [Signal]

            struct Signal: Decodable {
                let name: String?
                let pageTime: Double
            }
        }

        /// Follows a page that marks what happens, for 6 s or until it sends stop.
        func check(
            _ body: String, style: String = "", script: String = "", _ steps: String, clock: String = "virtual",
            options: [String] = []
        ) async throws -> (report: Report, marks: [String]) {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    head: "<style>button { height: 24px } \(style)</style>", body: body,
                    script: """
                        const query = selector => document.querySelector(selector);
                        window.log = text => send({signal: 'mark', name: text});
                        \(script)
                        """))
            let file = try folder.write("steps.yaml", steps)
            let outcome = try await Pagereel.run(
                ["check", page, "--do", file, "--format", "json", "--failures", folder.path("failures")]
                    + ["--start-on", "load", "--duration", "6s", "--clock", clock, "--size", "700x420"] + options)
            let reports = try JSONDecoder().decode([Report].self, from: Data(outcome.standardOutput.utf8))
            let report = try #require(reports.first)
            return (report, report.signals.compactMap(\.name))
        }

        @Test("Each action reaches the page as its events, one after another", arguments: ["virtual", "realtime"])
        func actions(clock: String) async throws {
            _ = try folder.write("up.txt", "content")
            let (report, marks) = try await check(
                """
                <input id=name><input type=checkbox id=agree><select id=fruit><option>Apple<option value=b>Banana</select>
                <input type=file id=file><button id=a>A</button><div id=card draggable=true>card</div>
                <div id=target>target</div><div id=track><div id=knob></div></div>
                """,
                style: """
                    html { height: 3000px } #target { width: 200px; height: 50px }
                    #track { position: relative; width: 400px; height: 20px }
                    #knob { position: absolute; left: 0; width: 20px; height: 20px }
                    """,
                script: """
                    const [name, agree, fruit, file, a, card, target, knob] =
                        ['name', 'agree', 'fruit', 'file', 'a', 'card', 'target', 'knob'].map(id => query('#' + id));
                    name.oninput = () => log('name ' + name.value);
                    agree.onchange = event => log(`agree ${agree.checked}`);
                    fruit.onchange = () => log('fruit ' + fruit.value);
                    file.onchange = async () => log(`file ${file.files[0].name} ${await file.files[0].text()}`);
                    a.onclick = event => log(`click ${event.detail} ${event.isTrusted}`);
                    a.ondblclick = () => log('double');
                    a.oncontextmenu = event => log(`menu ${event.button}`);
                    card.ondragstart = event => event.dataTransfer.setData('text/plain', 'x');
                    target.ondragover = event => event.preventDefault();
                    target.ondrop = event => log('drop ' + event.dataTransfer.getData('text/plain'));
                    knob.onpointerdown = event => {
                        const start = event.clientX;
                        knob.setPointerCapture(event.pointerId);
                        knob.onpointermove = event => { knob.style.left = `${event.clientX - start}px`; };
                        knob.onpointerup = () => { knob.onpointermove = null; log('knob ' + knob.style.left); };
                    };
                    addEventListener('keydown', event => {
                        if (event.ctrlKey && event.key.length === 1) log(`${event.shiftKey ? 'shift ' : ''}ctrl ${event.key}`);
                    });
                    window.wheels = 0;
                    addEventListener('wheel', event => { if (event.isTrusted) window.wheels += event.deltaY; });
                    """,
                """
                - {type: Hi, into: '#name'}
                - press: Control+A
                - press: Backspace
                - press: Control+Shift+K
                - {type: abc, every: 100ms}
                - check: '#agree'
                - check: '#agree'
                - uncheck: '#agree'
                - {select: Banana, from: '#fruit'}
                - {upload: up.txt, into: '#file'}
                - click: '#a'
                - wait: 500ms
                - double-click: '#a'
                - wait: 500ms
                - right-click: '#a'
                - {drag: '#card', to: '#target'}
                - {drag: '#knob', by: [150, 0]}
                - {scroll: 600, for: 500ms}
                - evaluate: log(`scroll ${scrollY} ${Math.abs(window.wheels - 600) < 1}`)
                - {scroll: '#name', for: 500ms}
                - mark: own
                """, clock: clock)
            #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
            #expect(
                marks == [
                    "name H", "name Hi", "ctrl a", "name ", "shift ctrl K", "name a", "name ab", "name abc",
                    "agree true",
                    "agree false", "fruit b", "file up.txt content", "click 1 true", "click 1 true", "click 2 true",
                    "double", "menu 2", "drop x", "knob 150px", "scroll 600 true",
                ])
            guard clock == "virtual" else { return }
            let times = report.steps.compactMap(\.at)
            #expect(times == times.sorted() && times.count == report.steps.count)
            // Two intervals between three characters.
            #expect(abs(times[4] - times[3] - 0.2) < 0.05, "\(times)")
        }

        @Test(
            "Elements are found as Playwright's locators find them",
            arguments: [
                ("{role: button, name: save draft}", "save"), ("{role: button, name: Save as, exact: true}", "as"),
                ("{role: button, name: Close}", "close"), ("{role: link, name: Home}", "home"),
                ("{role: heading, name: Title}", "title"), ("{role: checkbox, name: I agree}", "agree"),
                ("{role: button, name: Named by another}", "named"), ("{text: smallest}", "small"),
                ("{label: I agree}", "agree"), ("{label: Nick, exact: true}", "nick"),
                ("{placeholder: Type here}", "typed"), ("{alt: logo}", "logo"),
                ("{title: a hint}", "hint"), ("{testid: tested}", "tested"), ("{text: Inside}", "shadow"),
                ("'#hidden-in-shadow'", "shadow"), ("{css: .many, nth: 1}", "second"),
                ("{css: .many, nth: -1}", "last"),
                ("{text: Framed, frame: '#frame'}", "framed"),
                ("{role: button, name: Deep, frame: ['#frame', {title: inner}]}", "deep"),
                ("{text: Only visible}", "visible"),
            ])
        func targets(target: String, clicked: String) async throws {
            let (report, marks) = try await check(
                """
                <button id=x onclick="log('save')"><b>Save</b> draft</button><button onclick="log('as')">Save as</button>
                <button aria-label=Close onclick="log('close')">x</button><a href="#" onclick="log('home')">Home</a>
                <h2 onclick="log('title')">A title</h2><label onclick="event.preventDefault(); log('agree')">
                <input type=checkbox onclick="event.stopPropagation(); log('agree')"> I agree</label>
                <label>Nick <input value=abc onclick="log('nick')"></label>
                <span id=other hidden>Named by another</span><button aria-labelledby=other onclick="log('named')">?</button>
                <p><i onclick="log('small')">The smallest</i> text</p>
                <input placeholder="Type here…" onclick="log('typed')"><img alt="Our Logo" width=20 height=20 onclick="log('logo')">
                <span title="A hint" onclick="log('hint')">?</span><button data-testid=tested onclick="log('tested')">T</button>
                <div id=host></div><button class=many onclick="log('first')">1</button>
                <button class=many onclick="log('second')">2</button><button class=many onclick="log('last')">3</button>
                <button hidden>Only visible</button><button onclick="log('visible')">Only visible</button>
                <iframe id=frame width=300 height=150 style="border: 7px solid; padding: 5px" srcdoc="
                    <button style='margin: 9px' onclick='parent.log(`framed`)'>Framed</button>
                    <iframe title=inner width=150 height=60 srcdoc='<button onclick=&quot;top.log(`deep`)&quot;>Deep</button>'>
                    </iframe>"></iframe>
                """,
                script: """
                    const root = query('#host').attachShadow({mode: 'open'});
                    root.innerHTML = '<button id=hidden-in-shadow>Inside</button>';
                    root.querySelector('button').onclick = () => log('shadow');
                    """, "- click: \(target)")
            #expect(report.steps.map(\.status) == ["done"], "\(report.steps)")
            #expect(marks.first == clicked && Set(marks).count == 1, "\(marks)")
        }

        @Test(
            "What cannot be told apart or reached is a failed step",
            arguments: [
                ("{text: Save}", "2 visible elements match text 'Save'; nth: chooses one."),
                ("{role: button, name: Save, nth: 5}", "Nothing in the page matches button 'Save' (nth 5)."),
                ("{text: x, frame: '#gone'}", "Nothing in the page matches #gone."),
                ("{text: x, frame: '#a'}", "#a is not a frame."),
                ("{text: x, frame: iframe}", "The frame iframe shows another origin, whose elements cannot be found."),
            ])
        func unclear(target: String, reason: String) async throws {
            let (report, _) = try await check(
                "<button id=a>Save</button><button>Save</button><iframe sandbox src='about:blank'></iframe>",
                "- {timeout: 500ms, click: \(target)}\n- mark: never\n- {at: 3s, hover: '#a'}")
            #expect(report.steps.map(\.status) == ["failed", "not-reached", "done"])
            #expect(report.steps.compactMap(\.reason) == [reason, "The step before it failed."])
        }

        @Test("A wrong selector of a dependent step is a failed step, not a missing element")
        func wrongBranch() async throws {
            let (report, _) = try await check(
                "<p>x</p>", "- {if: '##', then: [{click: '##'}]}\n- {at: 1s, if: '#a', then: []}")
            #expect(report.steps.map(\.status) == ["failed", "skipped"])
            #expect(report.steps.first?.reason == "## is not a CSS selector.")
        }

        @Test(
            "A step waits until its element can be used",
            arguments: [
                ("appears", "", "after(900, () => document.body.append(x))", "x.remove()"),
                ("shown", "", "after(900, () => x.hidden = false)", "x.hidden = true"),
                ("enabled", "", "after(900, () => x.disabled = false)", "x.disabled = true"),
                ("uncovered", "", "after(900, () => query('#cover').remove())", "query('#cover').hidden = false"),
                (
                    "at rest",
                    "#x { position: relative; left: 0; animation: come 0.9s linear } @keyframes come { from { left: 400px } }",
                    "", ""
                ),
                ("in view", "#x { position: absolute; top: 2000px }", "", ""),
                (
                    "below a header",
                    "#head { position: sticky; top: 0; height: 200px; background: red } "
                        + "#x { position: absolute; top: 900px } body { height: 3000px; margin: 0 }", "",
                    "scrollTo(0, 800)"
                ),
            ])
        func waiting(what: String, style: String, later: String, first: String) async throws {
            let (report, marks) = try await check(
                """
                <div id=head></div><button id=x style="width: 100px">x</button>
                <div id=cover hidden style="position: fixed; inset: 0"></div>
                """, style: style,
                script: """
                    const x = query('#x');
                    x.onclick = () => log('clicked');
                    \(first);
                    \(later);
                    """, "- click: '#x'")
            #expect(report.steps.map(\.status) == ["done"], "\(report.steps)")
            #expect(marks == ["clicked"])
            let isLate = !later.isEmpty || !style.isEmpty && what == "at rest"
            #expect(try #require(report.steps.first?.at) > 0.8 || !isLate, "\(report.steps)")
        }

        @Test(
            "An element that never can be used fails with the reason, when its time is over",
            arguments: [
                ("left: 0; animation: go 1s linear infinite", "#x moves."),
                ("width: 0; padding: 0; border: 0", "#x is not visible"),
                ("position: fixed; left: -500px", "#x cannot be scrolled into view."),
            ])
        func impossible(style: String, reason: String) async throws {
            let (report, marks) = try await check(
                "<button id=x onclick=\"log('clicked')\" style='position: relative; \(style)'></button>",
                style: "@keyframes go { to { left: 300px } }", "- {at: 1s, timeout: 700ms, click: '#x'}")
            #expect(report.steps.first?.reason?.hasPrefix(reason) == true, "\(report.steps)")
            #expect(marks == [])
        }

        @Test(
            "Conditions are waited for, and fail with what was seen",
            arguments: [
                ("'#late'", nil), ("{text: Arrived}", nil), ("{css: '#gone', state: hidden}", nil),
                ("{css: '#gone', state: detached}", nil), ("{css: '#b', state: enabled}", nil),
                ("{css: '#late', has-text: arri}", nil), ("{css: '#field', has-value: done}", nil),
                ("{css: li, count: 3}", nil), ("{url: '**page.html#done'}", nil), ("{script: window.isReady}", nil),
                ("{signal: ready}", nil), ("network-idle", nil), ("{css: '#c', state: checked}", nil),
                ("{css: '#late', has-text: arri, exact: true}", "#late shows 'Arrived', not 'arri'."),
                ("{css: li, count: 4}", "3 elements match li, not 4."),
                ("{css: '#field', state: disabled}", "#field is not disabled."),
                ("{script: window.isNever}", "The script 'window.isNever' returned no true value."),
                ("{signal: other}", "The page did not send the signal other."),
                ("'#never'", "Nothing in the page matches #never."),
                ("{css: ul, state: hidden}", "ul is not hidden."),
            ] as [(String, String?)])
        func conditions(condition: String, failure: String?) async throws {
            let (report, _) = try await check(
                "<p id=gone>x</p><button id=b disabled>b</button><input id=field><input type=checkbox id=c><ul><li>1<li>2</ul>",
                script: """
                    after(800, () => {
                        document.body.insertAdjacentHTML('beforeend', '<p id=late>Arrived</p>');
                        query('#gone').remove(); query('#b').disabled = false; query('#field').value = 'done';
                        query('ul').insertAdjacentHTML('beforeend', '<li>3'); location.hash = 'done';
                        query('#c').checked = true; window.isReady = true; log('ready');
                    });
                    """, "- {timeout: 2s, expect: \(condition)}\n")
            #expect(report.steps.map(\.status) == [failure == nil ? "done" : "failed"], "\(report.steps)")
            #expect(report.steps.first?.reason == failure)
        }

        @Test("With a seed, typing varies a little, and in the same way each time")
        func typing() async throws {
            func gaps(_ options: [String]) async throws -> [Double] {
                let (report, _) = try await check(
                    "<input id=x>", script: "query('#x').oninput = event => log(event.target.value);",
                    "- {type: abcdefgh, into: '#x', every: 200ms}", options: options)
                let times = report.signals.filter { $0.name != nil }.map(\.pageTime)
                return zip(times, times.dropFirst()).map { $1 - $0 }
            }
            let seeded = try await gaps(["--seed", "7"])
            #expect(seeded == (try await gaps(["--seed", "7"])))
            #expect(seeded != (try await gaps(["--seed", "8"])))
            #expect(
                seeded.count == 7 && seeded.contains { abs($0 - 0.2) > 0.02 } && seeded.allSatisfy { $0 > 0.06 },
                "\(seeded)")
        }

        @Test("Files include others with variables, steps depend on elements, and documents follow one another")
        func composition() async throws {
            _ = try folder.write(
                "second.html",
                TestPage.html(
                    body: "<p id=hello></p>", script: "document.querySelector('#hello').textContent = location.search"))
            _ = try folder.write(
                "part.yaml",
                """
                vars: {user: nobody, other: default}
                steps:
                - {type: '{{user}}-{{other}}', into: '#name'}
                """)
            let (report, marks) = try await check(
                "<input id=name onchange=\"log(this.value)\"><button id=a onclick=\"log('a')\">A</button>",
                """
                vars: {user: ada}
                steps:
                - include: part.yaml
                  with: {user: '{{ user }} l'}
                - if: '#nothing'
                  then: [{click: '#a'}]
                - if: '#a'
                  then:
                  - click: '#a'
                  - {caption: 'A text', for: 1s}
                - goto: second.html?x=1
                - expect: {css: '#hello', has-text: '?x=1'}
                """)
            #expect(marks == ["ada l-default", "a"])
            #expect(
                report.steps.map(\.status) == ["done", "skipped", "done", "done", "done", "done", "done"],
                "\(report.steps)")
        }
    }
}
