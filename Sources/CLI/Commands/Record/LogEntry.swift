import Foundation

/// One line of the log: what happened, when, and in which process.
struct LogEntry: Encodable {
    /// What happened.
    enum Event: Encodable {
        /// An attempt at the page begins.
        case started(page: String, output: String, attempt: Int)
        /// Something that a person should know.
        case warning(String)
        /// A line of the page's console (`--verbose`).
        case console(String)
        /// An attempt failed, and another one follows.
        case retrying(attempt: Int, reason: String)
        /// The end: exit status 0 and any other.
        case ended(ExitStatus, summary: any Encodable)
        /// An older output was removed (`--keep`).
        case removed(String)
        /// Something failed after the end, which changes nothing about it.
        case failure(String)

        private enum Key: String, CodingKey {
            case event, page, output, attempt, message, status, summary
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .started(let page, let output, let attempt):
                try container.encode("started", forKey: .event)
                try container.encode(page, forKey: .page)
                try container.encode(output, forKey: .output)
                try container.encode(attempt, forKey: .attempt)
            case .warning(let text):
                try container.encode("warning", forKey: .event)
                try container.encode(text, forKey: .message)
            case .console(let text):
                try container.encode("console", forKey: .event)
                try container.encode(text, forKey: .message)
            case .retrying(let attempt, let reason):
                try container.encode("retrying", forKey: .event)
                try container.encode(attempt, forKey: .attempt)
                try container.encode(reason, forKey: .message)
            case .ended(let status, let summary):
                try container.encode(status == .recorded ? "finished" : "failed", forKey: .event)
                try container.encode(status.rawValue, forKey: .status)
                try container.encode(summary, forKey: .summary)
            case .removed(let path):
                try container.encode("removed", forKey: .event)
                try container.encode(path, forKey: .output)
            case .failure(let text):
                try container.encode("error", forKey: .event)
                try container.encode(text, forKey: .message)
            }
        }
    }

    private let time: String
    private let process = getpid()
    private let event: Event

    /// Describes what happens now.
    init(_ event: Event) {
        time = wallTimeText(Int64(Date().timeIntervalSince1970 * 1000))
        self.event = event
    }

    private enum Key: String, CodingKey { case time, process }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time, forKey: .time)
        try container.encode(process, forKey: .process)
        try event.encode(to: encoder)
    }
}
