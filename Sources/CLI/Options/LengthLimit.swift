import Frames
import Notation

/// A limit of a recording's length, as typed.
struct LengthLimit: Equatable, CustomStringConvertible {
    /// The longest video; `nil` for no limit.
    let length: Duration?

    /// The limit of a recording that nobody watches: its page may have failed, and never stop.
    static let unattended = Duration.seconds(3600)

    /// The limit as an argument.
    var description: String { length?.exactText ?? "none" }
}

extension Form where Value == LengthLimit {
    /// A limit: a time such as `10m`, or `none`.
    static var lengthLimit: Form {
        let time = Form<Duration>.positiveTime
        return Form("\(time), or none", shape: time.shape.or("none")) { text in
            text == "none" ? LengthLimit(length: nil) : time.read(text).map { LengthLimit(length: $0) }
        }
    }
}
