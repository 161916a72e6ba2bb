internal import CGIO
internal import CWebKitGTK
internal import EngineLink

// The three ways in which a signal arrives.

extension PageView {
    /// Handles a navigation that is a signal.
    ///
    /// - Parameter action: What the page requested.
    /// - Returns: Whether it was a signal. If so, the navigation must not proceed.
    func takeSignal(_ action: OpaquePointer?) -> Bool {
        // Before a page has arrived, the navigation is the page's own load.
        guard let document = loadState.document else { return false }
        let request = unsafe webkit_navigation_action_get_request(action)
        let target = unsafe webkit_uri_request_get_uri(request).map { unsafe String(cString: $0) } ?? ""
        guard let signal = options.signalAddresses.signal(at: target, from: currentAddress) else { return false }
        let source = unsafe signalSources.sourceOfNavigation(to: target, referrer: Self.referrer(of: request))
        unsafe deliver(signal, by: .navigation, Self.navigation(of: action), from: source)
        if document.firstNavigation == nil {
            loadState.update { $0.firstNavigation = signal }
            if document.isComplete { checkParse(after: signal) }
        }
        return true
    }

    private static func referrer(of request: UnsafeMutablePointer<WebKitURIRequest>?) -> String? {
        guard let headers = unsafe webkit_uri_request_get_http_headers(request) else { return nil }
        return unsafe soup_message_headers_get_one(headers, "Referer").map { unsafe String(cString: $0) }
    }

    private static func navigation(of action: OpaquePointer?) -> SignalEvent.Navigation {
        switch unsafe webkit_navigation_action_get_navigation_type(action) {
        case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .link
        case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED, WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .form
        case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .history
        case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
        default: .script
        }
    }

    /// Handles a frame script's report about the source of signals.
    func receiveSource(_ value: UnsafeMutablePointer<JSCValue>) {
        if let note = unsafe SignalSources.Note(text(of: value)) { signalSources.take(note) }
    }

    /// Handles a message that the page posted: a string, or an object with `signal` and what belongs to it.
    func receiveMessage(_ value: UnsafeMutablePointer<JSCValue>) {
        let source = signalSources.sourceOfMessage()
        let signal: PageSignal?
        if unsafe jsc_value_is_object(value) != 0 {
            signal = unsafe text(of: "signal", in: value).flatMap {
                unsafe PageSignal(
                    word: $0, name: text(of: "name", in: value), text: text(of: "text", in: value),
                    duration: text(of: "duration", in: value, orNumber: true))
            }
        } else {
            signal = unsafe jsc_value_is_string(value) != 0 ? PageSignal(word: text(of: value)) : nil
        }
        if let signal {
            deliver(signal, by: .message, from: source)
        } else {
            let isCaption = unsafe jsc_value_is_object(value) != 0 && text(of: "signal", in: value) == "caption"
            let message = isCaption ? "caption without a text and a duration" : unsafe text(of: value)
            report(.unknownMessage(String(message.prefix(200))))
        }
    }

    /// Forwards a console message.
    func receiveConsoleMessage(_ value: UnsafeMutablePointer<JSCValue>) {
        unsafe report(.console(ConsoleLine(text(of: value))))
    }

    /// Reports a function that needs compositing.
    func receiveLayerUse(_ value: UnsafeMutablePointer<JSCValue>) {
        unsafe report(.usesLayers(String(text(of: value).prefix(100))))
    }

    /// Keeps what a document says of its local storage.
    func receiveStorage(_ value: UnsafeMutablePointer<JSCValue>) { unsafe storage.receive(text(of: value)) }

    /// Reports media that the page cannot play.
    func receiveMediaError(_ value: UnsafeMutablePointer<JSCValue>) {
        let media = unsafe text(of: value)
        let isHidden =
            options.isSandboxed && !address.isServed && media.hasPrefix("file:")
            && (address.isOutsideFolder(media) || address.file.map(Sandbox.hidesFolder) == true)
        let advice =
            isHidden
            ? "In the sandbox, a local page plays only files in its own folder, which must not be the home folder or a "
                + "folder of the system, such as /tmp. Move the page and its files, or use --serve."
            : "The file is missing or protected, or its format is unsupported; pagereel doctor shows missing codecs."
        report(.unplayable("The page could not play \(PageAddress.withoutCredentials(media)). \(advice)"))
    }

