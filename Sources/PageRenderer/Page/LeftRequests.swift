/// Requests that no longer stop the page's virtual clock, because they have done so for too long.
public struct LeftRequests: Sendable {
    /// The addresses of those whose response is not complete, the oldest first.
    ///
    /// May be empty, for example if only requests of a shared worker or service worker stopped the clock.
    public let addresses: [String]
    /// Whether no later request stops the clock either.
    public let areAll: Bool
    /// Whether they followed one another without a break.
    public let areEndless: Bool
}
