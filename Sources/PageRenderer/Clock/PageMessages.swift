private import CPageHost

/// The page's messages to this process, which can be held back until the page is idle.
///
/// A page on the virtual clock and its recorder take turns: while time advances, the recorder handles what
/// the page sends only once the page has nothing left to do. Otherwise the recorder's answers, such as the one
/// to a painted picture, would reach the page before or after a task of the same instant, by chance.
enum PageMessages {
    /// Holds messages back while a closure runs.
    @MainActor
    static func held<Output>(_ body: () async -> Output) async -> Output {
        page_messages_hold()
        defer { page_messages_run() }
        return await body()
    }

    /// Holds no messages back while a closure runs inside ``held(_:)``, because it waits for answers of the page.
    @MainActor
    static func passing<Output>(_ body: () async -> Output) async -> Output {
        page_messages_run()
        defer { page_messages_hold() }
        return await body()
    }

    /// Lets those messages through that are held back now.
    ///
    /// Any thread may call it.
    ///
    /// - Returns: Whether there were any; this process is then busy handling them.
    static func release() -> Bool { page_messages_release() }
}
