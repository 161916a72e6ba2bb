internal import CWebKitGTK
internal import EngineLink

// Policy decisions: a page gets its own documents and resources, and nothing outside the view.

extension PageView {
    /// Decides about a navigation, a new window or a response.
    ///
    /// - Returns: Whether the decision was made here.
    func decidePolicy(
        _ decision: UnsafeMutablePointer<WebKitPolicyDecision>, of kind: WebKitPolicyDecisionType
    ) -> Bool {
        if kind == WEBKIT_POLICY_DECISION_TYPE_RESPONSE { return unsafe decideResponse(decision) }
        let navigation = unsafe UnsafeMutableRawPointer(decision).assumingMemoryBound(
            to: WebKitNavigationPolicyDecision.self)
        let action = unsafe webkit_navigation_policy_decision_get_navigation_action(navigation)
        if unsafe takeSignal(action) {
            unsafe webkit_policy_decision_ignore(decision)
            return true
        }
        if kind == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION {
            unsafe webkit_policy_decision_ignore(decision)
            decline("open a new window")
            return true
        }
        let request = unsafe webkit_navigation_action_get_request(action)
        let target = unsafe webkit_uri_request_get_uri(request).map { unsafe String(cString: $0) } ?? ""
        // Before the first document there are no frames, so this is the page itself.
        if case .awaiting(var request) = loadState.stage {
            request.address = target
            loadState.stage = .awaiting(request)
        }
        return unsafe refusesNavigation(decision) || refusesFile(target, decision)
    }

    /// Refuses a file outside the page's folder.
    private func refusesFile(_ target: String, _ decision: UnsafeMutablePointer<WebKitPolicyDecision>) -> Bool {
        guard address.isOutsideFolder(target) else { return false }
        unsafe webkit_policy_decision_ignore(decision)
        decline("open \(target) outside the page's folder")
        return true
    }

    /// Refuses a navigation if there have been too many.
    private func refusesNavigation(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>) -> Bool {
        let verdict = loadState.navigations.count(at: now)
        guard verdict != .admitted else { return false }
        unsafe webkit_policy_decision_ignore(decision)
        if verdict == .refused {
            let seconds = NavigationLimit.interval.components.seconds
            decline("navigate more than \(NavigationLimit.most) times in \(seconds) seconds")
        }
        return true
    }

    /// Declines a new window; if a script opened a signal address, the signal is received.
    ///
    /// - Parameter action: The action that `window.open` requested.
    func declineWindow(_ action: OpaquePointer) {
        if unsafe !takeSignal(action) { decline("open a new window") }
    }

    /// The HTTP statuses of responses without content, with their names (RFC 9110, section 15).
    private static let answersWithoutContent = [204: "no content", 205: "reset content", 304: "not modified"]

    private func decideResponse(_ policy: UnsafeMutablePointer<WebKitPolicyDecision>) -> Bool {
        clock?.setApart()
        let decision = unsafe UnsafeMutableRawPointer(policy).assumingMemoryBound(to: WebKitResponsePolicyDecision.self)
        let response = unsafe webkit_response_policy_decision_get_response(decision)
        let isPage = unsafe webkit_response_policy_decision_is_main_frame_main_resource(decision) != 0
        // WebKit's resource has no response yet, and never has one if this one is refused.
        if let response = unsafe response { unsafe requestLog?.answered(with: response) }
        let status = unsafe Int(webkit_uri_response_get_status_code(response))
        if isPage { loadState.next.status = status == 0 ? nil : status }
        if isPage && !loadState.hasDocument && status >= 400 {
            unsafe webkit_policy_decision_ignore(policy)
            fail(httpStatus: status)
            return true
        }
        let target = unsafe webkit_uri_response_get_uri(response).map { unsafe String(cString: $0) } ?? ""
        if isPage, let meaning = Self.answersWithoutContent[status] {
            unsafe webkit_policy_decision_ignore(policy)
            answeredNothing(PageAddress.withoutCredentials(target), status: "\(status) (\(meaning))")
            return true
        }
        // WebKit reports the type of each picture.
        let isPictures = isPage && clock?.network.endlessPicture == PageAddress.withoutCredentials(target)
        let part = unsafe webkit_uri_response_get_mime_type(response).map { unsafe String(cString: $0) } ?? ""
        let type = isPictures ? PageContent.picturesType : part
        let content = PageContent(type: type)
        let isSupported = unsafe webkit_response_policy_decision_is_mime_type_supported(decision) != 0
        if isPage && !loadState.hasDocument {
            guard content == .page, isSupported else {
                unsafe webkit_policy_decision_ignore(policy)
                fail("The page \(address) cannot be displayed: \(content.explanation(of: type))")
                return true
            }
        } else if unsafe !isSupported || content == .document || isPictures || Self.isAttachment(response) {
            unsafe webkit_policy_decision_ignore(policy)
            decline(isPictures ? "become a stream of pictures without end" : "download a file")
            return true
        }
        return unsafe useLater(policy, for: target, isPage: isPage)
    }

