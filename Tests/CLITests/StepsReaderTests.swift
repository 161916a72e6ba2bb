import ArgumentParser
import EngineLink
import Foundation
import Notation
import Recorder
import TestSupport
import Testing

@testable import CLI

@Suite("Files of steps")
struct StepsReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("What the schema accepts is read, and the rest is refused")
    func agreement() throws {
        // The documentation has a step that uploads it.
        try folder.write("todo.yaml")
        for text in try StepExamples.valid + StepExamples.documented() {
            let file = try folder.write("steps.yaml", text)
            #expect(throws: Never.self, "\(text)") { try StepsReader.read(file) }
        }
        for text in StepExamples.invalid {
            let file = try folder.write("steps.yaml", text)
            #expect(throws: YAMLError.self, "\(text)") { try StepsReader.read(file) }
        }
    }

    @Test(
        "Steps that leave the end to a page without signals are warned of",
        arguments: [
            (["--start-on", "load"], "- wait: 1s", true),
            (["--start-on", "load", "--max-duration", "90s"], "- {if: '#a', then: [{wait: 1s}]}", true),
            (["--start-on", "load"], "- stop:", false),
            (["--start-on", "load"], "- {if: '#a', then: [{stop: }]}", false),
            (["--start-on", "load", "--duration", "3s"], "- wait: 1s", false),
            (["--duration", "3s"], "- wait: 1s", false), ([], "- wait: 1s", false),
            (["--start-on", "load"], "[]", false),
        ] as [([String], String, Bool)])
    func openEnd(options: [String], steps: String, isOpen: Bool) throws {
        let page = try folder.write("page.html")
        let file = try folder.write("steps.yaml", steps)
        let command = try RecordCommand.parse([page, "--do", file, "-o", folder.path("a.mp4")] + options)
        let warning = try command.plan(output: folder.path("a.mp4"), from: nil).take.warningOfOpenEnd
        #expect((warning != nil) == isOpen, "\(warning ?? "")")
        guard let warning else { return }
        let limit = options.contains("--max-duration") ? "90 s" : "3600 s"
        #expect(warning.contains("or for \(limit) at most") && warning.contains("'- stop:'"), "\(warning)")
    }

    @Test(
        "A mistake is reported with its line and column",
        arguments: [
            (
                "pointer: {size: 500}\nsteps: []",
                "steps.yaml, line 1, column 11: size must be a whole number from 8 to 128"
            ),
            ("steps: []\npointer: {colour: red}", "line 2, column 11: The pointer has no 'colour'"),
            ("pointer: {color: '#1234'}\nsteps: []", "color must be an opaque color"),
            ("pointer: 3\nsteps: []", "Write pointer"),
            ("- {zoom: '#a', by: 5}", "line 1, column 20: zoom: enlarges by a number from 1 to 4"),
            ("- click: '#a'\n- zoom: 0.5", "line 2, column 9: zoom: enlarges by a number from 1 to 4"),
            ("- {zoom: 2, by: 2}", "by: goes with an element"),
            ("- {screenshot: ''}", "needs a name for its file"), ("- {screenshot: '..'}", "needs a name for its file"),
            ("- {at: 1s, clik: x}", "line 1, column 12: There is no step 'clik'"),
            ("- {click: x, hover: y}", "A step does one thing"),
            ("- {at: soon, click: x}", "line 1, column 4: at must be a time of zero or more, like"),
            ("\n- {at: 1s}", "line 2, column 3: The step does nothing"),
            ("- {at: 1s, press: Entre}", "There is no key 'Entre'"), ("- [", "cannot be read as YAML"),
            ("steps: 1", "A list is expected"),
            ("- click: #a\n- wait: 1s", "line 1, column 9: A text or a number is expected here."),
            ("- click: #a", "In YAML, # after a space begins a comment; write the value in quotes: '#a'."),
            ("- {click: #a, timeout: 1s}\n- wait: 1s", "write the value in quotes: '#a'."),
            ("- click:", "{at: 1s, click: '#next'}."),
            ("click: '#a'\nwait: 1s", "line 1, column 1: A file of steps is a list. Begin each step with a dash"),
            ("# A tour\nclick: '#a'\nclick: '#b'", "more than once. A file of steps is a list."),
            ("pointer: true\n- click: '#a'", "line 2, column 1: This cannot be read as YAML: "),
            ("pointer: true\n- click: '#a'", "The steps stand below steps:. Write a line 'steps:'"),
            ("vars:\n  a: b\nfolder: x\n- click: '#a'", "The steps stand below steps:."),
            ("- {type: a, selector: b}", " Write the element as into:, like {type: …, into: '#name'}."),
            ("- {type: a, delay: 80ms}", " Write the time that each character takes as every:, like every: 80ms."),
            ("- {fill: a, speed: 2}", " Write the time that each character takes as every:, like every: 80ms."),
            ("- scroll: -120px", "line 1, column 11: Write the distance in CSS pixels, without a unit: scroll: 800;"),
            ("- scroll: 100%", "Write the distance in CSS pixels, without a unit"),
            ("- {select: a, target: b}", " Write the element as from:, like {select: …, from: '#name'}."),
            ("- {click: a, selector: b}", " Write the element behind the action, like click: '#next'."),
            ("- {type: '#a', text: b}", " Write the text behind the action and the element as into:, "),
            ("- sleep: 2", " Write wait: 2s or wait: '#done'."), ("- {waitFor: x}", " Write wait: 2s or"),
            ("- {wait-for-selector: x}", " Write wait: 2s or"), ("- navigate: /a", " Write goto: ADDRESS."),
        ])
    func mistakes(text: String, words: String) throws {
        let file = try folder.write("steps.yaml", text)
        let error = #expect(throws: (any Error).self) { try StepsReader.read(file) }
        #expect(error.map { "\($0)" }?.contains(words) == true)
    }

    @Test("Variables may be set that a file has, uses or passes to another")
    func variables() throws {
        try folder.write("part.yaml", "vars: {inner: a}\nsteps:\n- {type: '{{user}} {{inner}} {{deep}}', into: '#a'}")
        let file = try folder.write(
            "steps.yaml", "vars: {spare: a}\nsteps:\n- {include: part.yaml, with: {user: b}}\n- click: '{{button}}'")
        let values = ["spare": "1", "inner": "2", "deep": "3", "button": "4"]
        let steps = try StepsReader.read(file, variables: values).steps
        #expect(steps.map(\.action) == [.type(text: "b 2 3", into: .css("#a")), .click(.css("4"))])
    }

    @Test(
        "A variable that no file knows is refused, with the nearest name",
        arguments: [("usr", "Did you mean user?"), ("password", "Remove that --var.")])
    func unknownVariable(name: String, advice: String) throws {
        let file = try folder.write("steps.yaml", "vars: {user: a}\nsteps: [{click: '{{user}}'}]")
        let error = #expect(throws: PageError.self) { try StepsReader.read(file, variables: [name: "secret"]) }
        #expect(error?.code == .invalidPlan)
        let message = "--var sets '\(name)', which \(file) neither uses as {{\(name)}} nor has in vars:. \(advice)"
        #expect(error.map { "\($0)" } == message)
    }
}
