/// One signal of the page, as a recording saw it.
public struct RecordedSignal: Sendable, Codable {
    /// What the page said.
    public let signal: PageSignal
    /// When, in the recording's time; `nil` before its start.
    public let time: Duration?
    /// When, in time since the page began to arrive.
    public let pageTime: Duration
    /// The way by which it came.
    public let channel: SignalEvent.Channel
    /// What the page navigated by, if it came so.
    public let navigation: SignalEvent.Navigation?
    /// The address of the frame that sent it, if that is known; see
    /// ``PageOptions/tracesSignals``.
    public let source: String?
    /// Why it had no effect, as the end of a sentence; `nil` if it had one.
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
