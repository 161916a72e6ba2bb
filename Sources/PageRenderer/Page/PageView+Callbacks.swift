internal import CGIO
internal import CWebKitGTK
internal import EngineLink

// Callbacks of WebKit's and GTK's signals. Each function enters the main actor, which is the thread
// that GLib emits on, and calls a method. The context is an unowned reference to the view, which
// disconnects before it is freed. The scheme's callback cannot be disconnected, so it has a weak
// reference.

extension PageView {
    /// Connects every callback.
    func connectCallbacks(
        context: UnsafeMutablePointer<WebKitWebContext>, content: UnsafeMutablePointer<WebKitUserContentManager>,
        view: UnsafeMutablePointer<GtkWidget>
    ) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback) {
            _ = unsafe recorder_connect(object, signal, callback, me)
        }
        let view = UnsafeMutableRawPointer(view)
        unsafe connect(view, "load-changed", unsafeBitCast(onLoadChanged as LoadChanged, to: GCallback.self))
        unsafe connect(view, "load-failed", unsafeBitCast(onLoadFailed as LoadFailed, to: GCallback.self))
        unsafe connect(
            view, "load-failed-with-tls-errors", unsafeBitCast(onTLSFailed as TLSFailed, to: GCallback.self))
        unsafe connect(view, "resource-load-started", unsafeBitCast(onRequest as Request, to: GCallback.self))
        unsafe connect(view, "decide-policy", unsafeBitCast(onDecidePolicy as DecidePolicy, to: GCallback.self))
        unsafe connect(view, "create", unsafeBitCast(onCreate as CreateWindow, to: GCallback.self))
        unsafe connect(view, "script-dialog", unsafeBitCast(onScriptDialog as Ask, to: GCallback.self))
        unsafe connect(view, "print", unsafeBitCast(onPrint as Ask, to: GCallback.self))
        unsafe connect(view, "permission-request", unsafeBitCast(onPermissionRequest as Ask, to: GCallback.self))
        unsafe connect(view, "run-file-chooser", unsafeBitCast(onRunFileChooser as Ask, to: GCallback.self))
        unsafe connect(view, "show-option-menu", unsafeBitCast(onShowOptionMenu as ShowMenu, to: GCallback.self))
        unsafe connect(view, "context-menu", unsafeBitCast(onContextMenu as ShowMenu, to: GCallback.self))
        unsafe connect(view, "run-color-chooser", unsafeBitCast(onRunColorChooser as Ask, to: GCallback.self))
        unsafe connect(view, "show-notification", unsafeBitCast(onShowNotification as Ask, to: GCallback.self))
        unsafe connect(view, "authenticate", unsafeBitCast(onAuthenticate as Ask, to: GCallback.self))
        unsafe connect(
            view, "web-process-terminated", unsafeBitCast(onProcessTerminated as Terminated, to: GCallback.self))
        unsafe connect(
            UnsafeMutableRawPointer(context), "download-started",
            unsafeBitCast(onDownloadStarted as Notify, to: GCallback.self))
        /// Registers a handler of messages for the worlds whose scripts may send them: the page's and the recorder's.
        func handle(_ name: String, _ callback: Notify, forPage: Bool = false, forRecorder: Bool = false) {
            unsafe connect(
                UnsafeMutableRawPointer(content), "script-message-received::\(name)",
                unsafe unsafeBitCast(callback, to: GCallback.self))
            if forPage { unsafe webkit_user_content_manager_register_script_message_handler(content, name) }
            if forRecorder {
                unsafe webkit_user_content_manager_register_script_message_handler_in_world(
                    content, name, PageScripts.world)
            }
        }
        unsafe handle(PageSignal.scheme, onScriptMessage, forPage: true)
        unsafe handle(PageScripts.consoleHandler, onConsoleMessage, forPage: options.reportsConsole)
        unsafe handle(PageScripts.errorHandler, onConsoleMessage, forRecorder: true)
        unsafe handle(
            SignalSourceScripts.handler, onSignalSource, forPage: options.tracesSignals,
            forRecorder: options.tracesSignals)
        unsafe handle(PageScripts.mediaHandler, onMediaError, forRecorder: true)
        unsafe handle(PageStorage.handler, onStorage, forRecorder: options.state != nil || options.savesState)
        unsafe handle(LayerScripts.handler, onLayerUse, forPage: options.rendering != .composited)
        unsafe handle(MissingFeature.handler, onMissingFeature, forPage: true, forRecorder: true)
        unsafe connect(
            UnsafeMutableRawPointer(content), "script-message-with-reply-received::\(ScriptRunner.handler)",
            unsafe unsafeBitCast(onScriptRequest as AskValue, to: GCallback.self))
        unsafe webkit_user_content_manager_register_script_message_handler_with_reply(
            content, ScriptRunner.handler, PageScripts.world)
        unsafe registerScheme(in: context)
    }

    /// Disconnects every callback; no callback runs afterward.
    func disconnectCallbacks(
        context: UnsafeMutablePointer<WebKitWebContext>, content: UnsafeMutablePointer<WebKitUserContentManager>,
        view: UnsafeMutablePointer<GtkWidget>
    ) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        let objects = unsafe [
            UnsafeMutableRawPointer(context), UnsafeMutableRawPointer(content), UnsafeMutableRawPointer(view),
        ]
        unsafe objects.forEach {
            unsafe recorder_disconnect($0, me)
        }
        unsafe webkit_user_content_manager_unregister_script_message_handler(content, PageSignal.scheme)
    }

    /// Registers the signals' URL scheme, so that `fetch` and images can use it.
    ///
    /// A scheme cannot be unregistered: the context may outlive this view and still request its
    /// URLs.
    private func registerScheme(in context: UnsafeMutablePointer<WebKitWebContext>) {
        unsafe webkit_web_context_register_uri_scheme(
            context, PageSignal.scheme, onSchemeRequest, WeakBox<PageView>.retain(self), forgetScheme)
        let security = unsafe webkit_web_context_get_security_manager(context)
        // Secure, because an https page could not request it otherwise; CORS, because `fetch` would
        // fail before the request is sent.
        unsafe webkit_security_manager_register_uri_scheme_as_secure(security, PageSignal.scheme)
        unsafe webkit_security_manager_register_uri_scheme_as_cors_enabled(security, PageSignal.scheme)
    }

    // MARK: Animated pictures

    /// Follows a resource that the page loads; one of style sheets may be an animated picture.
    func watchPicture(_ resource: UnsafeMutableRawPointer) {
        _ = unsafe recorder_connect_owned(
            resource, "finished", unsafeBitCast(onFinish as Finish, to: GCallback.self), WeakBox<PageView>.retain(self),
            { context, _ in unsafe WeakBox<PageView>.release(context) })
    }

    fileprivate func pictureArrived(_ resource: UnsafeMutablePointer<WebKitWebResource>) {
        guard isOpen,
            // WebKit has no response for a resource that failed to load.
            let response = unsafe webkit_web_resource_get_response(resource),
            let type = unsafe webkit_uri_response_get_mime_type(response),
            unsafe PictureScripts.types.contains(String(cString: type)),
            let address = unsafe webkit_web_resource_get_uri(resource)
        else { return }
        unsafe startEvaluation(PictureScripts.arrived([String(cString: address)])) { _ in }
    }
}

