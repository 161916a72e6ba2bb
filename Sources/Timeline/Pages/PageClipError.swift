public import EngineLink
import Notation

/// Why a page of a timeline could not be recorded.
public struct PageClipError: Error, CustomStringConvertible {
    /// The page's address.
    public let address: String
    /// How the recording ended too early; `nil` if it failed.
    public let reason: ExitReason?
    /// The error of the recording; `nil` if it ended.
    public let cause: (any Error)?

    /// Where the page is named, for messages.
    var origin: String?

    init(address: String, reason: ExitReason) { (self.address, self.reason, cause) = (address, reason, nil) }

    init(address: String, cause: any Error) { (self.address, reason, self.cause) = (address, nil, cause) }

    /// The message for the user.
    public var description: String {
        let words =
            switch reason {
            case .cancelled: " it canceled."
            case .crashed: " it crashed."
            case .hung: " it hung."
            case .stopped, .duration, .longestDuration, .interrupted: " it ended too early."
            case nil: cause.map { " \($0)" } ?? ""
            }
        return "The page \(ShownAddress.text(address)) could not be recorded:\(words)".at(origin)
    }
}
