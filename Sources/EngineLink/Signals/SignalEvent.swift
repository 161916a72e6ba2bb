/// A signal, when it came and by which way.
public struct SignalEvent: Sendable {
    /// How a page can send a signal.
    public enum Channel: String, Sendable, Hashable, Codable {
        /// A navigation: link, form, frame or `location`.
        case navigation
        /// The message handler, which loses nothing.
        case message
        /// A resource of the signal's scheme: `fetch` or an image.
        case resource
    }

    /// What made a page navigate.
    public enum Navigation: String, Sendable, Hashable, Codable {
        /// A link was followed, by a person or by its `click()`.
        case link
        /// A form was submitted.
        case form
        /// The history was gone through.
        case history
        /// The document was loaded again.
        case reload
        /// A script, or a frame's `src`.
        case script
    }

    /// What the page said.
    public let signal: PageSignal
    /// The way by which it came.
    public let channel: Channel
    /// What the page navigated by, if it came so.
    public var navigation: Navigation?
    /// The address of the frame that sent it, without a user name and
    /// password, if that is known; see ``PageOptions/tracesSignals``.
    public var source: String?
    /// When it came.
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
