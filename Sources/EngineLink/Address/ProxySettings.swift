private import CGIO

/// The proxies through which pages are requested.
///
/// Descriptions show no user names and passwords.
public struct ProxySettings: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    /// The URIs of the proxies, by the scheme of the requested address.
    package private(set) var uris: [String: String] = [:]
    /// Hosts that are requested without a proxy: names, `*.name`, and ranges of IP addresses.
    package private(set) var ignoredHosts: [String] = Self.loopback

    /// This machine, which a proxy would look for in the wrong place.
    private static let loopback = ["localhost", "*.localhost", "127.0.0.0/8", "::1/128"]

    /// The schemes of proxies, as GLib names them, and their default ports.
    private static let schemes: [String: (name: String, port: Int)] = [
        "http": ("http", 80), "https": ("https", 443), "socks": ("socks5", 1080), "socks4": ("socks4", 1080),
        "socks4a": ("socks4a", 1080), "socks5": ("socks5", 1080), "socks5h": ("socks5", 1080),
    ]

    /// Reads the customary variables of an environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, also in
    /// capitals.
    ///
    /// - Throws: `invalidPlan` for a value that is not a proxy; the message does not show it.
    public init(environment: [String: String]) throws(PageError) {
        let all = try Self.proxy("all_proxy", in: environment)
        for scheme in ["http", "https"] {
            uris[scheme] = try Self.proxy("\(scheme)_proxy", in: environment) ?? all
        }
        for item in Self.value("no_proxy", in: environment)?.split(whereSeparator: { ", \t".contains($0) }) ?? [] {
            // Everything, and nothing else matters.
            guard item != "*" else {
                uris = [:]
                return
            }
            ignoredHosts += Self.patterns(of: item.lowercased())
        }
    }

    /// Returns the variable in lower case or, without that, in capitals; `nil` if it is empty.
    private static func value(_ name: String, in environment: [String: String]) -> String? {
        let value = environment[name] ?? environment[name.uppercased()] ?? ""
        return value.isEmpty ? nil : value
    }

    private static func proxy(_ name: String, in environment: [String: String]) throws(PageError) -> String? {
        guard let value = value(name, in: environment) else { return nil }
        let text = value.contains("://") ? value : "http://\(value)"
        let mistake = PageError(
            .invalidPlan, "\(name) is not the address of a proxy. Write it like http://proxy.example:3128.")
        // GLib accepts spaces in hosts.
        guard !text.contains(where: \.isWhitespace), let parsed = unsafe recorder_parse_uri(text)
        else { throw mistake }
        defer { unsafe g_uri_unref(parsed) }
        guard let host = unsafe g_uri_get_host(parsed).map({ unsafe String(cString: $0) }), !host.isEmpty,
            let path = unsafe g_uri_get_path(parsed).map({ unsafe String(cString: $0) }), ["", "/"].contains(path),
            let scheme = unsafe g_uri_get_scheme(parsed).map({ unsafe String(cString: $0) })
        else { throw mistake }
        guard let known = schemes[scheme.lowercased()] else {
            throw PageError(
                .invalidPlan,
                "\(name) has the scheme \(scheme). Proxies are http, https, socks4, socks4a, socks5 and socks5h.")
        }
        let user = unsafe g_uri_get_userinfo(parsed).map { unsafe String(cString: $0) + "@" } ?? ""
        let port = unsafe Int(g_uri_get_port(parsed))
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(known.name)://\(user)\(name):\(port > 0 ? port : known.port)"
    }

    /// Returns GLib's patterns for an entry of `no_proxy`, which also stands for the hosts below it.
    private static func patterns(of item: String) -> [String] {
        if item.contains("/") || item.contains("*") { return [item] }
        let name = String(item.drop { $0 == "." })
        let isAddress = name.contains(":") || name.split(separator: ".").allSatisfy { Int($0) != nil }
        return isAddress ? [name] : [name, "*.\(name)"]
    }

    /// The host and port of the proxy for an address; `nil` without a proxy.
    package func proxy(for address: String) -> String? {
        guard let origin = PageAddress.origin(of: address), let uri = uris[origin.scheme], !isIgnored(origin.host)
        else { return nil }
        return PageAddress.origin(of: uri).map { "\($0.host):\($0.port)" }
    }

    private func isIgnored(_ host: String) -> Bool {
        let names = ignoredHosts.filter { !$0.contains("/") }
        if names.contains(where: { $0 == host || $0.hasPrefix("*.") && host.hasSuffix($0.dropFirst()) }) { return true }
        guard let address = unsafe g_inet_address_new_from_string(host) else { return false }
        defer { unsafe g_object_unref(address) }
        return ignoredHosts.contains { item in
            guard let range = unsafe g_inet_address_mask_new_from_string(item, nil) else { return false }
            defer { unsafe g_object_unref(range) }
            return unsafe g_inet_address_mask_matches(range, address) != 0
        }
    }

    /// The proxies without user names and passwords.
    public var description: String {
        uris.sorted { $0.key < $1.key }.map { "\($0.key): \(PageAddress.withoutCredentials($0.value))" }
            .joined(separator: ", ")
    }

    /// A mirror that hides user names and passwords.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
