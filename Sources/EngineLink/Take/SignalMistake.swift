/// Something that is wrong with the page's signals.
public struct SignalMistake: Sendable, Codable {
    /// Since the page began to arrive.
    public let pageTime: Duration
    /// What is wrong, as sentences for a person.
    public let text: String

    /// Describes a mistake.
    package init(pageTime: Duration, text: String) {
        self.pageTime = pageTime
        self.text = text
    }
}
