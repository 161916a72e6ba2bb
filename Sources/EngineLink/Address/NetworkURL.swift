private import CGIO
private import Glibc
private import Notation

/// An http or https address whose host nobody can understand differently.
///
/// GLib (RFC 3986) decides here what may be asked of a host, and WebKit (WHATWG URL Standard) loads the address. WebKit
/// ends a host at a backslash, removes tabs and line breaks, and reads `127.1`, `0x7f.1` and `2130706433` as
/// 127.0.0.1. So the host is given to WebKit as it was judged, and what the two may read differently is refused.
struct NetworkURL {
    /// The address with its host in ASCII.
    let uri: String

    /// Parses an address.
    ///
    /// - Parameter text: The address; its scheme is http or https.
    /// - Throws: `cannotLoad`.
    init(_ text: String) throws(PageError) {
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }),
            let mark = text.firstRange(of: "://")
        else { throw Self.mistake(text) }
        let rest = text[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let begin = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
        let place = authority[begin...]
        let end = Self.endOfHost(place)
        guard place[end...].wholeMatch(of: #/(:[0-9]{0,5})?/#) != nil, !authority.contains("\\") else {
            throw Self.mistake(text)
        }
        if let port = Int(place[end...].dropFirst()), !(0...65_535).contains(port) {
            throw Self.mistake(text, "has the port \(port). Ports are 1 to 65535.")
        }
        let host = try Self.host(place[..<end], in: text)
        // WebKit ends the credentials at the last of these, GLib at the first.
        let credentials = authority[..<begin].dropLast().replacing("@", with: "%40")
        uri = text[..<mark.upperBound] + credentials + authority[..<begin].suffix(1) + host + text[end...]
        guard let parsed = unsafe recorder_parse_uri(uri) else { throw Self.mistake(text) }
        defer { unsafe g_uri_unref(parsed) }
        guard let understood = unsafe g_uri_get_host(parsed) else { throw Self.mistake(text, "names no host.") }
        // GLib's hosts have no brackets.
        guard unsafe String(cString: understood) == host.trimmingPrefix("[").prefix(while: { $0 != "]" }) else {
            throw Self.mistake(text)
        }
    }

    private static func mistake(_ address: String, _ mistake: String = "is not a valid URL.") -> PageError {
        PageError(.cannotLoad, "\(ShownAddress.text(address)) \(mistake)")
    }

    private static func endOfHost(_ place: Substring) -> String.Index {
        if place.first == "[" { return place.firstIndex(of: "]").map(place.index(after:)) ?? place.endIndex }
        return place.firstIndex(of: ":") ?? place.endIndex
    }

    /// A host as WebKit writes it, except for its case.
    private static func host(_ text: Substring, in address: String) throws(PageError) -> String {
        guard !text.isEmpty else { throw mistake(address, "names no host.") }
        if text.first == "[" {
            guard text.last == "]", let number = ipv6(String(text.dropFirst().dropLast())) else {
                throw mistake(address)
            }
            return "[\(number)]"
        }
        guard let host = text.allSatisfy(\.isASCII) ? String(text) : ascii(String(text)) else { throw mistake(address) }
        // Nothing is left of invisible characters, and WebKit would take the path's first part as the host.
        guard !host.isEmpty else { throw mistake(address, "names no host.") }
        // The forbidden code points of the URL Standard, section 3.5, and escapes, which stand for others.
        guard !host.contains(where: { " #/:<>?@[\\]^|%".contains($0) }) else { throw mistake(address) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let last = labels.last == "" ? labels.dropLast().last : labels.last
        // What ends in a number is an IPv4 address (URL Standard, section 3.5).
        if last?.wholeMatch(of: #/[0-9]+|0[xX][0-9a-fA-F]*/#) != nil, ipv4(host) != host {
            throw mistake(
                address, "has the number \(host) as its host. Write it as four decimal numbers, like 192.0.2.1.")
        }
        return host
    }

    /// A name of other letters as the name system has it (RFC 5890).
    private static func ascii(_ host: String) -> String? {
        guard let name = unsafe g_hostname_to_ascii(host) else { return nil }
        defer { unsafe g_free(name) }
        return unsafe String(cString: name)
    }

    private static func ipv4(_ text: String) -> String? {
        var address = in_addr()
        guard unsafe inet_pton(AF_INET, text, &address) == 1 else { return nil }
        var name = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        return unsafe inet_ntop(AF_INET, &address, &name, socklen_t(name.count)).map { unsafe String(cString: $0) }
    }

    private static func ipv6(_ text: String) -> String? {
        var address = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        return unsafe inet_ntop(AF_INET6, &address, &name, socklen_t(name.count)).map { unsafe String(cString: $0) }
    }
}
