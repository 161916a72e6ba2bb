import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// `pagereel schema steps`, as a library for JSON Schema understands it.
    @Suite("The schema of steps")
    struct StepSchema {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Steps that are valid, and some with a mistake.
        private static let valid = [
            "- click: '#a'", "- {at: 1s, timeout: 2s, double-click: {role: button, name: Save, exact: true, nth: -1}}",
            "- right-click: {text: x, frame: '#f'}\n- hover: {label: x, frame: ['#f', {title: y}]}", "- move: [1, 2.5]",
            "- {drag: a, to: {testid: b}}\n- {drag: a, by: [1, -2]}", "- {type: 12, into: a, every: 80ms}",
            "- press: Control+A", "- {fill: '', into: a, every: 80ms}",
            "- click: {css: a, position: [1, 2]}\n- {drag: {css: a, position: [0, 0]}, to: {css: b, position: [-1, 2.5]}}",
            "- {select: yes, from: select}", "- check: {placeholder: x}\n- uncheck: {alt: x}",
            "- scroll: 800\n- {scroll: -3.5, for: 1s}\n- {scroll: {css: a}, for: 1s}",
            "- wait: 2s\n- wait: network-idle\n- wait: '#a'\n- wait: {css: a, state: hidden}\n- wait: {signal: start}",
            "- expect: {css: a, has-text: 3}\n- expect: {css: a, has-value: x}\n- expect: {css: a, count: 3}",
            "- expect: {url: '**/x'}\n- expect: {script: x}", "- goto: /x\n- evaluate: f()\n- mark: a",
            "- {caption: a, for: 1s}\n- {highlight: a, for: 1s}\n- pause:\n- resume:\n- stop:",
            "- {zoom: a, by: 1.5, for: 1s}\n- zoom: {role: dialog}\n- zoom: 1", "- {if: a, then: [{click: a}]}",
            "vars: {a: 1}\npointer: {size: 8, color: '#d00', clicks: true}\nsteps: [{type: '{{a}}'}]",
            "pointer: false\nsteps: []",
        ]
        private static let invalid = [
            "- clik: a", "- {click: a, hover: b}", "- {at: 1s}", "- {click: {css: a, text: b}}", "- {click: {name: a}}",
            "- {click: {css: a, name: b}}", "- move: [1]", "- drag: a", "- {drag: a, to: b, by: [1, 2]}", "- select: a",
            "- {click: a, into: b}", "- expect: {css: a, state: gone}", "- expect: {url: a, css: b}", "- caption: a",
            "- {if: a}", "- fill: a", "- {check: {css: a, position: [1, 2]}}", "- {hover: {css: a, position: 3}}",
            "- {expect: {css: a, position: [1, 2]}}",
            "- pause: 1", "steps: 1", "{vars: {a: 1}}", "pointer: {size: 500}\nsteps: []",
            "pointer: {colour: red}\nsteps: []", "- 3", "- wait: {}", "- press: [a]",
        ]

        @Test("It accepts what pagereel reads, the examples of the documentation and the fixture, and refuses the rest")
        func agreement() async throws {
            let schema = try await Pagereel.run(["schema", "steps"])
            #expect(schema.exitCode == 0)
            let page = try folder.write("page.html")
            var examples: [String] = []
            for name in ["docs/steps.md", "docs/demo.md"] {
                let text = try String(contentsOf: Fixture.repository.appendingPathComponent(name), encoding: .utf8)
                examples += text.matches(of: #/```yaml\n(.*?)```/#.dotMatchesNewlines()).map { String($0.output.1) }
                    .filter { $0.contains("- ") && !$0.contains("include:") }
            }
            let tour = try String(
                contentsOf: Fixture.repository.appendingPathComponent("fixtures/steps/todo.yaml"), encoding: .utf8)
            #expect(examples.count >= 3)
            let cases = (Self.valid + examples + [tour]).map { ($0, true) } + Self.invalid.map { ($0, false) }
            // What pagereel says: 65 for a file that it does not read.
            var names: [String] = []
            try folder.write("todo.yaml")
            // The steps are read before the output, which cannot be created, so that nothing is recorded.
            let output = try folder.write("file") + "/out.mp4"
            for (number, (text, isValid)) in cases.enumerated() {
                let file = try folder.write("\(number).yaml", text)
                names.append(file)
                let outcome = try await Pagereel.run(
                    ["record", page, "--do", file, "-o", output, "--start-on", "load"])
                #expect(outcome.exitCode == (isValid ? 73 : 65), "\(text): \(outcome.standardError)")
            }
            let script = """
                import json, sys, yaml, jsonschema
                schema = json.loads(sys.argv[1])
                jsonschema.Draft202012Validator.check_schema(schema)
                validator = jsonschema.Draft202012Validator(schema)
                # The values as text, as they are written, except numbers and truth values.
                print(json.dumps([validator.is_valid(yaml.safe_load(open(name))) for name in sys.argv[2:]]))
                """
            let answer = try await PythonPackage.kubernetesValidate.run(script, [schema.standardOutput] + names)
            let verdicts = try JSONDecoder().decode([Bool].self, from: answer)
            for ((text, isValid), verdict) in zip(cases, verdicts) { #expect(verdict == isValid, "\(text)") }
        }
    }
}
