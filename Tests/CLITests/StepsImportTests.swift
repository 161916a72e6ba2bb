import EngineLink
import Foundation
import Notation
import Testing

@testable import CLI

@Suite("Steps of browsers' recorders")
struct StepsImportTests {
    private func steps(_ yaml: String) throws -> [PageStep] {
        let file = YAMLFile(path: "/steps/a.yaml", text: yaml)
        return try StepsReader(file: file).steps(in: try #require(try file.root()))
    }

    @Test("What is written is read as the same steps")
    func roundTrip() throws {
        var framed = PageTarget(.role, "button")
        (framed.name, framed.isExact, framed.index) = ("it's: \"x\" # {y}", true, -1)
        var placed = PageTarget.css("canvas")
        placed.position = PageTarget.Position(x: 1, y: 2.5)
        framed.frames = [.css("#a"), PageTarget(.title, "true")]
        let chord = try #require(PageChord("Control+Shift+K"))
        var slow = PageStep(at: .milliseconds(1500), .click(.css("#a > b:not(.c)"), .double))
        slow.timeout = .seconds(10)
        let steps = [
            slow,
            PageStep(.goto("/next?a=b#c")), PageStep(.click(framed, .secondary)),
            PageStep(.hover(PageTarget(.text, "null"))),
            PageStep(.move(x: 10, y: 20.5)), PageStep(.drag(.css("a"), to: .target(PageTarget(.label, "L")))),
            PageStep(.drag(.css("a"), to: .offset(x: -5, y: 0))), PageStep(.scroll(distance: 800)),
            PageStep(.scroll(distance: -3.5, over: .seconds(1))),
            PageStep(.scrollTo(.css("#b"), over: .milliseconds(300))),
            PageStep(.type(text: "two\nlines: 好 '\"", into: PageTarget(.placeholder, "P"), every: .milliseconds(80))),
            PageStep(.type(text: "12", into: nil)), PageStep(.press(chord)),
            PageStep(.select(option: "yes", from: PageTarget(.testID, "t"))),
            PageStep(.check(.css("#c"), isChecked: false)),
            PageStep(.pass(.milliseconds(2500))), PageStep(.wait(.networkIdle)),
            PageStep(.wait(.state(.css("#d"), .hidden))),
            PageStep(.expect(.state(framed, .visible))), PageStep(.expect(.text(.css("p"), "42", isExact: false))),
            PageStep(.expect(.value(.css("input"), ""))), PageStep(.expect(.count(.css("li"), 3))),
            PageStep(.expect(.address("**/done"))), PageStep(.wait(.signal("ready"))),
            PageStep(.wait(.script("a > 'b'"))), PageStep(.fill(text: "", into: .css("a"), every: .seconds(1))),
            PageStep(.click(placed)),
            PageStep(.highlight(.css("#h"), for: .seconds(2))), PageStep(.evaluate("f(`x`);\ng()")),
            PageStep(.zoom(.css("#z"), by: 1.5, over: .seconds(1))), PageStep(.zoom(nil, by: 1, over: .seconds(2))),
            PageStep(.signal(.mark(name: "a: b"))),
            PageStep(.signal(.caption(text: "c, d", duration: .seconds(2)))), PageStep(.signal(.pause)),
            PageStep(.signal(.resume)), PageStep(.signal(.stop)),
            PageStep(
                .branch(
                    .css("#e"),
                    then: [PageStep(.click(.css("#e"))), PageStep(.press(PageChord(try #require(PageKey(name: "-")))))])
            ),
        ]
        let text = try StepsWriter(steps: steps, page: "https://a.example/\n- {click: x}").text()
        #expect(try self.steps(text) == steps, "\(text)")
    }

    @Test("A recording of Chrome becomes steps")
    func chrome() throws {
        let export = """
            {"title": "T", "steps": [
            {"type": "setViewport", "width": 800, "height": 600}, {"type": "navigate", "url": "https://a.example/"},
            {"type": "click", "target": "main", "selectors": [["aria/Save[role=\\"button\\"]"], ["#save"]], "offsetX": 3, "offsetY": 4},
            {"type": "change", "value": "Ada", "selectors": [["aria/Name"], ["#name"], ["xpath///*[1]"]]},
            {"type": "change", "value": "b", "selectors": [["#form > select"]]},
            {"type": "keyDown", "key": "Control"}, {"type": "keyDown", "key": "k"}, {"type": "keyUp", "key": "k"},
            {"type": "keyUp", "key": "Control"}, {"type": "keyDown", "key": "Enter"},
            {"type": "click", "button": "secondary", "selectors": [["#host", "button.x"]], "frame": [1]},
            {"type": "doubleClick", "selectors": [["text/Twice"]]}, {"type": "scroll", "x": 0, "y": 300},
            {"type": "waitForElement", "selectors": ["li"], "operator": "==", "count": 3},
            {"type": "waitForElement", "selectors": [".busy"], "visible": false},
            {"type": "waitForExpression", "expression": "window.ready"}, {"type": "navigate", "url": "https://a.example/b"},
            {"type": "emulateNetworkConditions"}, {"type": "click", "selectors": [["xpath//a"]]}, {"type": "close"}]}
            """
        let imported = try ImportedSteps(export, path: "a.json")
        #expect(imported.page == "https://a.example/")
        let expected = try steps(
            """
            - click: {role: button, name: Save, exact: true}
            - {fill: Ada, into: '#name'}
            - {fill: b, into: '#form > select'}
            - press: Control+k
            - press: Enter
            - right-click: {css: button.x, frame: {css: 'iframe, frame', nth: 1}}
            - double-click: {text: Twice}
            - evaluate: scrollTo(0.0, 300.0)
            - wait: {css: li, count: 3}
            - wait: {css: .busy, state: hidden}
            - wait: {script: window.ready}
            - goto: https://a.example/b
            """)
        #expect(imported.steps == expected)
        #expect(
            imported.warnings == [
                "Entry 1: the view has 800x600 pixels; record with --size 800x600.",
                "Entry 11: the frame is found by its number.",
                "Entry 18 is left out: 'emulateNetworkConditions' has no counterpart.",
                "Entry 19 is left out: click has no selector that can be used.",
            ])
    }

    @Test("Elements that Chrome knows by name, XPath or place only are found, and other windows are left out")
    func chromeElements() throws {
        // The forms are those of recordings in public repositories.
        let export = """
            {"title": "T", "steps": [
            {"type": "click", "target": "main", "selectors": [["aria/ Continue"]], "offsetX": 63.5, "offsetY": 10.5},
            {"type": "change", "target": "main", "value": "M", "selectors": [["aria/Civility"]]},
            {"type": "click", "target": "main", "selectors": [["#DDL_City"]], "offsetX": 227, "offsetY": 13},
            {"type": "change", "target": "main", "value": "1", "selectors": [["#DDL_City"]]},
            {"type": "change", "target": "main", "value": "12", "selectors": [["#DDL_City"], ["text/1"]]},
            {"type": "click", "selectors": [["xpath///*[@id=\\"root\\"]/div/div[2]/a"]]},
            {"type": "click", "selectors": [["xpath//html/body/main/div[1]/button"]]},
            {"type": "click", "selectors": [["#map > canvas"]], "offsetX": 10.5, "offsetY": 20},
            {"type": "click", "selectors": [["aria/Logo[role=\\"image\\"]"]]},
            {"type": "click", "target": "https://b.example/", "selectors": [["#x"]]},
            {"type": "click", "selectors": [["xpath//*[contains(., \\"x\\")]"]]}]}
            """
        let imported = try ImportedSteps(export, path: "a.json")
        let expected = try steps(
            """
            - click: {text: Continue}
            - {fill: M, into: {label: Civility}}
            - {fill: 12, into: '#DDL_City'}
            - click: '[id="root"] > div > div:nth-of-type(2) > a'
            - click: html > body > main > div:nth-of-type(1) > button
            - click: {css: '#map > canvas', position: [10.5, 20]}
            - click: {role: img, name: Logo, exact: true}
            """)
        #expect(imported.steps == expected)
        #expect(
            imported.warnings == [
                "Entry 1: the element is recorded by its name 'Continue' only; it is found by that text.",
                "Entry 2: the element is recorded by its name 'Civility' only; it is found by that text.",
                "Entry 10 is left out: it is in another window or in a frame of another origin, https://b.example/.",
                "Entry 11 is left out: click has no selector that can be used.",
            ])
    }

    @Test("A path of Chrome leads to the named element, and other selectors are better than a part of a path")
    func chromePaths() throws {
        let export = #"""
            {"title": "T", "steps": [
            {"type": "click", "selectors": [["aria/Save[role=\"button\"]", "aria/[role=\"generic\"]"], ["#save > span"]]},
            {"type": "click", "selectors": [["aria/Save", "aria/[role=\"generic\"]"]]},
            {"type": "click", "selectors": [["aria/Save", "aria/[role=\"image\"]"], ["#save > svg"]]},
            {"type": "click", "selectors": [["aria/File[role=\"menu\"]", "aria/[role=\"menuitem\"]"], ["text/Open"]]},
            {"type": "click", "selectors": [["aria/[role=\"generic\"]"], ["#box"]]},
            {"type": "click", "selectors": [["#host", "button.x"], ["text/Go"]]},
            {"type": "click", "selectors": [["#host", "#go"], ["text/Go"]]},
            {"type": "click", "selectors": [["#host", "aria/Go[role=\"button\"]"], ["text/Go"]]},
            {"type": "click", "selectors": [["#host", "aria/[role=\"generic\"]"], ["#host", ".part"]]},
            {"type": "click", "selectors": [["#host", "aria/[role=\"generic\"]"]]},
            {"type": "click", "selectors": [[], ["#last"]]}]}
            """#
        let imported = try ImportedSteps(export, path: "a.json")
        let expected = try steps(
            """
            - click: {role: button, name: Save, exact: true}
            - click: {text: Save}
            - click: '#save > svg'
            - click: {text: Open}
            - click: '#box'
            - click: {text: Go}
            - click: '#go'
            - click: {role: button, name: Go, exact: true}
            - click: .part
            - click: {role: generic}
            - click: '#last'
            """)
        #expect(imported.steps == expected)
        #expect(
            imported.warnings == [
                "Entry 2: the element is recorded by its name 'Save' only; it is found by that text."
            ])
    }

    @Test("What Chrome waits for is written exactly or left out")
    func chromeWaits() throws {
        let export = #"""
            {"title": "T", "steps": [
            {"type": "waitForElement", "selectors": [["li"]]},
            {"type": "waitForElement", "selectors": [["li"]], "operator": ">=", "count": 1, "attributes": {}},
            {"type": "waitForElement", "selectors": [["aria/A[role=\"link\"]"], ["li"]], "count": 2},
            {"type": "waitForElement", "selectors": ["li"], "operator": "<=", "count": 3},
            {"type": "waitForElement", "selectors": ["li"], "operator": "==", "count": 0},
            {"type": "waitForElement", "selectors": ["li"], "operator": "==", "count": 2, "visible": false},
            {"type": "waitForElement", "selectors": ["[title='x']"], "attributes": {"class": "a'b", "id": "c"}},
            {"type": "waitForElement", "selectors": ["i"], "properties": {"checked": true, "n": 1, "s": "x"}},
            {"type": "waitForElement", "selectors": ["i"], "properties": {"style": {"color": "red"}}},
            {"type": "waitForElement", "selectors": ["aria/A[role=\"link\"]"], "count": 2},
            {"type": "waitForElement", "selectors": [["#host", "li"]], "count": 2},
            {"type": "waitForElement", "selectors": ["li"], "operator": "!=", "count": 2},
            {"type": "waitForElement", "operator": "==", "count": 3,
             "selectors": [["aria/L[role=\"list\"]", "aria/[role=\"listitem\"]"]]},
            {"type": "waitForElement", "selectors": ["li"], "count": 2, "frame": [0]}]}
            """#
        let imported = try ImportedSteps(export, path: "a.json")
        let expected = try steps(
            #"""
            - wait: li
            - wait: li
            - wait: {script: "document.querySelectorAll('li').length >= 2"}
            - wait: {script: "document.querySelectorAll('li').length <= 3"}
            - wait: {css: li, count: 0}
            - wait: {script: "!(document.querySelectorAll('li').length === 2)"}
            - wait:
                script: document.querySelectorAll('[title=\'x\']').length >= 1
                  && [...document.querySelectorAll('[title=\'x\']')].every(it => it.getAttribute('class') === 'a\'b'
                  && it.getAttribute('id') === 'c')
            - wait:
                script: document.querySelectorAll('i').length >= 1
                  && [...document.querySelectorAll('i')].every(it => it['checked'] === true
                  && it['n'] === 1 && it['s'] === 'x')
            - wait: {role: listitem, count: 3}
            """#)
        #expect(imported.steps == expected)
        let selector =
            "this waitForElement needs a CSS selector of an element in no frame and no shadow root; write a step "
            + "'wait' with a script."
        #expect(
            imported.warnings == [
                "Entry 9 is left out: waitForElement compares lists or objects; write a step 'wait' with a script.",
                "Entry 10 is left out: \(selector)", "Entry 11 is left out: \(selector)",
                "Entry 12 is left out: waitForElement has an unknown operator, '!='.",
                "Entry 14: the frame is found by its number.", "Entry 14 is left out: \(selector)",
            ])
    }

    @Test("Elements in frames and places in drawings are those of Playwright's lines")
    func playwrightFrames() throws {
        func line(_ name: String, _ rest: String) -> String {
            ##"{"name":"\##(name)","pageAlias":"page",\##(rest),"locator":{"kind":"default","body":"#x","options":{}}}"##
        }
        let export = [
            line("click", ##""framePath":["#payment"]"##),
            line("fill", ##""text":"a","framePath":["iframe[name=\"a\"]","iframe >> nth=1"]"##),
            line("click", ##""framePath":["internal:attr=[title=\"Pay\"i]"]"##),
            line("click", ##""framePath":["internal:testid=[data-testid=\"pay\"s]"]"##),
            line("click", ##""framePath":["internal:role=group >> iframe"]"##),
            line("click", ##""framePath":["text=Pay"]"##),
            line("click", ##""framePath":[],"position":{"x":33,"y":44.5}"##),
            line("click", ##""button":"right","position":{"x":33,"y":44}"##),
            line("check", ##""position":{"x":33,"y":44}"##),
        ]
        let imported = try ImportedSteps(export.joined(separator: "\n"), path: "a.jsonl")
        let expected = try steps(
            """
            - click: {css: '#x', frame: '#payment'}
            - {fill: a, into: {css: '#x', frame: ['iframe[name="a"]', {css: iframe, nth: 1}]}}
            - click: {css: '#x', frame: {title: Pay}}
            - click: {css: '#x', frame: {testid: pay}}
            - click: {css: '#x', position: [33, 44.5]}
            - right-click: {css: '#x', position: [33, 44]}
            - check: '#x'
            """)
        #expect(imported.steps == expected)
        let words = "is left out: 'click' is in a frame with a selector that cannot be used,"
        #expect(
            imported.warnings == [
                "Entry 5 \(words) 'internal:role=group >> iframe'.", "Entry 6 \(words) 'text=Pay'.",
            ])
    }

    @Test("Lines of Playwright about other pages are left out, and what is declined is named")
    func playwrightPages() throws {
        let export = """
            {"browserName":"chromium","launchOptions":{"headless":true},"contextOptions":{}}
            {"name":"openPage","url":"about:blank","signals":[],"pageGuid":"page@test","pageAlias":"page","framePath":[]}
            {"name":"navigate","url":"https://a.example/","signals":[],"pageAlias":"page","framePath":[]}
            {"name":"click","selector":"x","signals":[{"name":"popup","popupAlias":"page1"}],"pageAlias":"page","locator":{"kind":"text","body":"Open","options":{}}}
            {"name":"click","selector":"x","signals":[],"pageAlias":"page1","locator":{"kind":"text","body":"OK","options":{}}}
            {"name":"click","selector":"x","signals":[{"name":"dialog","dialogAlias":"d"}],"pageAlias":"page","locator":{"kind":"text","body":"Go","options":{},"next":{"kind":"visible","body":"true","options":{}}}}
            """
        let imported = try ImportedSteps(export, path: "a.jsonl")
        #expect(imported.page == "https://a.example/")
        #expect(try imported.steps == steps("- click: {text: Open}\n- click: {text: Go}"))
        #expect(
            imported.warnings == [
                "Entry 4: it opens another page, which pagereel declines.",
                "Entry 5 is left out: 'click' is in another page, 'page1'.",
                "Entry 6: it opens a dialog, which pagereel declines.",
            ])
    }

    @Test("Lines of Playwright become steps")
    func playwright() throws {
        let export = """
            {"browserName":"chromium","launchOptions":{"headless":false},"contextOptions":{}}
            {"name":"openPage","url":"https://a.example/","signals":[]}
            {"name":"click","selector":"x","button":"left","modifiers":0,"clickCount":1,"locator":{"kind":"role","body":"button","options":{"name":"Save","exact":true,"attrs":[]}}}
            {"name":"fill","text":"Ada","locator":{"kind":"label","body":"Name","options":{}}}
            {"name":"fill","text":"","locator":{"kind":"placeholder","body":"P","options":{}}}
            {"name":"press","key":"a","modifiers":2,"locator":{"kind":"default","body":"#x","options":{}}}
            {"name":"check","locator":{"kind":"test-id","body":"t","options":{}}}
            {"name":"select","options":["b"],"locator":{"kind":"default","body":"select","options":{}}}
            {"name":"click","button":"right","locator":{"kind":"frame-locator","body":"#f","options":{},"next":{"kind":"text","body":"Hi","options":{},"next":{"kind":"nth","body":"2","options":{}}}}}
            {"name":"click","clickCount":2,"locator":{"kind":"default","body":"ul","options":{},"next":{"kind":"text","body":"Hi","options":{},"next":{"kind":"first","body":"","options":{}}}}}
            {"name":"assertText","text":"Done","substring":true,"locator":{"kind":"default","body":"#x","options":{}}}
            {"name":"assertVisible","locator":{"kind":"alt","body":"Logo","options":{}}}
            {"name":"assertSnapshot","locator":{"kind":"default","body":"#x","options":{}}}
            {"name":"navigate","url":"https://a.example/b"}
            {"name":"closePage"}

            """
        let imported = try ImportedSteps(export, path: "a.jsonl")
        #expect(imported.page == "https://a.example/")
        let expected = try steps(
            """
            - click: {role: button, name: Save, exact: true}
            - {fill: Ada, into: {label: Name}}
            - {fill: '', into: {placeholder: P}}
            - press: Control+a
            - check: {testid: t}
            - select: b
              from: select
            - right-click: {text: Hi, nth: 2, frame: '#f'}
            - double-click: {text: Hi, nth: 0}
            - expect: {css: '#x', has-text: Done}
            - expect: {alt: Logo}
            - goto: https://a.example/b
            """)
        #expect(imported.steps == expected)
        #expect(
            imported.warnings == [
                "Entry 10: the element is not looked for in ul.",
                "Entry 13 is left out: 'assertSnapshot' has no counterpart.",
            ])
    }

    @Test(
        "Other files are refused",
        arguments: ["", "x", "{}", "[]", "{\"name\":\"click\"}\nx", "{\"steps\": 3}", "{\"a\":\n1}"])
    func others(text: String) {
        let error = #expect(throws: (any Error).self) { try ImportedSteps(text, path: "a.json") }
        #expect(error.map { "\($0)".contains("'a.json'") && "\($0)".contains("not a recording of a browser") } == true)
    }
}
