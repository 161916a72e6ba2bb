/// A mistake in the page's use of signals.
public struct SignalMistake: Sendable, Codable {
    /// The time since the page began to arrive.
    public let pageTime: Duration
    /// The mistake, as sentences for the user.
    public let text: String

    /// Creates a mistake.
    package init(pageTime: Duration, text: String) {
        self.pageTime = pageTime
        self.text = text
    }
}
