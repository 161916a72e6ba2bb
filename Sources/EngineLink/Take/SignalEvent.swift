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
