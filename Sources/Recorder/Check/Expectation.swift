/// Something that is expected of a page: `start < 2s`, `no cancel`.
public struct Expectation: Sendable, Equatable {
    /// What it is about.
    public enum Subject: Sendable, Equatable {
        /// A signal of this word; of several, the first one counts.
        ///
        /// - Parameter name: A mark's name; any mark without.
        case signal(word: String, name: String?)
        /// Errors that nobody caught, and files that are not there.
        case pageErrors
        /// What a recording would warn of.
        case warnings
    }

    /// What times are counted from.
    public enum Origin: Sendable, Equatable {
        /// The moment at which the page began to arrive.
        case page
        /// The first signal of this word.
        case signal(word: String, name: String?)
    }

    /// What is said about it.
    public enum Claim: Sendable, Equatable {
        /// It comes.
        case comes
        /// It does not come.
        case isAbsent
        /// It comes so many times.
        case comesTimes(Int)
        /// It first comes in a span of time, both ends included unless they
        /// are left out; a missing one is open.
        case comesIn(ClosedSpan, from: Origin)
    }

    /// A span of time, open where an end is missing.
    public struct ClosedSpan: Sendable, Equatable {
        /// The earliest moment.
        public var from: Duration?
        /// The latest moment.
        public var to: Duration?
        /// Whether the ends themselves are outside.
        public var isOpen = false

        /// Whether a moment is inside.
        func contains(_ time: Duration) -> Bool {
            if let from, isOpen ? time <= from : time < from { return false }
            if let to, isOpen ? time >= to : time > to { return false }
            return true
        }
    }

    /// What it is about.
    public let subject: Subject
    /// What is said about it.
    public let claim: Claim
    /// How somebody wrote it.
    public let text: String
}

/// Why a text is no expectation, for a person.
public struct ExpectationError: Error, CustomStringConvertible, Sendable {
    /// What is wrong, and what can be written.
    public let description: String
}
