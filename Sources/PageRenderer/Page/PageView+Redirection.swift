internal import CGIO
internal import CWebKitGTK
internal import EngineLink

// Handles redirects to addresses other than http and https.

extension PageView {
    /// How long the server may take to respond, in seconds.
    private static let patience: guint = 2

    /// Reports a failure because of the redirection target.
    func fail(redirectedTo target: String) {
        fail(
            "The page \(address) cannot be loaded: the server redirects to \(target.prefix(200)), and only http and "
                + "https addresses are followed.")
    }

    /// Checks whether a redirect made WebKit end the page's process.
    ///
    /// WebKit kills a process that requests a file without permission
    /// (`checkURLReceivedFromWebProcess` in WebProcessProxy.cpp), before it reports the address. So
    /// this method repeats the request, unless the page itself may not reach that server.
    ///
    /// - Returns: The address, if it is neither http nor https; `nil` otherwise.
    func refusedRedirection() async -> String? {
        guard let requested = loadState.request?.address, PageAddress.isHTTP(requested),
            let origin = PageAddress.origin(of: requested), options.proxies?.proxy(for: requested) == nil,
            !(blocksLocalNetwork && LocalNetwork.contains(origin.host)),
            let target = await redirection(of: requested, origin), unsafe g_uri_peek_scheme(target) != nil,
            !PageAddress.isHTTP(target)
        else { return nil }
        return target
    }

    /// Requests an address and does not follow a redirect.
    ///
    /// - Returns: The response's `Location` header; `nil` without one, and if the
    ///   server does not respond.
    private func redirection(of requested: String, _ origin: PageAddress.Origin) async -> String? {
        guard let message = unsafe soup_message_new("GET", requested) else { return nil }
        let session = unsafe soup_session_new()
        defer {
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
            unsafe g_object_unref(UnsafeMutableRawPointer(session))
        }
        unsafe soup_session_set_timeout(session, Self.patience)
        unsafe soup_message_set_flags(message, SOUP_MESSAGE_NO_REDIRECT)
        if origin == address.origin {
            let headers = unsafe soup_message_get_request_headers(message)
            for field in options.headers { unsafe soup_message_headers_append(headers, field.name, field.value) }
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            unsafe soup_session_send_async(
                session, message, G_PRIORITY_DEFAULT, nil, finishRequest, CallbackBox.retain(continuation))
        }
        return unsafe soup_message_headers_get_one(soup_message_get_response_headers(message), "Location")
            .map { unsafe String(cString: $0) }
    }
}

private func finishRequest(session: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?) {
    let session = unsafe UnsafeMutableRawPointer(session)?.assumingMemoryBound(to: SoupSession.self)
    // Only the headers are of interest; after a failure there are no headers.
    if let body = unsafe soup_session_send_finish(session, result, nil) {
        unsafe g_object_unref(UnsafeMutableRawPointer(body))
    }
    unsafe CallbackBox<CheckedContinuation<Void, Never>>.take(context)?.resume()
}
