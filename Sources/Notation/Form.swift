package import Frames

/// How a value is written: its reader, and the words for it in messages.
package struct Form<Value>: Sendable, CustomStringConvertible {
    /// A noun phrase with examples: `a frame rate from 1 to 120, like 30, 29.97 or 30000/1001`.
    package let description: String
    /// Parses a value; returns `nil` for text in another form.
    package let read: @Sendable (String) -> Value?
    /// Writes a value so that ``read`` returns the same.
    package let write: @Sendable (Value) -> String
    /// Says what is wrong with a text that ``read`` does not accept, as a sentence that begins in lower case.
    package let advice: @Sendable (String) -> String
    /// What schemas say of a value.
    package let shape: ValueShape

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - shape: What schemas say of a value.
    ///   - write: Writes a value (default: by its description).
    ///   - advice: Says what is wrong with an invalid text (default: to write the description).
    package init(
        _ description: String, shape: ValueShape = .notation,
        write: @escaping @Sendable (Value) -> String = { "\($0)" },
        advice: (@Sendable (String) -> String)? = nil, read: @escaping @Sendable (String) -> Value?
    ) {
        self.description = description
        self.shape = shape
        self.read = read
        self.write = write
        self.advice = advice ?? { _ in "write \(description)." }
    }

    /// Creates a form whose parser says what is wrong.
    package init<Failure: Error & CustomStringConvertible>(
        _ description: String, write: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (String) throws(Failure) -> Value
    ) {
        self.init(description, write: write) { text in
            do throws(Failure) {
                _ = try parse(text)
                return "write \(description)."
            } catch {
                return error.description
            }
        } read: { text in
            // The advice has the failure.
            try? parse(text)
        }
    }
}

extension Form where Value: Sendable & CaseIterable & RawRepresentable<String> {
    /// One of several words.
    package static var word: Form {
        let values = Dictionary(Value.allCases.map { ($0.rawValue, $0) }) { first, _ in first }
        let words = Value.allCases.map(\.rawValue)
        return Form("one of \(words.joined(separator: ", "))", shape: .words(words), write: \.rawValue) { values[$0] }
    }
}

extension Form where Value == Duration {
    private static var examples: String { "like 1.5s, 250ms, 2m, 1m30s or 1:30" }

    /// A time, which may be negative.
    package static var signedTime: Form {
        Form("a time \(examples)", shape: .time(isSigned: true), write: \.exactText) { Duration(text: $0) }
    }

    /// A time of zero or more.
    package static var time: Form {
        Form("a time of zero or more, \(examples)", shape: .time(isSigned: false), write: \.exactText) { text in
            Duration(text: text).flatMap { $0 >= .zero ? $0 : nil }
        }
    }

    /// A time greater than zero.
    package static var positiveTime: Form {
        Form("a time greater than zero, \(examples)", shape: .time(isSigned: false), write: \.exactText) { text in
            Duration(text: text).flatMap { $0 > .zero ? $0 : nil }
        }
    }
}

extension Form where Value == String {
    /// A text, or a number as it is written.
    package static var text: Form { Form("a text or a number", shape: .text) { $0 } }

    /// A text that is valid only in some form.
    ///
    /// - Parameter advice: How it is written, as a sentence that begins in lower case.
    package static func text(_ advice: String, where isValid: @escaping @Sendable (String) -> Bool) -> Form {
        Form(advice, advice: { _ in advice }) { isValid($0) ? $0 : nil }
    }
}

extension Form where Value == FrameRate {
    /// A frame rate.
    package static var frameRate: Form<FrameRate> {
        let range = FrameRate.range
        return Form(
            "a frame rate from \(range.lowerBound) to \(range.upperBound), like 30, 29.97 or 30000/1001",
            shape: .pattern("^[0-9]+(\\.[0-9]{1,6}|/[0-9]+)?$")
        ) { FrameRate($0) }
    }
}

extension Form where Value == PixelSize {
    /// A width and a height within a range.
    package static func size(sides: ClosedRange<Int>) -> Form<PixelSize> {
        Form(
            "a size like 1280x720, each side from \(sides.lowerBound) to \(sides.upperBound)",
            shape: .pattern("^[0-9]+[xX][0-9]+$")
        ) { text in
            PixelSize(text).flatMap { sides.contains($0.width) && sides.contains($0.height) ? $0 : nil }
        }
    }
}

extension Form where Value == DeviceScale {
    /// A device pixel ratio.
    package static var deviceScale: Form<DeviceScale> {
        Form("a device pixel ratio from 1 to 4 with at most three decimals, like 2 or 1.5") { DeviceScale($0) }
    }
}

