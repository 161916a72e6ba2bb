/// Distinguishes hosts of this machine and of private networks from public ones.
enum LocalNetwork {
    /// Whether a host name or IP address belongs to this machine or to a private network.
    ///
    /// - Parameter host: In lower case, as the URL standard serializes it: an IPv4 address as four
    ///   decimal numbers, an IPv6 address with or without brackets.
    static func contains(_ host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if host.contains(":") {
            let number = host.trimmingPrefix("[")
            return sixPrefixes.contains { number.hasPrefix($0) }
        }
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        if parts.count == 4, host.filter({ $0 == "." }).count == 3 {
            return switch (parts[0], parts[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
            case (100, 64...127): true
            default: false
            }
        }
        // A name without a dot resolves only in the local domain.
        return !host.contains(".") || names.contains { host.hasSuffix("." + $0) }
    }

    /// The same hosts as URL patterns for WebKit's content filters, which do not support
    /// alternation ("|").
    static var patterns: [String] {
        let start = "^[^:/?#]+://([^/?#]*@)?"
        let end = "(:[0-9]+)?/"
        let number = "[0-9]+"
        let four =
            ["0", "10", "127"].map { "\($0)\\.\(number)\\.\(number)\\.\(number)" }
            + [
                "169\\.254", "192\\.168", "172\\.1[6-9]", "172\\.2[0-9]", "172\\.3[01]", "100\\.6[4-9]",
                "100\\.[789][0-9]", "100\\.1[01][0-9]", "100\\.12[0-7]",
            ].map { "\($0)\\.\(number)\\.\(number)" }
        let six = sixPrefixes.map { "\\[\($0)[0-9a-f:.]*\\]" }
        let named = names.map { "[^/?#:@]*\\.\($0.replacing(".", with: "\\."))\\.?" } + ["[^/?#:@.\\[]+\\.?"]
        return (four + six + named).map { start + $0 + end }
    }

    /// Unique local, link-local and site-local addresses (RFC 4193, RFC 4291), and those that begin with zeros,
    /// such as the loopback address and all that embed an IPv4 address, also for translation (RFC 6052).
    private static let sixPrefixes = [
        "fc", "fd", "fe8", "fe9", "fea", "feb", "fec", "fed", "fee", "fef", "::", "64:ff9b:",
    ]
    /// Top-level domains reserved for private use (RFC 6761, RFC 6762, RFC 8375, ICANN resolution
    /// 2024.07.29.06).
    private static let names = ["localhost", "local", "home.arpa", "internal"]
}
