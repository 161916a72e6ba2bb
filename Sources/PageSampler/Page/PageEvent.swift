/// What a page did, as its view reports it.
public enum PageEvent: Sendable {
    /// A document has begun to arrive; the page before it is gone.
    case committed
    /// The document and what it needs have been loaded.
    case loaded
    /// The page cannot be shown.
    case failed(PageError)
    /// The document is incomplete, as when the connection is lost. The text is a
    /// whole sentence.
    case brokeOff(String)
    /// The page sent a signal.
    case signalled(SignalEvent)
    /// The page sent something on the message channel that is no signal.
    case unknownMessage(String)
    /// The page asked for something that a recording has no place for, such
    /// as a dialog; it was declined. The text is a whole sentence.
    case declined(String)
    /// A console message or an uncaught error.
    case console(ConsoleLine)
    /// The page walked into a trap of its engine. The text names it and the
    /// way out.
    case trapped(String)
    /// The page's process ended by itself.
    case crashed
    /// The page's process was ended as it used more than
    /// ``PageOptions/memoryLimit``.
    case outgrewMemory
}

/// A signal, when it came and by which way.
public struct SignalEvent: Sendable {
    /// How a page can send a signal.
    public enum Channel: Sendable, Hashable {
        /// A navigation: link, form, frame or `location`.
        case navigation
        /// The message handler, which loses nothing.
        case message
        /// A resource of the signal's scheme: `fetch` or an image.
        case resource
    }

    /// What made a page navigate.
    public enum Navigation: String, Sendable, Hashable {
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
    /// When it came, on the clock that frames are timed by.
    public let instant: SuspendingClock.Instant
}
