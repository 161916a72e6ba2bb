public import EngineLink

/// What a page did, as its view reports it.
public enum PageEvent: Sendable {
    /// A document has begun to arrive and has replaced the page before it.
    case committed
    /// The document and its subresources have been loaded.
    case loaded
    /// The page cannot be shown.
    case failed(PageError)
    /// The document is incomplete, for example because the connection was lost. The text is a whole
    /// sentence.
    case brokeOff(String)
    /// The page sent a signal.
    case signalled(SignalEvent)
    /// The page sent a message that is not a signal.
    case unknownMessage(String)
    /// The page requested something that recordings do not support, such as a dialog, and it was
    /// declined. The text is a whole sentence.
    case declined(String)
    /// The page cannot play an `<audio>` or a `<video>`. The text is whole sentences.
    case unplayable(String)
    /// The page uses a function whose results only compositing shows at their time, for the first time. The
    /// text names it.
    case usesLayers(String)
    /// Elements of the page share an id that was made from the date. Never reported if dates are distinct.
    case repeatsIDs
    /// The page asks for something that the engine lacks. The text is whole sentences.
    case lacking(String)
    /// A console message or an uncaught error.
    case console(ConsoleLine)
    /// The page hit a known engine problem; the text names it and a workaround.
    case trapped(String)
    /// The page's process crashed.
    case crashed
    /// The page's process was killed because it used more than ``PageOptions/memoryLimit``.
    case outgrewMemory
}
