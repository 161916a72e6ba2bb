/// What a server grants its clients.
struct ServerLimits: Sendable {
    /// The longest request line with its headers, in bytes.
    var head = 8 << 10
    /// How long a client may take to send a request, and to close the connection after a refusal.
    var patience = Duration.seconds(10)
    /// The number of connections at the same time.
    ///
    /// A browser opens six.
    var connections = 128
}