private typealias Object = UnsafeMutableRawPointer
private typealias LoadChanged = @convention(c) (Object?, WebKitLoadEvent, Object?) -> Void
private typealias LoadFailed =
    @convention(c) (
        Object?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafeMutablePointer<GError>?, Object?
    ) -> gboolean
private typealias TLSFailed =
    @convention(c) (
        Object?, UnsafePointer<CChar>?, Object?, GTlsCertificateFlags, Object?
    ) -> gboolean
private typealias DecidePolicy = @convention(c) (Object?, Object?, WebKitPolicyDecisionType, Object?) -> gboolean
private typealias CreateWindow = @convention(c) (Object?, Object?, Object?) -> Object?
private typealias Ask = @convention(c) (Object?, Object?, Object?) -> gboolean
private typealias ShowMenu = @convention(c) (Object?, Object?, Object?, Object?, Object?) -> gboolean
private typealias AskValue =
    @convention(c) (Object?, UnsafeMutablePointer<JSCValue>?, OpaquePointer?, Object?) -> gboolean
private typealias Notify = @convention(c) (Object?, Object?, Object?) -> Void
private typealias Request = @convention(c) (Object?, Object?, Object?, Object?) -> Void
private typealias Terminated = @convention(c) (Object?, WebKitWebProcessTerminationReason, Object?) -> Void