    /// Reports, once, that the page asks for something that the engine lacks.
    func receiveMissingFeature(_ value: UnsafeMutablePointer<JSCValue>) {
        guard let feature = unsafe MissingFeature(rawValue: text(of: value)) else { return }
        if feature == .distinctIDs, options.virtualTime?.hasDistinctDates == false {
            report(.repeatsIDs)
        } else {
            miss(feature)
        }
    }

    /// Reports what only the page's process knows, at the end of the page.
    package func reportMissingFeatures() {
        if sound?.losesTransparency(isPainted: options.rendering != .composited) == true { miss(.transparentVideo) }
        let shared = clock?.shared ?? pictures
        if shared?.lacksWorkerWebGL == true { miss(.workerWebGL) }
        if shared?.hasDelayedWebGL == true { miss(.delayedWebGL) }
    }

    /// Reports what the compositor now shows wrong, in a composited page.
    package func reportCompositingFaults() async {
        guard options.rendering == .composited, let faults = try? await answer(to: CompositingScripts.faults) else {
            return
        }
        for feature in faults.split(separator: ",") { MissingFeature(rawValue: String(feature)).map(miss) }
    }

    private func miss(_ feature: MissingFeature) {
        guard loadState.missing.insert(feature).inserted else { return }
        report(.lacking(feature.warning))
    }

    /// Answers a `fetch` or an image request for the signal scheme with an empty response.
    func answerSignalRequest(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
        let address = unsafe webkit_uri_scheme_request_get_uri(request).map { unsafe String(cString: $0) } ?? ""
        if let signal = options.signalAddresses.signal(at: address, from: currentAddress) {
            let headers = unsafe webkit_uri_scheme_request_get_http_headers(request)
            let referrer = unsafe soup_message_headers_get_one(headers, "Referer").map { unsafe String(cString: $0) }
            deliver(
                signal, by: .resource, from: signalSources.sourceOfNavigation(to: address, referrer: referrer))
        }
        let nothing = unsafe g_memory_input_stream_new()
        defer { unsafe g_object_unref(nothing) }
        let response = unsafe webkit_uri_scheme_response_new(nothing, 0)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(response)) }
        unsafe webkit_uri_scheme_response_set_status(response, 204, nil)
        let headers = unsafe soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
        unsafe soup_message_headers_append(headers, "Access-Control-Allow-Origin", "*")
        // The response takes ownership of the headers.
        unsafe webkit_uri_scheme_response_set_http_headers(response, headers)
        unsafe webkit_uri_scheme_request_finish_with_response(request, response)
    }

    /// Fails a request for the signal scheme after its view has closed.
    static func refuseSignalRequest(_ request: UnsafeMutablePointer<WebKitURISchemeRequest>) {
        let error = unsafe g_error_new_literal(
            g_io_error_quark(), CInt(G_IO_ERROR_CLOSED.rawValue), "The page has been closed")
        defer { unsafe g_error_free(error) }
        unsafe webkit_uri_scheme_request_finish_error(request, error)
    }

    private func deliver(
        _ signal: PageSignal, by channel: SignalEvent.Channel, _ navigation: SignalEvent.Navigation? = nil,
        from source: String? = nil
    ) {
        report(
            .signalled(
                SignalEvent(signal: signal, channel: channel, navigation: navigation, source: source, instant: now)))
    }

    private func text(of value: UnsafeMutablePointer<JSCValue>) -> String {
        guard let text = unsafe jsc_value_to_string(value) else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    /// The text of a property, or also its number; `nil` for other values.
    private func text(
        of property: String, in object: UnsafeMutablePointer<JSCValue>, orNumber: Bool = false
    ) -> String? {
        guard let value = unsafe jsc_value_object_get_property(object, property) else { return nil }
        defer { unsafe g_object_unref(value) }
        let isText = unsafe jsc_value_is_string(value) != 0 || orNumber && jsc_value_is_number(value) != 0
        return unsafe isText ? text(of: value) : nil
    }
}
