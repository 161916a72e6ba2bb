internal import CGIO
internal import CWebKitGTK
internal import EngineLink
internal import Glibc

// How a load goes, and each way in which it fails, as itself.

extension PageView {
    /// Follows WebKit's stations of a load.
    func loadChanged(to event: WebKitLoadEvent) {
        switch event {
        case WEBKIT_LOAD_STARTED:
            // The response before this one may have had no document.
            loadState.next = PageLoadState.Response()
        case WEBKIT_LOAD_COMMITTED:
            guard !loadState.hasFailed else { return }
            guard loadState.hasDocument || currentAddress != "about:blank" else {
                // WebKit reports no failure for the ports that it forbids; it
                // loads an empty document in the page's place.
                return fail(
                    "The page \(address) cannot be loaded: WebKit refuses it, as it does for ports that belong to "
                        + "other protocols. Serve the page on another port.")
            }
            requests?.documentArrived()
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

    /// Notes when the new document's picture must have reached the view.
    private func watchRendering() {
        Task {
            do {
                _ = try await evaluate(PageScripts.waitForUpdates)
                loadState.hasRendered = true
            } catch {
                // The document went away; the next one is watched again.
            }
        }
    }

    /// Says what went wrong, unless it is only a navigation that was a
    /// signal, or one of a page that is already there.
    ///
    /// - Parameter isCommitted: Whether the document had begun to arrive.
    func loadFailed(
        address failing: UnsafePointer<CChar>?, error: UnsafeMutablePointer<GError>?, isCommitted: Bool
    ) {
        guard let error = error?.pointee else { return }
        let isInterruption =
            error.domain == webkit_policy_error_quark()
            && error.code == WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue
            || error.domain == webkit_network_error_quark() && error.code == WEBKIT_NETWORK_ERROR_CANCELLED.rawValue
        guard !isInterruption, !loadState.hasFailed else { return }
        if error.domain == g_io_error_quark(), error.code == CInt(G_IO_ERROR_CANCELLED.rawValue),
            var repeated = loadState.request, !repeated.isSecond
        {
            // Nobody canceled it. A request may take over the connection that
            // WebKit has begun ahead of it, and share its end (libsoup,
            // soup-session.c); the second one has a connection to itself, and
            // fails for its own reason.
            repeated.isSecond = true
            loadState.stage = .awaiting(repeated)
            return request()
        }
        let reason = error.message.map { String(cString: $0) } ?? "no reason was given"
        let target = failing.map { PageAddress.withoutCredentials(String(cString: $0)) } ?? address.description
        if isCommitted, address.origin != nil, !PageAddress.isHTTP(target) {
            // WebKit commits an empty document in place of a `data:` URL.
            return fail(redirectedTo: target)
        }
        if isCommitted {
            report(
                .brokeOff(
                    "The page \(target) was not loaded completely: \(explanation(of: error, at: target) ?? reason)."))
            return
        }
        guard !loadState.hasDocument else {
            report(.declined("The page wanted to go to \(target), which cannot be loaded: \(reason)."))
            return
        }
        fail("The page \(target) cannot be loaded: \(explanation(of: error, at: target) ?? reason).")
    }

    /// Says which of TLS's conditions the server's certificate fails.
    func tlsFailed(address failing: UnsafePointer<CChar>?, errors: GTlsCertificateFlags) {
        let conditions: [(GTlsCertificateFlags, String)] = [
            (G_TLS_CERTIFICATE_UNKNOWN_CA, "it is signed by nobody known"),
            (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another host"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
            (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
            (G_TLS_CERTIFICATE_REVOKED, "it was revoked"),
            (G_TLS_CERTIFICATE_INSECURE, "its algorithm is insecure"),
        ]
        let found = conditions.filter { errors.rawValue & $0.0.rawValue != 0 }.map(\.1)
        let reason = found.isEmpty ? "it is not acceptable" : found.joined(separator: ", ")
        let target = failing.map { PageAddress.withoutCredentials(String(cString: $0)) } ?? address.description
        let sentence = "cannot be loaded: the server's TLS certificate cannot be trusted, \(reason). "
        guard !loadState.hasDocument else {
            report(.declined("The page wanted to go to \(target), which \(sentence)Use --insecure to accept it."))
            return
        }
        fail("The page \(target) \(sentence)Use --insecure to accept it.")
    }

    /// Fails because of the server's answer.
    func fail(httpStatus status: Int) {
        let hint =
            switch status {
            case 401:
                options.credentials == nil
                    ? " Give a user name and a password with --auth or PAGEREEL_AUTH."
                    : " The user name or the password is wrong."
            case 404: " Check the address."
            default: ""
            }
        fail("The page \(address) cannot be loaded: the server answered with HTTP status \(status).\(hint)")
    }

    /// Fails with a sentence, once.
    func fail(_ message: String) {
        guard !loadState.hasFailed else { return }
        loadState.stage = .failed
        report(.failed(PageError(.cannotLoad, message)))
    }

    /// Tells of a process that ended, unless the recorder ended it.
    func processTerminated() {
        switch loadState.process {
        case .terminated: break
        case .outgrewMemory: report(.outgrewMemory)
        case .running:
            Task {
                if let target = await refusedRedirection() { fail(redirectedTo: target) } else { report(.crashed) }
            }
        }
    }

    /// Ends a process that uses too much memory.
    func endProcess(_ process: pid_t) {
        guard isOpen, case .running = loadState.process else { return }
        loadState.process = .outgrewMemory
        kill(process, SIGKILL)
    }

    /// The usual network failures in plain words.
    ///
    /// - Parameter target: What was asked for, perhaps by a redirect.
    private func explanation(of error: GError, at target: String) -> String? {
        let host = PageAddress.origin(of: target)?.host ?? "the server"
        switch error.domain {
        case g_resolver_error_quark():
            return "the host \(host) is not known (DNS)"
        case g_io_error_quark():
            switch GIOErrorEnum(rawValue: UInt32(bitPattern: error.code)) {
            case G_IO_ERROR_CONNECTION_REFUSED: return "\(host) refused the connection"
            case G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE: return "\(host) cannot be reached"
            case G_IO_ERROR_TIMED_OUT: return "\(host) did not answer in time"
            default: return nil
            }
        case webkit_policy_error_quark()
        where error.code == WEBKIT_POLICY_ERROR_CANNOT_USE_RESTRICTED_PORT.rawValue:
            // From WebKitGTK 2.54 on, that is also its answer to a redirect to a
            // file, which ends the page's process in earlier versions.
            return "WebKit refuses it, as it does for ports that belong to other protocols and for servers that "
                + "redirect to a file"
        case g_tls_error_quark():
            return "no TLS connection to \(host) came about"
        default:
            return nil
        }
    }

    /// Finds out whether a signal in the document's head ended its parse: a
    /// navigation that is refused before the body exists does that, and
    /// WebKit may call the load finished before it asks about the navigation.
    func checkParse(after signal: PageSignal) {
        Task {
            guard
                let answer = try? await evaluate("return document.body === null || document.readyState === 'loading'"),
                answer == "true"
            else {
                // A page that is gone cannot be asked, and needs no advice.
                return
            }
            report(
                .trapped(
                    "The page sent \(signal.word) by a navigation while it was still being parsed, and WebKit ended "
                        + "the parse there: the rest of the page is missing. Send it after DOMContentLoaded, or with "
                        + "window.webkit.messageHandlers.pagereel.postMessage('\(signal.word)')."))
        }
    }
}