extension Form where Value == Double {
    /// A number within a range.
    package static func number(in range: ClosedRange<Double>) -> Form {
        Form("a number from \(range.lowerBound.brief) to \(range.upperBound.brief)", shape: .number(range)) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Form where Value == Int {
    /// A whole number within a range.
    package static func wholeNumber(in range: ClosedRange<Int>) -> Form {
        Form("a whole number from \(range.lowerBound) to \(range.upperBound)", shape: .wholeNumber(range)) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Bits per second within a range, with decimal units.
    package static func bitRate(in range: ClosedRange<Int>) -> Form {
        Form("a bit rate like 800k, 2M or 2500000, from \(range.lowerBound) to \(range.upperBound) bits per second") {
            Double($0, units: ["k": 1000, "m": 1_000_000, "": 1]).flatMap { Int(exactly: $0.rounded(.down)) }
                .flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// An amount of memory with a binary unit, in bytes.
    ///
    /// - Parameter least: The smallest amount, in bytes.
    package static func memory(atLeast least: Int) -> Form { amount(of: "memory", like: "800M or 4G", atLeast: least) }

    /// An amount of storage with a binary unit, in bytes.
    ///
    /// - Parameter least: The smallest amount, in bytes.
    package static func storage(atLeast least: Int) -> Form {
        amount(of: "storage", like: "100G or 2T", atLeast: least)
    }

    private static func amount(of noun: String, like examples: String, atLeast least: Int) -> Form {
        Form("an amount of \(noun) like \(examples), at least \(least >> 20)M") { text in
            let units = zip("kmgt", [10, 20, 30, 40]).flatMap { unit, shift in
                ["", "b", "i", "ib"].map { ("\(unit)\($0)", Double(1 << shift)) }
            }
            return Double(text, units: Dictionary(uniqueKeysWithValues: units))
                .flatMap { Int(exactly: $0.rounded(.down)) }.flatMap { $0 >= least ? $0 : nil }
        }
    }
}

extension Double {
    /// Parses a positive number with one of several units, in any letter case.
    ///
    /// - Parameter units: The units in lower case, each with its factor; an empty one for no unit.
    package init?(_ text: String, units: [String: Double]) {
        let text = text.lowercased()
        guard let unit = units.filter({ text.hasSuffix($0.key) }).max(by: { $0.key.count < $1.key.count }),
            let number = Double(text.dropLast(unit.key.count)), number > 0
        else { return nil }
        self = number * unit.value
    }

    /// The number without trailing zeros.
    package var brief: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self) }

    /// The number, rounded to one or more decimal places.
    package func text(decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let (whole, rest) = Int((magnitude * Double(scale)).rounded()).quotientAndRemainder(dividingBy: scale)
        return "\(self < 0 ? "-" : "")\(whole).\(String(scale + rest).dropFirst())"
    }
}

extension Int {
    /// A number of bytes in the unit that fits: `850 kB`, `12.4 MB`.
    package var byteText: String {
        switch self {
        case ..<1000: "\(self) B"
        case ..<1_000_000: "\(self / 1000) kB"
        case ..<1_000_000_000: "\((Double(self) / 1e6).text(decimals: 1)) MB"
        default: "\((Double(self) / 1e9).text(decimals: 1)) GB"
        }
    }
}

/// Writes a number and what it counts: `1 frame`, `60 frames`.
///
/// - Parameter noun: The singular; its plural ends in an s.
package func quantity(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension String {
    /// Returns the word that this string was probably meant to be.
    ///
    /// - Parameter words: The valid words.
    /// - Returns: The nearest word by optimal string alignment distance; `nil` if more than two
    ///   or more than half of its letters are wrong.
    package func nearest(in words: [String]) -> String? {
        let distances = words.map { (word: $0, distance: Self.distance(from: self, to: $0)) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= Swift.min(2, best.word.count / 2) ? best.word : nil
    }

    /// Counts the letters to insert, delete, replace or swap with the next.
    private static func distance(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var before: [Int] = []
        var above: [Int] = []
        var row = Array(0...second.count)
        for (line, letter) in first.enumerated() {
            (before, above) = (above, row)
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let changed = above[column] + (letter == other ? 0 : 1)
                row[column + 1] = Swift.min(changed, row[column] + 1, above[column + 1] + 1)
                if line > 0, column > 0, letter == second[column - 1], first[line - 1] == other {
                    row[column + 1] = Swift.min(row[column + 1], before[column - 1] + 1)
                }
            }
        }
        return row[second.count]
    }
}

extension Collection where Element == String {
    /// Returns a sentence that suggests the nearest of these words, or lists up to 20 of them.
    package func suggestion(for word: String) -> String {
        if let nearest = word.nearest(in: Array(self)) { return " Did you mean \(nearest)?" }
        return count <= 20 && !isEmpty ? " There are \(joined(separator: ", "))." : ""
    }
}

/// A property that is `null` in JSON when it has no value, where synthesized
/// encoding would leave the key out.
@propertyWrapper
package struct Nullable<Wrapped: Encodable>: Encodable {
    /// The value, or `nil` for `null`.
    package var wrappedValue: Wrapped?

    /// Wraps a value.
    package init(wrappedValue: Wrapped? = nil) { self.wrappedValue = wrappedValue }

    /// Encodes the value, or `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Sendable where Wrapped: Sendable {}
