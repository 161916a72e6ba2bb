import ArgumentParser
import Notation

/// How many older outputs remain (`--keep`): a number of them, or those of a time.
enum KeepLimit: Equatable, Sendable, CustomStringConvertible {
    /// The number of outputs, with the latest.
    case count(Int)
    /// The age of the oldest one, in a unit.
    case age(Int, unit: Character)

    /// The units of ages, in seconds.
    private static let units: [Character: Int] = ["h": 3_600, "d": 86_400, "w": 7 * 86_400]

    /// Parses `30`, `12h`, `90d` or `8w`; returns `nil` for another text.
    init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), (1...100_000).contains(number) else { return nil }
        switch text.dropFirst(digits.count) {
        case "": self = .count(number)
        case let unit where unit.count == 1 && Self.units[Character(String(unit))] != nil:
            self = .age(number, unit: Character(String(unit)))
        default: return nil
        }
    }

    /// The limit as it is written.
    var description: String {
        switch self {
        case .count(let number): "\(number)"
        case .age(let number, let unit): "\(number)\(unit)"
        }
    }

    /// The age in seconds; `nil` for a number.
    var seconds: Int? {
        guard case .age(let number, let unit) = self else { return nil }
        return number * (Self.units[unit] ?? 0)
    }

    /// The number of outputs; `nil` for an age.
    var count: Int? {
        guard case .count(let number) = self else { return nil }
        return number
    }
}

extension Form where Value == KeepLimit {
    /// A number of outputs or an age.
    static var keepLimit: Form {
        Form("a whole number from 1 to 100000, or an age like 12h, 90d or 8w") { KeepLimit($0) }
    }
}
