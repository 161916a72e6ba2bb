/// A signal of the page, as received during a recording.
public struct RecordedSignal: Sendable, Codable {
    /// The signal.
    public let signal: PageSignal
    /// The time in the recording; `nil` before its start.
    public let time: Duration?
    /// The time since the page began to arrive.
    public let pageTime: Duration
    /// The channel by which it was sent.
    public let channel: SignalEvent.Channel
    /// The cause of the navigation; `nil` for other channels.
    public let navigation: SignalEvent.Navigation?
    /// The address of the frame that sent the signal; `nil` if not known.
    ///
    /// See ``PageOptions/tracesSignals``.
    public let source: String?
    /// The reason why it had no effect, as the end of a sentence; `nil` if it had one.
    public let ignoredBecause: String?

    /// Describes a signal.
    package init(_ event: SignalEvent, time: Duration?, pageTime: Duration, ignoredBecause: String?) {
        signal = event.signal
        channel = event.channel
        navigation = event.navigation
        source = event.source
        self.time = time
        self.pageTime = pageTime
        self.ignoredBecause = ignoredBecause
    }
}
