import EngineLink
import Frames

/// The file names of pictures.
enum StillFile {
    /// Returns the name for a moment: a time in milliseconds, so that names
    /// sort by time (`0002500ms.png`), or a signal's word and name.
    ///
    /// In marks' names, which pages choose, other characters than letters,
    /// digits, dots and hyphens become hyphens.
    static func name(for moment: PictureMoment) -> String {
        switch moment {
        case .time(let time):
            let microseconds = Int((time.inSeconds * 1_000_000).rounded())
            let (milliseconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
            let digits = "\(milliseconds)"
            let fraction = rest == 0 ? "" : ".\(String(1000 + rest).dropFirst())"
            return String(repeating: "0", count: max(0, 7 - digits.count)) + digits + fraction + "ms.png"
        case .signal(let word, nil):
            return "\(word).png"
        case .signal(let word, let name?):
            let safe = name.prefix(100).map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" ? $0 : "-" }
            return "\(word)-\(String(safe)).png"
        }
    }
}