    /// Whether the server says that a response is to be saved, not shown (RFC 6266).
    private static func isAttachment(_ response: UnsafeMutablePointer<WebKitURIResponse>?) -> Bool {
        guard let headers = unsafe webkit_uri_response_get_http_headers(response) else { return false }
        var disposition: UnsafeMutablePointer<CChar>?
        guard unsafe soup_message_headers_get_content_disposition(headers, &disposition, nil) != 0 else { return false }
        defer { unsafe g_free(disposition) }
        return unsafe disposition.map { unsafe String(cString: $0).lowercased() } == "attachment"
    }

    /// Reports a response without a document; the page that is there stays (HTML Standard, section 7.4.5).
    private func answeredNothing(_ target: String, status: String) {
        let answer = "the server answered with HTTP status \(status)"
        guard loadState.hasDocument else { return fail("The page \(target) cannot be loaded: \(answer).") }
        report(.declined("The page wanted to go to \(target), but \(answer); it stays where it is."))
    }

    /// Reports that the page's request for something was declined, the first time.
    func decline(_ wish: String) {
        guard loadState.wishes.count < Self.mostWishes, loadState.wishes.insert(wish).inserted else { return }
        report(.declined("The page wanted to \(wish); this was declined."))
    }

    /// The number of different requests that are reported; a page can invent more without end.
    private static let mostWishes = 100

    /// Answers a dialog: accepts an alert, declines a question, and allows leaving the page.
    func declineDialog(_ dialog: OpaquePointer) {
        switch unsafe webkit_script_dialog_get_dialog_type(dialog) {
        case WEBKIT_SCRIPT_DIALOG_CONFIRM:
            unsafe webkit_script_dialog_confirm_set_confirmed(dialog, 0)
            decline("ask a question (confirm)")
        case WEBKIT_SCRIPT_DIALOG_PROMPT:
            decline("ask for a text (prompt)")
        case WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM:
            unsafe webkit_script_dialog_confirm_set_confirmed(dialog, 1)
        default:
            decline("show a message (alert)")
        }
    }

    /// Denies a permission and reports which.
    func declinePermission(_ request: UnsafeMutableRawPointer) {
        unsafe webkit_permission_request_deny(OpaquePointer(request))
        let type = unsafe g_type_name_from_instance(
            request.assumingMemoryBound(to: GTypeInstance.self))
        let kinds = [
            "WebKitGeolocationPermissionRequest": "know where it is",
            "WebKitNotificationPermissionRequest": "show notifications",
            "WebKitUserMediaPermissionRequest": "use a camera or microphone",
            "WebKitPointerLockPermissionRequest": "hold the pointer",
            "WebKitDeviceInfoPermissionRequest": "list cameras and microphones",
            "WebKitMediaKeySystemPermissionRequest": "play protected media",
            "WebKitWebsiteDataAccessPermissionRequest": "share data between sites",
        ]
        unsafe decline(type.flatMap { unsafe kinds[String(cString: $0)] } ?? "get a permission")
    }

    /// Sends the credentials to the page's origin, once.
    ///
    /// Without credentials, or after they were rejected, the request continues without them, and
    /// the server's status code reports the problem.
    func answerAuthentication(_ request: UnsafeMutablePointer<WebKitAuthenticationRequest>) {
        guard let credentials = options.credentials, unsafe Self.origin(of: request) == address.origin,
            loadState.authenticationRequests == 0
        else {
            unsafe webkit_authentication_request_authenticate(request, nil)
            return
        }
        loadState.authenticationRequests += 1
        let isBasic =
            unsafe webkit_authentication_request_get_scheme(request) == WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC
        let (user, password) =
            isBasic
            ? (Self.sentAsUTF8(credentials.user), Self.sentAsUTF8(credentials.password))
            : (credentials.user, credentials.password)
        let credential = unsafe webkit_credential_new(user, password, WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION)
        unsafe webkit_authentication_request_authenticate(request, credential)
        unsafe webkit_credential_free(credential)
    }

    /// Returns the text that libsoup sends as the UTF-8 of another.
    ///
    /// For the scheme Basic, libsoup converts text to ISO 8859-1 (soup-auth-basic.c, 3.2), whatever encoding the server
    /// asks for. Browsers send UTF-8 (RFC 7617, section 2.1). The characters here have the bytes of the UTF-8 as
    /// their numbers.
    private static func sentAsUTF8(_ text: String) -> String {
        var characters = String.UnicodeScalarView()
        characters.append(contentsOf: text.utf8.map { Unicode.Scalar($0) })
        return String(characters)
    }

    /// The origin that requests credentials; `nil` for a proxy.
    private static func origin(of request: UnsafeMutablePointer<WebKitAuthenticationRequest>) -> PageAddress.Origin? {
        guard unsafe webkit_authentication_request_is_for_proxy(request) == 0,
            let origin = unsafe webkit_authentication_request_get_security_origin(request)
        else { return nil }
        defer { unsafe webkit_security_origin_unref(origin) }
        guard let scheme = unsafe webkit_security_origin_get_protocol(origin),
            let host = unsafe webkit_security_origin_get_host(origin)
        else { return nil }
        return unsafe PageAddress.Origin(
            scheme: String(cString: scheme), host: String(cString: host),
            port: Int(webkit_security_origin_get_port(origin)))
    }

