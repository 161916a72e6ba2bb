internal import CGIO
internal import CWebKitGTK
internal import EngineLink
internal import Glibc

// Follows a load and reports each kind of failure.

extension PageView {
    /// Handles WebKit's load events.
    func loadChanged(to event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED:
            // The previous response may have had no document.
            loadState.next = PageLoadState.Response()
        case WEBKIT_LOAD_COMMITTED:
            scriptRunner.reset()
            guard !loadState.hasFailed else { return }
            guard loadState.hasDocument || currentAddress != "about:blank" else {
                // For blocked ports WebKit reports no failure; it loads an empty document instead.
                return fail(
                    "The page \(address) cannot be loaded: WebKit refuses it, as it does for ports that belong to "
                        + "other protocols. Serve the page on another port.")
            }
            hasOpenList = false
            documentCount += 1
            storage.visit(currentAddress)
            requests.documentArrived()
            loadState.stage = .showing(
                PageLoadState.Document(beginning: loadState.next.beginning ?? now, status: loadState.next.status))
            loadState.next = PageLoadState.Response()
            if !loadState.hasRendered { watchRendering() }
            report(.committed)
        case WEBKIT_LOAD_FINISHED:
            guard let document = loadState.document else { return }
            loadState.update { $0.isComplete = true }
            report(.loaded)
            if let signal = document.firstNavigation { checkParse(after: signal) }
        default:
            break
        }
    }

    /// Schedules the time by which the new document's picture must have reached the view.
    private func watchRendering() {
        Task {
            do {
                _ = try await evaluate(PageScripts.waitForUpdates)
                loadState.hasRendered = true
            } catch {
                // The document was replaced; the next one is watched again.
            }
        }
    }

    /// Reports a failed load, unless it was a signal's navigation or a navigation of a page that
    /// has already loaded.
    ///
    /// - Parameter isCommitted: Whether the document had begun to arrive.
    func loadFailed(
        address failing: UnsafePointer<CChar>?, error: UnsafeMutablePointer<GError>?, isCommitted: Bool
    ) {
        guard let error = unsafe error?.pointee else { return }
        let isInterruption =
            unsafe error.domain == webkit_policy_error_quark()
            && error.code == WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue
            || error.domain == webkit_network_error_quark() && error.code == WEBKIT_NETWORK_ERROR_CANCELLED.rawValue
            // A page that became a video or sound: WebKit's own player shows it.
            || error.domain == webkit_plugin_error_quark()
                && error.code == WEBKIT_PLUGIN_ERROR_WILL_HANDLE_LOAD.rawValue
        guard !isInterruption, !loadState.hasFailed else { return }
        if unsafe error.domain == g_io_error_quark(), unsafe error.code == CInt(G_IO_ERROR_CANCELLED.rawValue),
            var repeated = loadState.request, !repeated.isSecond
        {
            // Nothing canceled this request. It may have shared a connection that WebKit opened in
            // advance, and its failure (libsoup, soup-session.c). The second request has its own
            // connection and reports its own error.
            repeated.isSecond = true
            loadState.stage = .awaiting(repeated)
            return request()
        }
        let reason = unsafe error.message.map { unsafe String(cString: $0) } ?? "no reason was given"
        let target =
            unsafe failing.map { unsafe PageAddress.withoutCredentials(String(cString: $0)) } ?? address.description
        if isCommitted, address.origin != nil, !PageAddress.isHTTP(target) {
            // WebKit commits an empty document in place of a `data:` URL.
            return fail(redirectedTo: target)
        }
        if isCommitted {
            report(
                .brokeOff(
                    unsafe "The page \(target) was not loaded completely: \(explanation(of: error, at: target) ?? reason)."
                ))
            return
        }
        guard !loadState.hasDocument else {
            report(.declined("The page wanted to go to \(target), which cannot be loaded: \(reason)."))
            return
        }
        fail(unsafe "The page \(target) cannot be loaded: \(explanation(of: error, at: target) ?? reason).")
    }

    /// Describes which TLS checks the server's certificate fails.
    func tlsFailed(address failing: UnsafePointer<CChar>?, errors: GTlsCertificateFlags) {
        let conditions: [(guint, String)] = [
            (recorder_tls_unknown_authority, "it is signed by an unknown authority"),
            (recorder_tls_other_host, "it is for another host"),
            (recorder_tls_not_valid_yet, "it is not valid yet"),
            (recorder_tls_expired, "it has expired"),
            (recorder_tls_revoked, "it was revoked"),
            (recorder_tls_insecure, "its algorithm is insecure"),
        ]
        let found = conditions.filter { errors.rawValue & $0.0 != 0 }.map(\.1)
        let reason = found.isEmpty ? "it is not accepted" : found.joined(separator: ", ")
        let target =
            unsafe failing.map { unsafe PageAddress.withoutCredentials(String(cString: $0)) } ?? address.description
        let sentence = "cannot be loaded: the server's TLS certificate cannot be trusted, \(reason). "
        let advice =
            errors.rawValue & recorder_tls_unknown_authority != 0
            ? "Name a file with the authority's certificate with --ca-file, or use --insecure to accept any."
            : "Use --insecure to accept it."
        guard !loadState.hasDocument else {
            report(.declined("The page wanted to go to \(target), which \(sentence)\(advice)"))
            return
        }
        fail("The page \(target) \(sentence)\(advice)")
    }

    /// Reports a failure because of the server's response.
    func fail(httpStatus status: Int) {
        let hint =
            switch status {
            case 401:
                options.credentials == nil
                    ? " Give a user name and a password with --auth or PAGEREEL_AUTH."
                    : " The user name or the password is wrong."
            case 404: " Check the address."
            case 407:
                options.proxies?.proxy(for: address.uri).map {
                    " The proxy \($0) demands a user name and a password: write them in its address."
                } ?? ""
            default:
                options.proxies?.proxy(for: address.uri).map { " The request went through the proxy \($0)." } ?? ""
            }
        fail("The page \(address) cannot be loaded: the server responded with HTTP status \(status).\(hint)")
    }

    /// Reports a failure with a sentence, once.
    func fail(_ message: String) {
        guard !loadState.hasFailed else { return }
        loadState.stage = .failed
        report(.failed(PageError(.cannotLoad, message)))
    }

    /// Reports that a process ended, unless the recorder ended it.
    func processTerminated() {
        scriptRunner.reset()
        switch loadState.process {
        case .terminated, .crashed: break
        case .outgrewMemory: report(.outgrewMemory)
        case .running:
            loadState.process = .crashed
            Task {
                if let target = await refusedRedirection() { fail(redirectedTo: target) } else { report(.crashed) }
            }
        }
    }

    /// Kills a process that uses too much memory.
    func endProcess(_ process: pid_t) {
        guard isOpen, case .running = loadState.process else { return }
        loadState.process = .outgrewMemory
        kill(process, SIGKILL)
    }

    /// Describes the common network failures in plain English.
    ///
    /// - Parameter target: The requested address, perhaps a redirection target.
    private func explanation(of error: GError, at target: String) -> String? {
        let proxy = options.proxies?.proxy(for: target)
        let host = proxy.map { "the proxy \($0)" } ?? PageAddress.origin(of: target)?.host ?? "the server"
        switch unsafe error.domain {
        case g_resolver_error_quark():
            return proxy == nil ? "the host \(host) is not known (DNS)" : "the host of \(host) is not known (DNS)"
        case g_io_error_quark():
            switch unsafe GIOErrorEnum(rawValue: UInt32(bitPattern: error.code)) {
            case G_IO_ERROR_CONNECTION_REFUSED: return "\(host) refused the connection"
            case G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE: return "\(host) cannot be reached"
            case G_IO_ERROR_TIMED_OUT: return "\(host) did not answer in time"
            case G_IO_ERROR_PROXY_NEED_AUTH, G_IO_ERROR_PROXY_AUTH_FAILED:
                return "\(host) demands a user name and a password, or rejects those in its address"
            case G_IO_ERROR_PROXY_FAILED, G_IO_ERROR_PROXY_NOT_ALLOWED:
                return "\(host) does not connect to the page's host"
            default: return nil
            }
        case webkit_policy_error_quark()
        where unsafe error.code == WEBKIT_POLICY_ERROR_CANNOT_USE_RESTRICTED_PORT.rawValue:
            // From WebKitGTK 2.54 on, this is also the error for a redirect to a file. Earlier
            // versions end the page's process.
            return "WebKit refuses it, as it does for ports that belong to other protocols and for servers that "
                + "redirect to a file"
        case g_tls_error_quark():
            return "no TLS connection to \(host) came about"
        default:
            return nil
        }
    }

    // MARK: Redirects to addresses other than http and https

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
