/// Tells hosts of this machine and of private networks from public ones.
enum LocalNetwork {
    /// Whether a host is this machine, in a private network, or known in a local
    /// one alone, by its name or number.
    ///
    /// - Parameter host: In lower case, as the URL standard writes it: IPv4
    ///   addresses as four decimal numbers, IPv6 addresses with or without
    ///   brackets.
    static func contains(_ host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if host.contains(":") {
            let number = host.trimmingPrefix("[")
            return number == "::1" || number == "::1]" || number == "::" || number == "::]"
                || sixPrefixes.contains { number.hasPrefix($0) }
        }
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        if parts.count == 4, host.filter({ $0 == "." }).count == 3 {
            return switch (parts[0], parts[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
            case (100, 64...127): true
            default: false
            }
        }
        // A name without a dot is found in the own network's domain only.
        return !host.contains(".") || names.contains { host.hasSuffix("." + $0) }
    }

    /// The same as patterns of whole addresses, in the language of WebKit's
    /// content filters, which has no alternatives ("|").
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
        let six = ["\\[::1\\]", "\\[::\\]"] + sixPrefixes.map { "\\[\($0)[0-9a-f:.]*\\]" }
        let named = names.map { "[^/?#:@]*\\.\($0.replacing(".", with: "\\."))\\.?" } + ["[^/?#:@.\\[]+\\.?"]
        return (four + six + named).map { start + $0 + end }
    }

    /// Unique local and link-local addresses (RFC 4193, RFC 4291), and IPv4
    /// addresses within IPv6 ones, which may be any of the above.
    private static let sixPrefixes = ["fc", "fd", "fe8", "fe9", "fea", "feb", "::ffff:"]
    /// Top-level domains that no public name has (RFC 6761, RFC 6762, RFC 8375
    /// and ICANN's resolution 2024.07.29.06).
    private static let names = ["localhost", "local", "home.arpa", "internal"]
}
