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

        /// Follows a page that marks what happens, for a time or until it or a step stops it.
        func check(
            _ body: String, style: String = "", script: String = "", _ steps: String, clock: String = "virtual",
            duration: String = "6s", options: [String] = []
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
                    + ["--start-on", "load", "--duration", duration, "--clock", clock, "--size", "700x420"] + options)
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
                - stop:
                """, clock: clock, duration: "60s")
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

        @Test("The wheel scrolls by its distance, whatever the frame rate", arguments: ["12", "24", "25", "60"])
        func wheel(frameRate: String) async throws {
            let (report, marks) = try await check(
                "<button id=a>A</button>", style: "html { height: 3000px }",
                """
                pointer: true
                steps:
                - hover: '#a'
                - wait: 20ms
                - {scroll: 600, for: 500ms}
                - evaluate: log(`scroll ${scrollY}`)
                - stop:
                """, options: ["--fps", frameRate])
            #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
            #expect(marks == ["scroll 600"])
        }

        @Test("Elements are found as Playwright's locators find them")
        func targets() async throws {
            let targets = [
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
            ]
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
                    """,
                targets.map { "- click: \($0.0)\n- evaluate: log('/')\n" }.joined() + "- stop:",
                duration: "20s")
            #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
            // The checkbox and its label both hear of a click.
            let clicked = marks.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { Set($0) }
            #expect(clicked == targets.map { [$0.1] }, "\(marks)")
        }

        @Test("What cannot be told apart or reached is a failed step")
        func unclear() async throws {
            let targets = [
                ("{text: Save}", "2 visible elements match text 'Save'; nth: chooses one."),
                ("{role: button, name: Save, nth: 5}", "Nothing in the page matches button 'Save' (nth 5)."),
                ("{text: x, frame: '#gone'}", "Nothing in the page matches #gone."),
                ("{text: x, frame: '#a'}", "#a is not a frame."),
                ("{text: x, frame: iframe}", "The frame iframe shows another origin, whose elements cannot be found."),
            ]
            let (report, _) = try await check(
                "<button id=a>Save</button><button>Save</button><iframe sandbox src='about:blank'></iframe>",
                targets.enumerated().map { "- {at: \($0.offset + 1)s, timeout: 500ms, click: \($0.element.0)}\n" }
                    .joined()
                    + "- mark: never\n- {at: 5.7s, hover: '#a'}")
            #expect(report.steps.map(\.status) == targets.map { _ in "failed" } + ["not-reached", "done"])
            #expect(report.steps.compactMap(\.reason) == targets.map(\.1) + ["The step before it failed."])
        }

        @Test("A wrong selector of a dependent step is a failed step, not a missing element")
        func wrongBranch() async throws {
            let (report, _) = try await check(
                "<p>x</p>", "- {if: '##', then: [{click: '##'}]}\n- {at: 1s, if: '#a', then: []}")
            #expect(report.steps.map(\.status) == ["failed", "skipped"])
            #expect(report.steps.first?.reason == "## is not a CSS selector.")
        }

        @Test("A step waits until its element can be used")
        func waiting() async throws {
            let (report, marks) = try await check(
                """
                <div id=head></div>
                <button id=appears>A</button><button id=shown hidden>S</button><button id=enabled disabled>E</button>
                <button id=uncovered>U</button><button id=rest>R</button><button id=low>L</button>
                <button id=under>U</button><div id=cover hidden style="position: fixed; inset: 0"></div>
                """,
                style: """
                    @keyframes come { from { left: 400px } }
                    body { height: 3000px; margin: 0 } #rest { position: relative; left: 0 }
                    #head { position: sticky; top: 0; height: 200px; background: red }
                    #low { position: absolute; top: 2000px } #under { position: absolute; top: 900px }
                    """,
                script: """
                    for (const button of document.querySelectorAll('button')) {
                        window[button.id] = button;
                        button.onclick = () => log(button.id);
                    }
                    appears.remove();
                    """,
                """
                - evaluate: setTimeout(() => document.body.append(appears), 900)
                - click: '#appears'
                - evaluate: setTimeout(() => shown.hidden = false, 900)
                - click: '#shown'
                - evaluate: setTimeout(() => enabled.disabled = false, 900)
                - click: '#enabled'
                - evaluate: cover.hidden = false; setTimeout(() => cover.remove(), 900)
                - click: '#uncovered'
                - evaluate: rest.style.animation = 'come 0.9s linear'
                - click: '#rest'
                - click: '#low'
                - evaluate: scrollTo(0, 800)
                - click: '#under'
                - stop:
                """, duration: "20s")
            #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
            #expect(marks == ["appears", "shown", "enabled", "uncovered", "rest", "low", "under"])
            let times = report.steps.compactMap(\.at)
            try #require(times.count == report.steps.count)
            for step in [1, 3, 5, 7, 9] { #expect(times[step] - times[step - 1] > 0.8, "step \(step): \(times)") }
        }

        @Test("An element that never can be used fails with the reason, when its time is over")
        func impossible() async throws {
            let (report, marks) = try await check(
                "<button id=a></button><button id=b></button><button id=c></button>",
                style: """
                    @keyframes go { to { left: 300px } }
                    #a { position: relative; left: 0; animation: go 1s linear infinite }
                    #b { width: 0; padding: 0; border: 0 } #c { position: fixed; left: -500px }
                    """,
                script: "for (const it of document.querySelectorAll('button')) it.onclick = () => log('clicked');",
                """
                - {at: 1s, timeout: 700ms, click: '#a'}
                - {at: 2s, timeout: 700ms, click: '#b'}
                - {at: 3s, timeout: 700ms, click: '#c'}
                """)
            let reasons = report.steps.map { $0.reason ?? "" }
            try #require(reasons.count == 3)
            for (reason, start) in zip(reasons, ["#a moves.", "#b is not visible", "#c cannot be scrolled into view."])
            {
                #expect(reason.hasPrefix(start), "\(reason)")
            }
            #expect(marks == [])
        }

        @Test("Conditions are waited for")
        func conditions() async throws {
            let conditions = [
                ("'#late'", "append('<p id=late>x')"), ("{text: Arrived}", "append('<p>Arrived')"),
                ("{css: '#gone', state: hidden}", "query('#gone').hidden = true"),
                ("{css: '#gone', state: detached}", "query('#gone').remove()"),
                ("{css: '#b', state: enabled}", "query('#b').disabled = false"),
                ("{css: '#said', has-text: arri}", "query('#said').textContent = 'Arrived'"),
                ("{css: '#field', has-value: done}", "query('#field').value = 'done'"),
                ("{css: li, count: 3}", "append('<li>')"), ("{url: '**page.html#done'}", "location.hash = 'done'"),
                ("{script: window.isReady}", "window.isReady = true"), ("{signal: ready}", "log('ready')"),
                ("{css: '#c', state: checked}", "query('#c').checked = true"),
            ]
            let (report, _) = try await check(
                "<p id=gone>x</p><button id=b disabled>b</button><input id=field><input type=checkbox id=c>"
                    + "<p id=said>x</p><ul><li>1<li>2</ul>",
                script: """
                    window.query = query;
                    window.append = text => document.body.insertAdjacentHTML('beforeend', text);
                    """,
                conditions.map {
                    "- evaluate: \"setTimeout(() => { \($0.1) }, 300)\"\n- {timeout: 2s, expect: \($0.0)}\n"
                }
                .joined() + "- expect: network-idle\n- stop:", duration: "20s")
            #expect(report.steps.allSatisfy { $0.status == "done" }, "\(report.steps)")
            let times = report.steps.compactMap(\.at)
            try #require(times.count == 2 * conditions.count + 2)
            for (index, condition) in conditions.enumerated() {
                #expect(times[2 * index + 1] - times[2 * index] > 0.2, "\(condition.0)")
            }
        }

        @Test("Conditions fail with what was seen")
        func failedConditions() async throws {
            let conditions = [
                ("{css: '#said', has-text: arri, exact: true}", "#said shows 'Arrived', not 'arri'."),
                ("{css: li, count: 4}", "2 elements match li, not 4."),
                ("{css: '#field', state: disabled}", "#field is not disabled."),
                ("{script: window.isNever}", "The script 'window.isNever' returned no true value."),
                ("{signal: other}", "The page did not send the signal other."),
                ("'#never'", "Nothing in the page matches #never."), ("{css: ul, state: hidden}", "ul is not hidden."),
            ]
            let (report, _) = try await check(
                "<input id=field><p id=said>Arrived</p><ul><li>1<li>2</ul>",
                conditions.enumerated().map {
                    "- {at: \(Double($0.offset + 1) / 2)s, timeout: 300ms, expect: \($0.element.0)}\n"
                }.joined())
            #expect(report.steps.map(\.status) == conditions.map { _ in "failed" })
            #expect(report.steps.map(\.reason) == conditions.map(\.1))
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
