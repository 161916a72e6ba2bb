/// Requests that stopped the page's virtual clock for too long, and no longer do.
public struct LeftRequests: Sendable {
    /// The addresses of the requests without a complete response, the oldest first.
    ///
    /// May be empty, for example if only requests of a shared worker or service worker stopped the clock.
    public let addresses: [String]
    /// Whether the clock also runs during all later requests.
    public let areAll: Bool
    /// Whether requests followed one another without a break.
    public let areEndless: Bool
}
