import Foundation

/// Files of steps, which the reader and the schema must judge alike.
package enum StepExamples {
    /// Files of steps that are valid.
    package static let valid = [
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
    /// Files of steps with a mistake.
    package static let invalid = [
        "- clik: a", "- {click: a, hover: b}", "- {at: 1s}", "- {click: {css: a, text: b}}", "- {click: {name: a}}",
        "- {click: {css: a, name: b}}", "- move: [1]", "- drag: a", "- {drag: a, to: b, by: [1, 2]}", "- select: a",
        "- {click: a, into: b}", "- expect: {css: a, state: gone}", "- expect: {url: a, css: b}", "- caption: a",
        "- {if: a}", "- fill: a", "- {check: {css: a, position: [1, 2]}}", "- {hover: {css: a, position: 3}}",
        "- {expect: {css: a, position: [1, 2]}}",
        "- pause: 1", "steps: 1", "{vars: {a: 1}}", "pointer: {size: 500}\nsteps: []",
        "pointer: {colour: red}\nsteps: []", "- 3", "- wait: {}", "- press: [a]",
    ]

    /// The examples of the documentation and the tour of the fixture app.
    package static func documented() throws -> [String] {
        func text(_ name: String) throws -> String {
            try String(contentsOf: Fixture.repository.appendingPathComponent(name), encoding: .utf8)
        }
        let examples = try ["docs/steps.md", "docs/demo.md"].flatMap { name in
            try text(name).matches(of: #/```yaml\n(.*?)```/#.dotMatchesNewlines()).map { String($0.output.1) }
                .filter { $0.contains("- ") && !$0.contains("include:") }
        }
        return examples + [try text("fixtures/steps/todo.yaml")]
    }
}
