private import Notation

/// Why a timeline could not be rendered.
public struct TimelineError: Error, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: Sendable, Hashable {
        /// The clip's source is not supported.
        case unsupportedSource
        /// A part of the timeline contradicts another, or is out of range.
        case invalidTimeline
        /// A text cannot be drawn.
        case cannotDrawText
    }

    /// The kind of failure.
    public let code: Code
    /// What failed and what to do.
    public let message: String

    /// Describes a failure; the message is shown without the secrets of addresses in it.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = ShownAddress.hidingSecrets(in: message)
    }

    /// The message.
    public var description: String { message }
}
