private import CGIO

/// The addresses that are signals.
///
/// Start, stop and cancel can have custom addresses instead of `pagereel://start` and so on.
/// Matching ignores the query, the fragment, and the case of scheme and host.
public struct SignalAddresses: Sendable, Hashable, Codable {
    /// The address that starts a recording (default: `pagereel://start`).
    public var start: String?
    /// The address that stops a recording (default: `pagereel://stop`).
    public var stop: String?
    /// The address that cancels a recording (default: `pagereel://cancel`).
    public var cancel: String?

    /// Sets custom addresses; `nil` stands for the default.
    public init(start: String? = nil, stop: String? = nil, cancel: String? = nil) {
        self.start = start
        self.stop = stop
        self.cancel = cancel
    }

    /// The address of a signal, in its preferred form.
    public func address(of signal: PageSignal) -> String {
        replacement(for: signal) ?? "\(PageSignal.scheme)://\(signal.word)"
    }

    /// Finds the signal that an address stands for.
    ///
    /// - Parameters:
    ///   - address: The absolute target of a navigation.
    ///   - page: The page's own address, the base of custom addresses without a scheme.
    package func signal(at address: String, from page: String) -> PageSignal? {
        let wanted = Self.normalized(address, relativeTo: page)
        for signal in [PageSignal.start, .stop, .cancel] {
            if let own = replacement(for: signal), Self.normalized(own, relativeTo: page) == wanted { return signal }
        }
        guard let signal = PageSignal(address: address), replacement(for: signal) == nil else { return nil }
        return signal
    }

    private func replacement(for signal: PageSignal) -> String? {
        switch signal {
        case .start: start
        case .stop: stop
        case .cancel: cancel
        case .pause, .resume, .mark, .caption: nil
        }
    }

    /// A normalized address (RFC 3986, sections 6.2.2.1 and 6.2.3).
    ///
    /// It has no query, fragment, trailing slash, credentials or default port; scheme and host are
    /// in lower case.
    private static func normalized(_ address: String, relativeTo page: String) -> String {
        let resolved = unsafe recorder_resolve_uri(page, address)
        defer { unsafe g_free(resolved) }
        let absolute = unsafe PageAddress.withoutCredentials(resolved.map { unsafe String(cString: $0) } ?? address)
        var location = absolute.prefix { $0 != "?" && $0 != "#" }
        while location.hasSuffix("/") { location = location.dropLast() }
        guard let schemeEnd = location.range(of: "://") else {
            return location.lowercased()
        }
        let hostEnd = location[schemeEnd.upperBound...].firstIndex(of: "/") ?? location.endIndex
        return location[..<hostEnd].lowercased() + location[hostEnd...]
    }
}

extension Substring {
    /// The range of the first occurrence of a string.
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
