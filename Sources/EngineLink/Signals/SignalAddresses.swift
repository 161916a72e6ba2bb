private import CGIO

/// Which addresses are signals.
///
/// Start, stop and cancel can have addresses of the page's own choosing in
/// place of `pagereel://start` and so on; a query or a fragment behind them
/// does not matter, and neither does the case of scheme and host.
public struct SignalAddresses: Sendable, Hashable, Codable {
    /// The address that starts a recording; the recorder's own if missing.
    public var start: String?
    /// The address that ends a recording; the recorder's own if missing.
    public var stop: String?
    /// The address that discards a recording; the recorder's own if missing.
    public var cancel: String?

    /// Names addresses; a missing one is the recorder's own.
    public init(start: String? = nil, stop: String? = nil, cancel: String? = nil) {
        self.start = start
        self.stop = stop
        self.cancel = cancel
    }

    /// The address of a signal that a person would write.
    public func address(of signal: PageSignal) -> String {
        replacement(for: signal) ?? "\(PageSignal.scheme)://\(signal.word)"
    }

    /// Finds the signal that an address stands for.
    ///
    /// - Parameters:
    ///   - address: Where the page wants to go, absolute.
    ///   - page: The page's own address, which an address without a scheme
    ///     is relative to.
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
        case .pause, .resume, .mark: nil
        }
    }

    /// An address without query, fragment, closing slash, user name and
    /// password, with scheme and host in lower case and without a port that
    /// the scheme implies (RFC 3986, 6.2.2.1 and 6.2.3).
    private static func normalized(_ address: String, relativeTo page: String) -> String {
        let flags = GUriFlags(rawValue: G_URI_FLAGS_ENCODED.rawValue | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
        let resolved = g_uri_resolve_relative(page, address, flags, nil)
        defer { g_free(resolved) }
        let absolute = PageAddress.withoutCredentials(resolved.map { String(cString: $0) } ?? address)
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
    /// Finds the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