/// Runs a method of the view on the main actor.
///
/// Pointers from C are used at once and on this thread, which is the main actor's. The compiler
/// cannot see that, hence `unsafe`.
private func withView<Lent, Result: Sendable>(
    _ context: UnsafeMutableRawPointer?, lending lent: Lent, or fallback: Result,
    _ body: @MainActor (PageView, Lent) -> Result
) -> Result {
    guard let context = unsafe context else { return fallback }
    let view = unsafe Unmanaged<PageView>.fromOpaque(context)
    nonisolated(unsafe) let lent = lent
    return MainActor.assumeIsolated { unsafe body(view.takeUnretainedValue(), lent) }
}

/// Runs a method that takes no pointers from C.
private func withView(_ context: UnsafeMutableRawPointer?, _ body: @MainActor (PageView) -> Void) {
    unsafe withView(context, lending: (), or: ()) { view, _ in body(view) }
}

/// Runs a method that takes a message.
private func withMessage(
    _ result: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?,
    _ body: @MainActor (PageView, UnsafeMutablePointer<JSCValue>) -> Void
) {
    guard let value = unsafe webkit_javascript_result_get_js_value(result.map { OpaquePointer($0) }) else { return }
    unsafe withView(context, lending: value, or: ()) { unsafe body($0, $1) }
}

private func onLoadChanged(view: Object?, event: WebKitLoadEvent, context: Object?) {
    unsafe withView(context) { $0.loadChanged(to: event) }
}

private func onLoadFailed(
    view: Object?, event: WebKitLoadEvent, address: UnsafePointer<CChar>?, error: UnsafeMutablePointer<GError>?,
    context: Object?
) -> gboolean {
    unsafe withView(context, lending: (address, error), or: ()) {
        unsafe $0.loadFailed(address: $1.0, error: $1.1, isCommitted: event == WEBKIT_LOAD_COMMITTED)
    }
    return 1
}

private func onTLSFailed(
    view: Object?, address: UnsafePointer<CChar>?, certificate: Object?, errors: GTlsCertificateFlags, context: Object?
) -> gboolean {
    unsafe withView(context, lending: address, or: ()) { unsafe $0.tlsFailed(address: $1, errors: errors) }
    return 1
}

private func onRequest(view: Object?, resource: Object?, request: Object?, context: Object?) {
    guard let resource = unsafe resource else { return }
    unsafe withView(context, lending: (resource, request), or: ()) { view, lent in
        unsafe view.requests.watch(lent.0, for: lent.1)
        unsafe view.requestLog?.watch(lent.0, for: lent.1)
        unsafe view.watchPicture(lent.0)
    }
}

private func onDecidePolicy(
    view: Object?, decision: Object?, kind: WebKitPolicyDecisionType, context: Object?
) -> gboolean {
    guard let decision = unsafe decision?.assumingMemoryBound(to: WebKitPolicyDecision.self) else { return 0 }
    return unsafe withView(context, lending: decision, or: false) { unsafe $0.decidePolicy($1, of: kind) } ? 1 : 0
}

private func onCreate(view: Object?, action: Object?, context: Object?) -> Object? {
    guard let action = unsafe action else { return nil }
    unsafe withView(context, lending: OpaquePointer(action), or: ()) { unsafe $0.declineWindow($1) }
    return nil
}

private func onScriptDialog(view: Object?, dialog: Object?, context: Object?) -> gboolean {
    guard let dialog = unsafe dialog else { return 0 }
    unsafe withView(context, lending: OpaquePointer(dialog), or: ()) { unsafe $0.declineDialog($1) }
    return 1
}

private func onPrint(view: Object?, operation: Object?, context: Object?) -> gboolean {
    unsafe withView(context) { $0.decline("print itself") }
    return 1
}

private func onPermissionRequest(view: Object?, request: Object?, context: Object?) -> gboolean {
    guard let request = unsafe request else { return 0 }
    unsafe withView(context, lending: request, or: ()) { unsafe $0.declinePermission($1) }
    return 1
}

