// What of a request's headers and cookies would not be sent as given, so that it is refused. What WebKit does with each
// was measured at a server (2.50.6). Sentences name no values, which may be secrets.

extension PageOptions {
    /// What is wrong with the headers and cookies, whatever the page is; `nil` if nothing.
    package var requestMistake: String? {
        if let mistake = headers.lazy.compactMap(\.mistake).first { return mistake }
        var names: Set<String> = []
        for field in headers where !names.insert(field.name.lowercased()).inserted {
            return "The header \(field.name) is there twice. If it may have several values, write them in one header, "
                + "separated by commas."
        }
        let requested = cookies.map(RequestedCookie.init)
        if let mistake = requested.lazy.compactMap(\.mistake).first { return mistake }
        var places: Set<[String]> = []
        for cookie in requested where !places.insert(cookie.identity).inserted {
            return "The cookie \(cookie.name) is there twice, and only one of them would be sent."
        }
        return nil
    }

    /// What is wrong with the cookies for a page; `nil` if nothing.
    func cookieMistake(at page: PageAddress) -> String? {
        guard let origin = page.origin else { return nil }
        for cookie in cookies.map(RequestedCookie.init) {
            if origin.scheme != "https", cookie.attribute("secure") != nil {
                return "The cookie \(cookie.name) is Secure, and the page is not on https: it would not be sent."
            }
            if let domain = cookie.attribute("domain")?.drop(while: { $0 == "." }).lowercased(), domain != origin.host,
                !origin.host.hasSuffix(".\(domain)")
            {
                return "The cookie \(cookie.name) is for another host than the page's, which is \(origin.host): it "
                    + "would not be sent."
            }
        }
        return nil
    }
}

extension HeaderField {
    /// Fields that WebKit writes itself, with what sets them instead.
    private static let replaced = [
        "cookie": " Use --cookie.", "user-agent": " Use --user-agent.", "accept": "",
        "upgrade-insecure-requests": "",
    ]

    /// Fields that WebKit leaves out, because they ask for less than a page.
    private static let conditions: Set<String> = [
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range",
    ]

    /// Fields that say where a message ends, which the connection decides.
    private static let framing: Set<String> = ["content-length", "transfer-encoding"]

    /// Why the field would not be sent as given; `nil` if it would.
    fileprivate var mistake: String? {
        let key = name.lowercased()
        if let advice = Self.replaced[key] { return "WebKit writes the header \(name) itself.\(advice)" }
        if key.hasPrefix("sec-fetch-") { return "WebKit writes the header \(name) itself." }
        if Self.conditions.contains(key) { return "WebKit does not send the header \(name), as it needs a whole page." }
        if Self.framing.contains(key) { return "The header \(name) is the connection's; a page cannot set it." }
        guard value.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "The value of the header \(name) is not ASCII, which servers read in different ways. Encode it as "
                + "the server expects, for example in percent-encoding."
        }
        return nil
    }
}

/// A cookie as it is requested: a name, a value, and attributes (RFC 6265, section 4.1.1).
package struct RequestedCookie {
    package let name: String
    private let value: String
    private let text: String
    private let attributes: [(name: String, value: String)]

    /// Reads a cookie in the syntax of `Set-Cookie`.
    package init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        self.text = text
        (name, value) = parts.first ?? ("", "")
        attributes = parts.dropFirst().filter { !$0.name.isEmpty || !$0.value.isEmpty }
            .map { ($0.name.lowercased(), $0.value) }
    }

    private static func pair(_ part: Substring) -> (name: String, value: String) {
        let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { half in
            let start = half.drop { $0 == " " || $0 == "\t" }
            return String(start.prefix(start.count - start.reversed().prefix { $0 == " " || $0 == "\t" }.count))
        }
        return (halves[0], halves.count > 1 ? halves[1] : "")
    }

    /// The value of an attribute, which is empty for a flag; `nil` if the cookie does not have it.
    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The folder of the addresses to which it is sent: all of the host's, unless it says otherwise.
    ///
    /// A server's cookie is for the folder of the address that set it (RFC 6265, section 5.1.4), but nobody set this one.
    package var path: String { attribute("path") ?? "/" }

    /// What two cookies must not share (RFC 6265, section 5.3, step 11).
    fileprivate var identity: [String] {
        [name, attribute("domain")?.drop(while: { $0 == "." }).lowercased() ?? "", path]
    }

    /// The largest sum of name and value, and the largest value of an attribute, in bytes.
    ///
    /// Larger ones are dropped by browsers, and by libsoup from 3.6 on (soup-cookie.c; RFC 6265bis, section 5.6).
    private static let largest = (pair: 4096, attribute: 1024)

    private static let known: Set<String> = ["path", "domain", "secure", "httponly", "samesite"]

    /// Why the cookie would not be sent as given; `nil` if it would.
    var mistake: String? {
        guard !name.isEmpty else { return "A cookie has no name. It is written 'name=value'." }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return "The cookie \(name) is not ASCII, as cookies have to be. Encode it as the page does, for example in "
                + "percent-encoding."
        }
        let isTooLarge =
            name.utf8.count + value.utf8.count > Self.largest.pair
            || attributes.contains { $0.value.utf8.count > Self.largest.attribute }
        guard !isTooLarge else {
            return "The cookie \(name.prefix(100)) is too large: browsers allow \(Self.largest.pair) bytes for the "
                + "name and the value, and \(Self.largest.attribute) for each attribute."
        }
        guard path.hasPrefix("/") else { return "The path of the cookie \(name) has to begin with a slash." }
        for (attribute, _) in attributes where !Self.known.contains(attribute) {
            let isLifetime = attribute == "expires" || attribute == "max-age"
            return isLifetime
                ? "The cookie \(name) has a lifetime; it always lives as long as the recording. Leave the lifetime out."
                : "The cookie \(name) is followed by a second one. Give each its own --cookie."
        }
        return nil
    }
}