    // MARK: Files

    /// Answers a field's question for files with those of a step; declines it otherwise.
    func chooseFiles(_ request: UnsafeMutablePointer<WebKitFileChooserRequest>?) {
        guard !filesToChoose.isEmpty else {
            unsafe webkit_file_chooser_request_cancel(request)
            return decline("choose a file")
        }
        guard unsafe filesToChoose.count == 1 || webkit_file_chooser_request_get_select_multiple(request) != 0 else {
            unsafe webkit_file_chooser_request_cancel(request)
            refusesSeveralFiles = true
            return
        }
        let paths = unsafe filesToChoose.map { unsafe UnsafePointer(strdup($0)) } + [nil]
        filesToChoose = []
        unsafe paths.withUnsafeBufferPointer {
            unsafe webkit_file_chooser_request_select_files(request, $0.baseAddress)
        }
        unsafe paths.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) }
    }

    // MARK: Lists of options

    /// Closes the list of a `<select>` as soon as WebKit has opened it.
    ///
    /// While the list is open, the element shows the old option, whatever keys choose. Later keys
    /// choose from the closed list, which shows each choice, up to the key that would close it.
    func closeMenu(_ menu: UnsafeMutablePointer<WebKitOptionMenu>) {
        hasOpenList = true
        unsafe g_object_ref(UnsafeMutableRawPointer(menu))
        nonisolated(unsafe) let menu = unsafe menu
        // WebKit ignores this while it is still opening the list.
        Task {
            unsafe webkit_option_menu_close(menu)
            unsafe g_object_unref(UnsafeMutableRawPointer(menu))
        }
    }

    // MARK: The delay before a document's first task

    /// Accepts a document's response after a millisecond of the page's time.
    ///
    /// A document's time origin is the start of its navigation. On the virtual clock no time would pass until its scripts
    /// run, so `performance.now()` and timestamps would be exactly 0, which no browser shows. WebKit requests a policy
    /// decision when the response arrives; the decision is delayed.
    ///
    /// - Parameters:
    ///   - decision: WebKit's pending decision about the response.
    ///   - address: The response's URL.
    ///   - isPage: Whether it is the main frame's document.
    /// - Returns: Whether the decision is delayed; if not, the caller decides.
    func useLater(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, for address: String, isPage: Bool) -> Bool {
        guard let clock else { return false }
        // Other pending requests stop a subframe's delay. They do not stop the
        // main frame's: they belong to the document that it replaces.
        let pause = requests.stopClock ? requests.pause(address) : nil
        guard isPage || !requests.stopClock || pause != nil else { return false }
        if isPage { loadState.next.beginning = now }
        unsafe g_object_ref(UnsafeMutableRawPointer(decision))
        nonisolated(unsafe) let decision = unsafe decision
        clock.schedule(after: Self.beginning, waitsForNetwork: !isPage) { [weak self] in
            MainActor.assumeIsolated {
                if let pause { self?.requests.resume(pause) }
                unsafe webkit_policy_decision_use(decision)
                unsafe g_object_unref(UnsafeMutableRawPointer(decision))
            }
        }
        return true
    }

    /// The delay.
    ///
    /// Scripts see whole milliseconds, rounded down; 5 microseconds absorb the
    /// floating-point error.
    private static let beginning = Duration.microseconds(1005)
}

/// What an address turns out to be, by its media type.
enum PageContent {
    /// A page, or a text or picture, which WebKit shows as one.
    case page
    /// A film.
    case video
    /// Sound alone.
    case audio
    /// A document that WebKit shows with a plug-in, without ever reporting that it has loaded (2.50.6).
    case document
    /// Pictures of which each replaces the one before, without end, as cameras send them. Each would be a document.
    case pictures

    /// The media type of ``pictures``.
    static let picturesType = "multipart/x-mixed-replace"

    /// Sorts a media type.
    init(type: String) {
        let type = type.lowercased()
        if type.hasPrefix("video/") || type == "application/ogg" {
            self = .video
        } else if type.hasPrefix("audio/") {
            self = .audio
        } else {
            self = type == "application/pdf" ? .document : type == Self.picturesType ? .pictures : .page
        }
    }

    /// Why it cannot be recorded, and what can be done with it, as sentences without a subject.
    ///
    /// - Parameter type: The media type; empty if WebKit does not know it.
    func explanation(of type: String) -> String {
        switch self {
        case .page: type.isEmpty ? "its type is not known." : "its type is \(type)."
        case .video:
            "it is a video (\(type)). pagereel compose makes videos of videos; to record it as a page, show it with "
                + "<video autoplay> in an HTML file."
        case .audio:
            "it is sound (\(type)). Pass it to --audio as the soundtrack of a page, or use pagereel compose."
        case .document:
            "it is a PDF document (\(type)). Turn its pages into pictures, for example with pdftoppm -png, and pass "
                + "those to pagereel images."
        case .pictures:
            "it is a stream of pictures without end (\(type)), as cameras send. Show it with <img> in an HTML file that "
                + "sends the start signal."
        }
    }
}
