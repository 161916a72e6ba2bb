import EngineLink
import Notation
import Testing

@testable import CLI

@Suite("Steps in plain English")
struct StepCaptionTests {
    private static let captions = [
        "goto: /orders": "Go to /orders",
        "click: {role: button, name: Save}": #"Click the button "Save""#,
        "click: {role: button}": "Click the button",
        "click: {role: menuitem, name: Copy}": #"Click the menu item "Copy""#,
        "click: {role: slider, name: Volume}": #"Click the slider "Volume""#,
        "click: {text: Don't save}": #"Click "Don't save""#,
        "click: {label: Email}": #"Click "Email""#,
        "click: {placeholder: Search}": #"Click the field "Search""#,
        "click: {alt: Logo}": #"Click the picture "Logo""#,
        "click: {title: Close}": #"Click "Close""#,
        "click: {testid: submit}": #"Click the element "submit""#,
        "click: '#save'": "Click the element #save",
        "click: {role: button, name: Delete, nth: 1}": #"Click the second button "Delete""#,
        "click: {text: Delete, nth: -1}": #"Click the last "Delete""#,
        "click: {css: li, nth: 11}": "Click the element li number 12",
        "click: {css: li, nth: -3}": "Click the element li number 3 from the end",
        "click: {role: button, name: Pay, frame: '#payment'}": #"Click the button "Pay""#,
        "double-click: {text: Title}": #"Double-click "Title""#,
        "right-click: {role: row, name: Ada}": #"Right-click the row "Ada""#,
        "hover: {role: img, name: Chart}": #"Point at the picture "Chart""#,
        "move: [100, 20.5]": "Move the pointer to 100, 20.5",
        "{drag: {text: Card}, to: {role: list, name: Done}}": #"Drag "Card" to the list "Done""#,
        "{drag: {css: '#map', position: [1, 2]}, by: [-150, 0]}": "Drag the element #map 150 pixels to the left",
        "{drag: canvas, by: [5, -20]}": "Drag the element canvas 5 pixels to the right and 20 pixels up",
        "{type: secret, into: {label: Email}}": #"Type into the field "Email""#,
        "{type: secret, into: {role: textbox, name: Email}}": #"Type into the field "Email""#,
        "type: secret": "Type text",
        "{fill: secret, into: {placeholder: Search}}": #"Fill in the field "Search""#,
        "press: Control+A": "Press Control+A",
        "{select: Germany, from: {label: Country}}": #"Choose "Germany" from the list "Country""#,
        "check: {label: Remember me}": #"Check "Remember me""#,
        "uncheck: {role: checkbox, name: Urgent}": #"Uncheck the checkbox "Urgent""#,
        "{upload: /dev/null, into: {label: Avatar}}": #"Choose a file for "Avatar""#,
        "{upload: [/dev/null, /dev/zero], into: {label: Files}}": #"Choose 2 files for "Files""#,
        "scroll: -800": "Scroll up by 800 pixels",
        "scroll: {role: heading, name: Prices}": #"Scroll to the heading "Prices""#,
        "wait: 0.6s": "Wait 0.6 s",
        "wait: 2s": "Wait 2 s",
        "wait: {role: dialog, name: New task}": #"Wait for the dialog "New task""#,
        "wait: {role: progressbar, state: hidden}": "Wait until the progress bar is hidden",
        "wait: network-idle": "Wait until the network is idle",
        "expect: {role: heading, name: Tasks}": #"Check that the heading "Tasks" is visible"#,
        "expect: {label: Email, state: focused}": #"Check that "Email" has the focus"#,
        "expect: {css: '#sum', has-text: 42}": #"Check that the element #sum shows "42""#,
        "expect: {label: Password, has-value: secret}": #"Check that the field "Password" has the right value"#,
        "expect: {css: li, count: 3}": "Check that the element li is there 3 times",
        "expect: {text: Error, count: 0}": #"Check that "Error" is not there"#,
        "expect: {url: '**/done'}": "Check that the address is **/done",
        "expect: {signal: start}": #"Check that the page has sent "start""#,
        "expect: {script: window.isReady}": "Check that the page is ready",
        "mark: Intro": #"Begin the chapter "Intro""#,
        "{caption: Hello, for: 1s}": "Show a caption",
        "pause:": "Pause the recording",
        "resume:": "Resume the recording",
        "stop:": "Stop the recording",
        "{highlight: {text: Total}, for: 1s}": #"Look at "Total""#,
        "zoom: {role: dialog}": "Zoom in on the dialog",
        "zoom: 2": "Zoom in",
        "zoom: 1": "Zoom out",
        "screenshot: a": "Take a picture",
        "{screenshot: a, of: {role: navigation}}": "Take a picture of the navigation",
        "evaluate: secret()": "Run a script",
        "{if: {text: Cookies}, then: [{click: {text: No}}]}": #"See whether "Cookies" is visible"#,
    ]

    @Test("Each step reads as a person would say it", arguments: captions)
    func caption(step: String, caption: String) throws {
        let file = YAMLFile(path: "/steps/a.yaml", text: "- \(step)\n")
        let steps = try StepsReader(file: file).steps(in: try #require(try file.root()))
        #expect(steps.map(\.action.caption) == [caption])
        #expect(!caption.contains("secret"))
    }

    @Test("Every step and every way to find an element is in the list")
    func complete() {
        let texts = Self.captions.keys.joined(separator: "\n")
        for action in StepItem.actions.keys where action != "include" {
            #expect(texts.contains("\(action):"), "\(action)")
        }
        for kind in PageTarget.Kind.allCases { #expect(texts.contains("{\(kind.rawValue):"), "\(kind)") }
    }
}
