import Frames

/// Formats amounts for people.
package enum Readable {
    /// Minutes, seconds and tenths: `1:05.3`.
    package static func clock(_ time: Duration) -> String {
        let tenths = time.wholeNanoseconds / 100_000_000
        let seconds = tenths / 10 % 60
        return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
    }

    /// A size in the unit that fits: `850 kB`, `12.4 MB`.
    package static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        case ..<1_000_000_000: "\(decimal(Double(bytes) / 1e6)) MB"
        default: "\(decimal(Double(bytes) / 1e9)) GB"
        }
    }

    /// A number with one decimal place.
    package static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
