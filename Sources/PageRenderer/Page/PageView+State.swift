internal import CGIO
internal import CWebKitGTK
package import EngineLink
private import Glibc

// The page's session: cookies before it loads, cookies and local storage at its end.

extension PageView {
    /// Whether the page has cookies before it loads.
    var hasCookies: Bool { !options.cookies.isEmpty || options.state?.cookies.isEmpty == false }

    /// Stores the cookies of the state, and those for the page's host, which replace them.
    ///
    /// The page's request reaches WebKit's network process on another way than the cookies, so it has to wait for them.
    ///
    /// - Throws: `cannotLoad` if libsoup rejects a cookie.
    func storeCookies() async throws(PageError) {
        let now = Double(time(nil))
        // libsoup would take an expired cookie for the request to remove it.
        for cookie in options.state?.cookies ?? [] where !cookie.hasExpired(at: now) {
            guard isOpen else { return }
            await store(Self.soupCookie(cookie))
        }
        guard isOpen, !options.cookies.isEmpty, let uri = unsafe recorder_parse_uri(address.uri) else { return }
        defer { unsafe g_uri_unref(uri) }
        for text in options.cookies {
            let requested = RequestedCookie(text)
            guard let cookie = unsafe soup_cookie_parse(text, uri) else {
                throw PageError(
                    .cannotLoad,
                    "libsoup, WebKit's network library, rejects the cookie \(requested.name.prefix(100)).")
            }
            unsafe soup_cookie_set_path(cookie, requested.path)
            unsafe await store(SoupCookieBox(raw: cookie))
        }
    }

    /// Stores a cookie, and frees it.
    private func store(_ cookie: SoupCookieBox) async {
        defer { unsafe soup_cookie_free(cookie.raw) }
        guard isOpen else { return }
        let manager = unsafe webkit_web_context_get_cookie_manager(context)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            unsafe webkit_cookie_manager_add_cookie(
                manager, cookie.raw, nil, finishCookie, CallbackBox.retain(continuation))
        }
    }

    private static func soupCookie(_ cookie: PageState.Cookie) -> SoupCookieBox {
        let result = unsafe soup_cookie_new(cookie.name, cookie.value, cookie.domain, cookie.path, -1)
        if cookie.expires >= 0 {
            // Later dates than GLib has, such as those that mean "never".
            let date = unsafe g_date_time_new_from_unix_utc(gint64(min(cookie.expires, Self.latestExpiry)))
            unsafe soup_cookie_set_expires(result, date)
            unsafe g_date_time_unref(date)
        }
        unsafe soup_cookie_set_secure(result, cookie.isSecure ? 1 : 0)
        unsafe soup_cookie_set_http_only(result, cookie.isHTTPOnly ? 1 : 0)
        if let sameSite = cookie.sameSite {
            let policy =
                switch sameSite {
                case .strict: SOUP_SAME_SITE_POLICY_STRICT
                case .lax: SOUP_SAME_SITE_POLICY_LAX
                case .none: SOUP_SAME_SITE_POLICY_NONE
                }
            unsafe soup_cookie_set_same_site_policy(result, policy)
        }
        return unsafe SoupCookieBox(raw: result)
    }

    /// The end of the year 9999, in seconds since 1970.
    private static let latestExpiry = 253_402_300_799.0

    // MARK: The state at the end

    /// The cookies of the page's session, and the local storage of the origins that its documents had.
    ///
    /// - Returns: `nil` if the page does not answer.
    package func state() async -> PageState? {
        guard isOpen else { return nil }
        do {
            storage.note(try await answer(to: PageStorage.read))
        } catch {
            return nil
        }
        guard isOpen else { return nil }
        let manager = unsafe webkit_web_context_get_cookie_manager(context)
        let cookies = await withCheckedContinuation {
            (continuation: CheckedContinuation<[PageState.Cookie]?, Never>) in
            unsafe webkit_cookie_manager_get_all_cookies(
                manager, nil, finishCookies, CallbackBox.retain(continuation))
        }
        var state = storage.known
        guard let cookies else { return nil }
        state.cookies = cookies
        state.origins.removeAll(where: \.localStorage.isEmpty)
        return state
    }
}

/// A cookie of libsoup, which its receiver frees.
@safe private struct SoupCookieBox: @unchecked Sendable {
    let raw: OpaquePointer?
}

private func finishCookie(
    manager: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    unsafe CallbackBox<CheckedContinuation<Void, Never>>.take(context)?.resume()
}

private func finishCookies(
    manager: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    var error: UnsafeMutablePointer<GError>?
    let list = unsafe webkit_cookie_manager_get_all_cookies_finish(
        UnsafeMutableRawPointer(manager)?.assumingMemoryBound(to: WebKitCookieManager.self), result, &error)
    var cookies: [PageState.Cookie]? = unsafe error == nil ? [] : nil
    unsafe g_clear_error(&error)
    var entry = unsafe list
    while let current = unsafe entry {
        let cookie = unsafe OpaquePointer(current.pointee.data)
        unsafe cookies?.append(stateCookie(cookie))
        unsafe soup_cookie_free(cookie)
        unsafe entry = current.pointee.next
    }
    unsafe g_list_free(list)
    unsafe CallbackBox<CheckedContinuation<[PageState.Cookie]?, Never>>.take(context)?.resume(returning: cookies)
}

private func stateCookie(_ cookie: OpaquePointer?) -> PageState.Cookie {
    func text(_ value: UnsafePointer<CChar>?) -> String { unsafe value.map { unsafe String(cString: $0) } ?? "" }
    let expires = unsafe soup_cookie_get_expires(cookie).map { unsafe Double(g_date_time_to_unix($0)) }
    let sameSite: PageState.Cookie.SameSite =
        switch unsafe soup_cookie_get_same_site_policy(cookie) {
        case SOUP_SAME_SITE_POLICY_STRICT: .strict
        case SOUP_SAME_SITE_POLICY_LAX: .lax
        default: .none
        }
    return unsafe PageState.Cookie(
        name: text(soup_cookie_get_name(cookie)), value: text(soup_cookie_get_value(cookie)),
        domain: text(soup_cookie_get_domain(cookie)), path: text(soup_cookie_get_path(cookie)),
        expires: expires ?? -1, isHTTPOnly: soup_cookie_get_http_only(cookie) != 0,
        isSecure: soup_cookie_get_secure(cookie) != 0, sameSite: sameSite)
}
