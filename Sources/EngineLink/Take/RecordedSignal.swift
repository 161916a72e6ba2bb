private import Notation

/// A signal of the page, as received during a recording.
public struct RecordedSignal: Sendable, Codable {
    /// The signal.
    public private(set) var signal: PageSignal
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
    public private(set) var source: String?
    /// The reason why it had no effect, as the end of a sentence; `nil` if it had one.
    public private(set) var ignoredBecause: String?

    /// The signal with cleaned text.
    var cleaned: RecordedSignal {
        var cleaned = self
        if case .mark(let name) = signal { cleaned.signal = .mark(name: PageSignal.chapterName(name)) }
        if case .caption(let text, let duration) = signal {
            cleaned.signal = .caption(text: PageSignal.captionText(text), duration: duration)
        }
        cleaned.source = source.map { ForeignText.line(ShownAddress.text($0)) }
        cleaned.ignoredBecause = ignoredBecause.map { ForeignText.line($0) }
        return cleaned
    }

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

/// A signal with its time and channel.
public struct SignalEvent: Sendable {
    /// A channel by which a page can send a signal.
    public enum Channel: String, Sendable, Hashable, Codable {
        /// A navigation: link, form, frame or `location`.
        case navigation
        /// The message handler, which is reliable.
        case message
        /// A subresource with the signal's scheme: `fetch` or an image.
        case resource
    }

    /// The cause of a navigation.
    public enum Navigation: String, Sendable, Hashable, Codable {
        /// A link was followed, by a user or by `click()`.
        case link
        /// A form was submitted.
        case form
        /// The history was navigated.
        case history
        /// The document was reloaded.
        case reload
        /// A script, or a frame's `src`.
        case script
    }

    /// The signal.
    public let signal: PageSignal
    /// The channel by which it was sent.
    public let channel: Channel
    /// The cause of the navigation; `nil` for other channels.
    public var navigation: Navigation?
    /// The address of the frame that sent the signal, without credentials.
    ///
    /// `nil` if it is not known; see ``PageOptions/tracesSignals``.
    public var source: String?
    /// The instant at which the signal arrived.
    public let instant: PageInstant

    /// Describes a signal.
    package init(
        signal: PageSignal, channel: Channel, navigation: Navigation? = nil, source: String? = nil,
        instant: PageInstant
    ) {
        self.signal = signal
        self.channel = channel
        self.navigation = navigation
        self.source = source
        self.instant = instant
    }
}