private func onRunFileChooser(view: Object?, request: Object?, context: Object?) -> gboolean {
    nonisolated(unsafe) let request = unsafe request?.assumingMemoryBound(to: WebKitFileChooserRequest.self)
    unsafe withView(context) { unsafe $0.chooseFiles(request) }
    return 1
}

private func onContextMenu(
    view: Object?, menu: Object?, event: Object?, hit: Object?, context: Object?
) -> gboolean {
    // A menu is another window, which a video does not show, and it would stay open.
    1
}

private func onRunColorChooser(view: Object?, request: Object?, context: Object?) -> gboolean {
    unsafe webkit_color_chooser_request_cancel(request?.assumingMemoryBound(to: WebKitColorChooserRequest.self))
    unsafe withView(context) { $0.decline("choose a color") }
    return 1
}

private func onShowOptionMenu(
    view: Object?, menu: Object?, event: Object?, place: Object?, context: Object?
) -> gboolean {
    guard let menu = unsafe menu?.assumingMemoryBound(to: WebKitOptionMenu.self) else { return 0 }
    unsafe withView(context, lending: menu, or: ()) { unsafe $0.closeMenu($1) }
    return 1
}

private func onShowNotification(view: Object?, notification: Object?, context: Object?) -> gboolean {
    unsafe withView(context) { $0.decline("show a notification") }
    return 1
}

private func onAuthenticate(view: Object?, request: Object?, context: Object?) -> gboolean {
    guard let request = unsafe request?.assumingMemoryBound(to: WebKitAuthenticationRequest.self) else { return 0 }
    unsafe withView(context, lending: request, or: ()) { unsafe $0.answerAuthentication($1) }
    return 1
}

private func onProcessTerminated(view: Object?, reason: WebKitWebProcessTerminationReason, context: Object?) {
    unsafe withView(context) { $0.processTerminated() }
}

private func onDownloadStarted(web: Object?, download: Object?, context: Object?) {
    unsafe webkit_download_cancel(download?.assumingMemoryBound(to: WebKitDownload.self))
    unsafe withView(context) { $0.decline("download a file") }
}

private func onScriptMessage(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveMessage($1) }
}

private func onConsoleMessage(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveConsoleMessage($1) }
}

private func onScriptRequest(
    content: Object?, value: UnsafeMutablePointer<JSCValue>?, reply: OpaquePointer?, context: Object?
) -> gboolean {
    guard let value = unsafe value, let reply = unsafe reply else { return 0 }
    unsafe withView(context, lending: (value, reply), or: ()) { unsafe $0.scriptRunner.receive($1.0, replyTo: $1.1) }
    return 1
}

private func onMediaError(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveMediaError($1) }
}

private func onStorage(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveStorage($1) }
}

private func onLayerUse(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveLayerUse($1) }
}

private func onMissingFeature(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveMissingFeature($1) }
}

private func onSignalSource(content: Object?, result: Object?, context: Object?) {
    unsafe withMessage(result, context) { unsafe $0.receiveSource($1) }
}

/// The context is a ``WeakBox``: after the view has closed, it is empty.
private func onSchemeRequest(request: UnsafeMutablePointer<WebKitURISchemeRequest>?, context: gpointer?) {
    guard let request = unsafe request, let context = unsafe context else { return }
    nonisolated(unsafe) let (asked, owner) = unsafe (request, context)
    MainActor.assumeIsolated {
        if let view = unsafe WeakBox<PageView>.object(of: owner), view.isOpen {
            unsafe view.answerSignalRequest(asked)
        } else {
            unsafe PageView.refuseSignalRequest(asked)
        }
    }
}

private func forgetScheme(context: gpointer?) { unsafe WeakBox<PageView>.release(context) }

private typealias Finish = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

private func onFinish(resource: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?) {
    guard let resource = unsafe resource, let context = unsafe context else { return }
    nonisolated(unsafe) let (finished, owner) = unsafe (resource, context)
    MainActor.assumeIsolated {
        guard let view = unsafe WeakBox<PageView>.object(of: owner) else { return }
        unsafe view.pictureArrived(finished.assumingMemoryBound(to: WebKitWebResource.self))
    }
}
