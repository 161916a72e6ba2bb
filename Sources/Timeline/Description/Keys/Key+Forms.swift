package import Composition
import Foundation
package import Notation
import Yams

// MARK: Scalars

extension Key where Value == Bool {
    /// `true` or `false`.
    static func flag(_ name: String, _ meaning: String) -> Key { Key(name, .flag, meaning) { try $0.bool($1) } }
}

extension Key where Value: Sendable & RawRepresentable<String> & CaseIterable {
    /// One of several words.
    static func choice(_ name: String, _ meaning: String) -> Key {
        Key(name, .value(.words(Value.allCases.map(\.rawValue))), meaning) { fields, name in
            guard let text = try fields.value(name, .text) else { return nil }
            guard let choice = Value(rawValue: text) else {
                let words = Value.allCases.map(\.rawValue)
                throw fields.error(name, "There is no \(name) '\(text)'.\(words.suggestion(for: text))")
            }
            return choice
        }
    }
}

extension Key where Value == TimelineTime {
    /// A time greater than zero.
    ///
    /// - Parameter form: The form of all times.
    static func length(
        _ name: String, _ meaning: String, _ form: Form<TimelineTime> = .timelineTime, missing: String? = nil
    ) -> Key {
        Key(name, .value(form.shape), meaning, missing: missing) { fields, name in
            guard let time = try fields.value(name, form) else { return nil }
            guard !time.isZero else { throw fields.error(name, "\(name) must be longer than 0 s.") }
            return time
        }
    }
}

extension Key where Value == CanvasLength {
    /// A length on the canvas that is not negative.
    static func distance(_ name: String, _ meaning: String) -> Key {
        Key(name, .value(Form.canvasLength.shape), meaning) { fields, name in
            guard let length = try fields.value(name, .canvasLength) else { return nil }
            guard length.pixels(of: 1) >= 0 else { throw fields.error(name, "\(name) must not be negative.") }
            return length
        }
    }
}

// MARK: Lists

extension Key where Value == Fades {
    /// A fade: one time for both ends, or a list of two times.
    static func fades(_ name: String, _ meaning: String) -> Key {
        let time = KeyShape.value(Form.timelineTime.shape)
        return Key(name, .either([time, .list(time, 1...2)]), meaning) { try $0.fades($1) }
    }
}

extension Key {
    /// A list with a fixed number of values.
    ///
    /// - Parameter expected: What an error says of the list, as the end of a sentence.
    static func values<Item>(
        _ name: String, count: Int, _ form: Form<Item>, _ expected: String, _ meaning: String
    ) -> Key where Value == [Item] {
        Key(name, .list(.value(form.shape), count...count), meaning) { fields, name in
            try fields.values(name, count: count, expected, form.read)
        }
    }

    /// A list of mappings.
    ///
    /// - Parameter missing: What an error says if the list is missing or empty, which must have an item.
    static func list<Keys>(
        _ name: String, of mapping: DescribedMapping<Keys>, _ meaning: String, missing: String? = nil
    ) -> Key where Value == MappingList<Keys> {
        let least = missing == nil ? 0 : 1
        return Key(name, .list(.mapping(mapping.facts), least...Int.max), meaning, missing: missing) { fields, name in
            guard let nodes = try fields.list(name), nodes.count >= least else { return nil }
            return MappingList(nodes: nodes, file: fields.file, mapping: mapping)
        }
    }
}

// MARK: Mappings

extension Key where Value == Fields {
    /// A mapping.
    static func mapping<Keys>(_ name: String, _ mapping: DescribedMapping<Keys>, _ meaning: String) -> Key {
        Key(name, .mapping(mapping.facts), meaning) { fields, name in
            try fields[name].map { try Fields($0, in: fields.file, mapping) }
        }
    }
}

extension Key {
    /// A mapping, or another value.
    ///
    /// - Parameters:
    ///   - shape: What schemas say of the other value.
    ///   - reading: Reads the other value; `nil` if the mapping does not have the key.
    static func mapping<Keys, Other>(
        _ name: String, _ mapping: DescribedMapping<Keys>, or shape: KeyShape, _ meaning: String,
        reading: @escaping @Sendable (Fields, String) throws -> Other?
    ) -> Key where Value == MappingOr<Other> {
        Key(name, .either([shape, .mapping(mapping.facts)]), meaning) { fields, name in
            if let node = fields[name], node.mapping != nil {
                return .mapping(try Fields(node, in: fields.file, mapping))
            }
            return try reading(fields, name).map { .value($0) }
        }
    }

    /// A mapping, or another value that has a form.
    static func mapping<Keys, Other>(
        _ name: String, _ mapping: DescribedMapping<Keys>, or form: Form<Other>, _ meaning: String
    ) -> Key where Value == MappingOr<Other> {
        self.mapping(name, mapping, or: .value(form.shape), meaning) { try $0.value($1, form) }
    }

    /// A mapping, or `true` or `false`.
    ///
    /// - Parameter words: The accepted values, for messages.
    static func mapping<Keys>(
        _ name: String, _ mapping: DescribedMapping<Keys>, orFlag words: String, _ meaning: String
    ) -> Key where Value == MappingOr<Bool> {
        self.mapping(name, mapping, or: .flag, meaning) { try $0.bool($1, words) }
    }
}

// MARK: Forms

extension Form where Value == TimelineTime {
    /// A time from the first frame of a clip or sound.
    static var offset: Form {
        Form(
            "\(Form.timelineTime), negative before the clip", shape: .time(isSigned: true).or("-?[0-9]+f")
        ) { TimelineTime(offset: $0) }
    }
}

extension Form where Value == CanvasLength {
    /// A length on the canvas.
    static var canvasLength: Form {
        Form("a length like 24 or 12%", shape: .pattern("^\(ValueShape.decimal)(px|%)?$")) { CanvasLength($0) }
    }
}

extension Form where Value == Color {
    /// A color in hexadecimal notation or by name.
    package static var color: Form<Color> {
        let names = ["black", "white", "transparent"].map { name in
            name.map { "[\($0)\($0.uppercased())]" }.joined()
        }
        let digits = [3, 6, 8].map { "#[0-9a-fA-F]{\($0)}" }
        return Form(
            "a color like \"#ff8800\", \"#ff880080\", black, white or transparent",
            shape: .pattern("^(\((digits + names).joined(separator: "|")))$"), write: \.text
        ) { Color($0) }
    }
}

extension Form where Value == Double {
    /// A volume, as a linear factor.
    static var gain: Form {
        let pattern = "^(\(ValueShape.decimal)%?|\(ValueShape.decimal) *[dD][bB])$"
        return Form("a volume like -6dB, 50% or 0.5, at most 24dB", shape: .pattern(pattern)) { gain($0) }
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

    /// A threshold below full scale, in decibels.
    static var decibels: Form {
        Form("decibels from -60dB to 0dB", shape: .pattern("^\(ValueShape.decimal) *[dD][bB]$")) { text in
            decibels(text).flatMap { (-60...0).contains($0) ? $0 : nil }
        }
    }

    /// Reads `-6dB`.
    private static func decibels(_ text: String) -> Double? {
        guard text.lowercased().hasSuffix("db") else { return nil }
        return Double(text.dropLast(2).filter { $0 != " " }).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension ValueShape {
    /// A decimal number, as a regular expression.
    fileprivate static let decimal = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
}
