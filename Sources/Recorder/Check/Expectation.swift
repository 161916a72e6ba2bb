/// An expectation of a page: `start < 2s`, `no cancel`.
public struct Expectation: Sendable, Equatable {
    /// The subject of an expectation.
    public enum Subject: Sendable, Equatable {
        /// The first signal of this word.
        ///
        /// - Parameter name: A mark's name; `nil` for any mark.
        case signal(word: String, name: String?)
        /// What the page plays.
        case sound
        /// Uncaught errors and missing files.
        case pageErrors
        /// A recording's warnings.
        case warnings
    }

    /// The instant from which an expectation's times are counted.
    public enum Origin: Sendable, Equatable {
        /// When the page began to arrive.
        case page
        /// The first signal of this word.
        case signal(word: String, name: String?)
    }

    /// The claim about the subject.
    public enum Claim: Sendable, Equatable {
        /// It occurs.
        case comes
        /// It does not occur.
        case isAbsent
        /// It occurs this many times.
        case comesTimes(Int)
        /// It first occurs within a time span.
        case comesIn(ClosedSpan, from: Origin)
    }

    /// A span of time; a `nil` bound is unlimited.
    public struct ClosedSpan: Sendable, Equatable {
        /// The lower bound.
        public var from: Duration?
        /// The upper bound.
        public var to: Duration?
        /// Whether the bounds themselves are excluded.
        public var isOpen = false

        /// Whether a time is within the span.
        func contains(_ time: Duration) -> Bool {
            if let from, isOpen ? time <= from : time < from { return false }
            if let to, isOpen ? time >= to : time > to { return false }
            return true
        }
    }

    /// The subject.
    public let subject: Subject
    /// The claim.
    public let claim: Claim
    /// The expectation as written.
    public let text: String
}

/// A text that is not a valid expectation.
public struct ExpectationError: Error, CustomStringConvertible, Sendable {
    /// What is wrong, and what is valid, for the user.
    public let description: String
}
