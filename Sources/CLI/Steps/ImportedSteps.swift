import EngineLink
import Files
import Foundation

/// The steps of a file that a browser's recorder has exported.
struct ImportedSteps {
    /// The page's address, as the file says it; `nil` if it does not.
    var page: String?
    private(set) var steps: [PageStep] = []
    /// What was left out, as sentences.
    private(set) var warnings: [String] = []

    /// Reads an export: a JSON object of Chrome's DevTools Recorder, or lines of JSON of Playwright.
    ///
    /// - Parameter path: The file's path, for messages.
    /// - Throws: ``FileError`` with `unreadableInput`.
    init(_ text: String, path: String) throws {
        self.init()
        if let recording = Self.object(text), let list = recording["steps"] {
            guard let list = list as? [[String: Any]] else { throw Self.unreadable(path, nil) }
            var reader = ChromeSteps(self)
            for (number, step) in list.enumerated() { reader.add(step, number: number + 1) }
            self = reader.imported
            return
        }
        var reader = PlaywrightSteps(self)
        for (number, line) in text.split(whereSeparator: \.isNewline).enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            guard let entry = Self.object(String(line)), entry["name"] != nil || number == 0 else {
                throw Self.unreadable(path, number + 1)
            }
            reader.add(entry, number: number + 1)
        }
        guard !reader.imported.steps.isEmpty || reader.imported.page != nil else { throw Self.unreadable(path, nil) }
        self = reader.imported
    }

    init() {}

    /// Adds a step.
    mutating func add(_ action: PageStep.Action) { steps.append(PageStep(action)) }

    /// Goes to an address: the first one is the page's.
    mutating func visit(_ address: String) {
        if page == nil, steps.isEmpty { page = address } else { add(.goto(address)) }
    }

    /// Replaces a field's value.
    mutating func fill(_ target: PageTarget, with text: String) {
        // The step clicks the field, and replaces what was there before.
        switch steps.last?.action {
        case .click(target, .single), .fill(_, into: target, _): steps.removeLast()
        default: break
        }
        add(.fill(text: text, into: target))
    }

    /// Names something that is left out.
    mutating func leaveOut(_ what: String, number: Int) { warnings.append("Entry \(number) is left out: \(what).") }

    /// Names something that is not exactly what was recorded.
    mutating func note(_ what: String, number: Int) { warnings.append("Entry \(number): \(what).") }

    private static func object(_ text: String) -> [String: Any]? {
        // What is not JSON is reported by the caller.
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    }

    private static func unreadable(_ path: String, _ line: Int?) -> FileError {
        FileError(
            .unreadableInput,
            "'\(path)'\(line.map { ", line \($0)," } ?? "") is not a recording of a browser. Export one as JSON from Chrome's "
                + "DevTools Recorder, or write one with 'npx playwright codegen --target=jsonl'.")
    }
}
