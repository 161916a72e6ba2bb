import ArgumentParser
import Notation

/// How many rows of a batch may fail: a number, or a part of all.
enum FailureLimit: Equatable, Sendable, CustomStringConvertible {
    case number(Int)
    /// From 0 to 1.
    case part(Double)

    /// Parses `10` or `5%`.
    init(_ text: String) throws(ValidationError) {
        if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
            self = .part(percent / 100)
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) {
            self = .number(number)
        } else {
            throw ValidationError("'\(text)' is neither a number of rows, like 10, nor a part of them, like 5%.")
        }
    }

    /// The limit as it is parsed.
    var description: String {
        switch self {
        case .number(let most): "\(most)"
        case .part(let part): "\(part * 100)%"
        }
    }

    /// Whether so many failures are too many.
    ///
    /// - Parameter planned: The number of rows to record.
    func isExceeded(by failures: Int, of planned: Int) -> Bool {
        switch self {
        case .number(let most): failures > most
        case .part(let part): Double(failures) > part * Double(planned)
        }
    }
}
