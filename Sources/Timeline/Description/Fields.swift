package import Composition
import Foundation
import Frames
package import Notation
import Yams

/// The values of one mapping of a description, by key.
///
/// Each accessor takes a key and the expected type. A value of another type is an error that names its place.
struct Fields {
    let file: YAMLFile
    let node: Node
    private let entries: [String: (mark: YAMLFile.Mark?, node: Node)]

    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - known: The keys that the mapping may have.
    ///   - place: What the mapping describes, as the end of a sentence: `a clip`.
    /// - Throws: `YAMLError` for an unknown key, with a suggestion.
    init(_ node: Node, in file: YAMLFile, known: [String], of place: String) throws {
        self.file = file
        self.node = node
        // One key only: the first two may exclude each other.
        let hint = "Write \(place) as keys and values, like {\(known.first ?? ""): …}."
        var entries: [String: (mark: YAMLFile.Mark?, node: Node)] = [:]
        for (key, mark, value) in try file.entries(of: node, hint) {
            guard known.contains(key) else {
                throw file.error(
                    at: mark, "\(place) has no key '\(key)'.\(known.suggestion(for: key))".capitalizedFirst)
            }
            entries[key] = (mark, value)
        }
        self.entries = entries
    }

    /// Where the mapping begins.
    var mark: YAMLFile.Mark? { node.start }

    /// What the mapping states, for its part of the timeline.
    var stated: Stated {
        var stated = Stated(mark: mark)
        stated.value = JSONValue(node)
        stated.marks = entries.compactMapValues(\.mark)
        return stated
    }

    /// The keys that are present, sorted.
    var keys: [String] { entries.keys.sorted() }

    /// The value of a key.
    subscript(_ key: String) -> Node? { entries[key]?.node }

    /// The place of a key, or else of the mapping.
    func mark(of key: String) -> YAMLFile.Mark? { entries[key]?.mark ?? mark }

    /// An error in the whole mapping.
    func error(_ message: String) -> YAMLError { file.error(at: mark, message) }

    /// An error in the value of a key.
    func error(_ key: String, _ message: String) -> YAMLError { file.error(at: mark(of: key), message) }

    // MARK: Values

    /// A string, or a number as it is written.
    func text(_ key: String) throws -> String? { try value(key, .text) }

    /// A value parsed from a string.
    func value<Value>(_ key: String, _ form: Form<Value>) throws -> Value? {
        try self[key].map { try file.value(of: key, at: mark(of: key), $0, form) }
    }

    /// A Boolean.
    ///
    /// - Parameter words: The accepted values, for messages.
    func bool(_ key: String, _ words: String = "true or false") throws -> Bool? {
        try value(key, Form(words) { $0.isOn })
    }

    /// One of several fixed words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type
    ) throws -> Choice? where Choice.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw error(key, "There is no \(key) '\(text)'.\(Choice.allCases.map(\.rawValue).suggestion(for: text))")
        }
        return choice
    }

    func color(_ key: String) throws -> Color? { try value(key, .color) }

    func time(_ key: String) throws -> TimelineTime? { try value(key, .timelineTime) }

    /// A time from the first frame of a clip or sound.
    func offset(_ key: String) throws -> TimelineTime? {
        try value(key, Form("\(Form.timelineTime), negative before the clip") { TimelineTime(offset: $0) })
    }

    /// A time greater than zero.
    func length(_ key: String) throws -> TimelineTime? {
        guard let time = try time(key) else { return nil }
        guard !time.isZero else { throw error(key, "\(key) must be longer than 0 s.") }
        return time
    }

    /// A length on the canvas.
    func canvasLength(_ key: String) throws -> CanvasLength? {
        try value(key, Form("a length like 24 or 12%") { CanvasLength($0) })
    }

    /// A volume, as a linear factor.
    func gain(_ key: String) throws -> Double? {
        try value(key, Form("a volume like -6dB, 50% or 0.5, at most 24dB") { Self.gain($0) })
    }

    /// Reads a factor, a percentage or decibels, from silence to 24 dB.
    private static func gain(_ text: String) -> Double? {
        var gain: Double?
        if text.lowercased().hasSuffix("db") {
            gain = decibels(text).map { pow(10, $0 / 20) }
        } else if text.hasSuffix("%") {
            gain = Double(text.dropLast()).map { $0 / 100 }
        } else {
            gain = Double(text)
        }
        return gain.flatMap { $0 >= 0 && $0 <= Timeline.highestGain ? $0 : nil }
    }

    /// Reads `-6dB`.
    static func decibels(_ text: String) -> Double? {
        guard text.lowercased().hasSuffix("db") else { return nil }
        return Double(text.dropLast(2).filter { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
    }

    // MARK: Mappings and lists

    /// A nested mapping; see ``init(_:in:known:of:)``.
    ///
    /// - Parameter orValue: Whether the key may have another value, for which the result is `nil`.
    func mapping(_ key: String, known: [String], of place: String, orValue: Bool = false) throws -> Fields? {
        guard let node = self[key], !orValue || node.mapping != nil else { return nil }
        return try Fields(node, in: file, known: known, of: place)
    }

    /// What a function reads from each mapping of a list; see ``init(_:in:known:of:)``.
    func mappings<Value>(
        _ key: String, known: [String], of place: String, _ read: (Fields) throws -> Value
    ) throws -> [Value] {
        try (list(key) ?? []).map { try read(Fields($0, in: file, known: known, of: place)) }
    }

    /// The items of a list.
    func list(_ key: String) throws -> [Node]? {
        guard let node = self[key] else { return nil }
        guard let sequence = node.sequence else { throw error(key, "\(key) must be a list.") }
        return Array(sequence)
    }

    /// The values of a list of fixed length.
    func values<Value>(
        _ key: String, count: Int, _ expected: String, _ make: (String) -> Value?
    ) throws -> [Value]? {
        guard let items = try list(key) else { return nil }
        let values = items.compactMap { $0.scalar.flatMap { make($0.string) } }
        guard values.count == count, items.count == count else { throw error(key, "\(key) must be \(expected).") }
        return values
    }

    /// A fade: one time for both ends, or a list of two times.
    func fades(_ key: String) throws -> Fades? {
        guard let node = self[key] else { return nil }
        let form = "\(key) must be a time like 0.5s for both ends, or two times for start and end, like [1s, 2s]."
        let nodes = node.sequence.map { Array($0) } ?? [node]
        let times = nodes.compactMap { $0.scalar.flatMap { TimelineTime($0.string) } }
        guard times.count == nodes.count, times.count <= 2, let first = times.first, let last = times.last else {
            throw error(key, form)
        }
        return Fades(in: first, out: last)
    }
}

extension String {
    /// The text with its first letter capitalized.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The Boolean meaning of a YAML word: true, yes, on and their opposites.
    var isOn: Bool? {
        switch lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }
}

extension Form where Value == Color {
    /// A color in hexadecimal notation or by name.
    package static var color: Form<Color> {
        Form("a color like \"#ff8800\", \"#ff880080\", black, white or transparent", write: \.text) { Color($0) }
    }
}
