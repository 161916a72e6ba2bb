internal import CWebKitGTK
package import EngineLink
internal import Frames
private import Glibc

/// A web page off screen: loads it, receives its signals, and draws it.
///
/// One GTK window on a private display holds one WebKit view. Everything
/// happens on the main actor; events arrive through one closure.
@MainActor
@safe package final class PageView {
    /// How the page is shown.
    package let options: PageOptions
    /// The address that was requested.
    package let address: PageAddress

    let report: @MainActor (PageEvent) -> Void
    let loadState = PageLoadState()
    /// Runs the recorder's scripts in the page.
    let scriptRunner = ScriptRunner()
    /// Sets and reads the page's local storage.
    let storage: PageStorage
    /// Which frame sent which signal, if sources are traced.
    var signalSources = SignalSources()

    /// The page's virtual clock; `nil` in real time.
    package let clock: VirtualClock?
    /// The pending requests, which may stop the virtual clock.
    package let requests: PageRequests
    /// The requests with their answers; `nil` if they are not reported.
    package private(set) var requestLog: RequestLog?
    /// The memory of pictures shared with the processes of a real-time page.
    let pictures: SharedClock?
    /// The memory of the page's sound; `nil` if it is not recorded.
    let sound: SharedSound?
    /// Why the page's sound cannot be recorded, although it should be if possible.
    package let soundFailure: PageError?

    let context: UnsafeMutablePointer<WebKitWebContext>
    let content: UnsafeMutablePointer<WebKitUserContentManager>
    let window: UnsafeMutablePointer<GtkWidget>
    let widget: UnsafeMutablePointer<GtkWidget>
    private(set) var isOpen = true

    /// Whether the page has painted something since the view was last drawn.
    package internal(set) var isDamaged = true
    /// The rows of the view's pictures that may have changed since ``takeChangedRows()``, in device pixels.
    var changedRows: RangeSet<Int>
    /// Whether the view has a picture of the page yet.
    ///
    /// The page's process paints some milliseconds after the page considers itself painted. Until
    /// then the view draws nothing, or the white of the empty document before the page. So the page
    /// itself must have rendered, and something must have been painted.
    package var hasPicture: Bool {
        switch picture {
        case .present: return true
        case .none, .drawn: return false
        case .painted:
            // A transparent page may draw nothing.
            guard clock != nil || loadState.hasRendered, options.isTransparent || drawsSomething() else { return false }
            picture = .present
            return true
        }
    }

    /// The progress of the page's first picture.
    var picture = PictureState.none
    /// Whether the list of a `<select>` would be open, had it not been closed.
    var hasOpenList = false
    /// How many documents have begun to arrive.
    var documentCount = 0
    /// The files that a step gives to the next field that asks, as absolute paths.
    var filesToChoose: [String] = [] { didSet { refusesSeveralFiles = false } }
    /// Whether a field that takes one file has asked when a step had several.
    var refusesSeveralFiles = false
    private var memoryWatch: MemoryWatch?
    /// Who draws what the page has painted.
    var drawing = Drawing.byGTK

    /// Who draws what the page has painted.
    enum Drawing {
        /// GTK, at its display's refreshes.
        case byGTK
        /// This view alone.
        case held
        /// This view, which is about to acknowledge the page's picture.
        case acknowledging
    }

    /// Opens an empty view; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - address: The page.
    ///   - options: How the page is shown.
    ///   - onEvent: Receives the page's events synchronously, on the main actor.
    /// - Throws: `missingComponent` or `invalidPlan`.
    package init(
        address: PageAddress, options: PageOptions, onEvent: @escaping @MainActor (PageEvent) -> Void
    ) throws(PageError) {
        self.address = address
        self.options = options
        changedRows = RangeSet(0..<options.pixelSize.height)
        report = onEvent
        if options.isSandboxed { try Sandbox.check() }
        try PageEnvironment.prepare(pixelSize: options.pixelSize, scale: options.scale.screen)
        PageEnvironment.setPreferences(dark: options.prefersDark, reducedMotion: options.prefersReducedMotion)
        var sound: SharedSound?
        var soundFailure: PageError?
        do throws(PageError) {
            sound = try PageSharing.shareSound(isRecorded: options.sound != .off, waits: options.virtualTime != nil)
        } catch {
            if options.sound == .required { throw error }
            soundFailure = error
        }
        self.sound = sound
        self.soundFailure = soundFailure
        try PageSharing.shareBlockedAddresses(Self.contentRules(options, of: address)?.filters ?? [])
        try PageSharing.shareAuthorities(options.certificateAuthorities)
        let stops = options.reportsActivity ? ClockStops() : nil
        clock = try options.virtualTime.map { time throws(PageError) in
            try PageSharing.startClock(time, sound: sound, stops: stops)
        }
        pictures = clock == nil ? PageSharing.sharePictures() : nil
        requests = PageRequests(stopping: clock, stopsForAll: options.virtualTime?.waitsForNetwork == true)
        PageSharing.setTimeZone(options.timeZone)

        PageEnvironment.keepNetworkProcess()
        unsafe context = Self.makeContext(options, for: address)
        unsafe content = webkit_user_content_manager_new()
        unsafe widget = recorder_new_web_view(context, content)
        unsafe window = gtk_window_new(GTK_WINDOW_TOPLEVEL)

        unsafe PageScripts.install(options, of: address, into: content)
        unsafe storage = PageStorage(options, in: content)
        if options.reportsActivity { requestLog = RequestLog(of: self) }
        applySettings()
        showThrough()
        unsafe connectCallbacks(context: context, content: content, view: widget)
        showWindow()
        watchDamage()
        if clock != nil || options.rendering != .composited { holdDrawing() }
    }

    isolated deinit { close() }

    /// Closes the page and ends its processes; no event is reported afterwards.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe disconnectCallbacks(context: context, content: content, view: widget)
        scriptRunner.reset()
        storage.close()
        if let clock {
            clock.end()
            PageSharing.endClock()
        }
        if let pictures { PageSharing.endSharing(pictures) }
        PageSharing.endSound()
        unsafe gtk_widget_destroy(window)
        unsafe g_object_unref(UnsafeMutableRawPointer(content))
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        PageEnvironment.setPreferences(dark: false, reducedMotion: false)
    }

    /// The page's current time.
    package var now: PageInstant { clock?.instant ?? .realNow }

    /// The document's title, or its address if the document has no title.
    ///
    /// WebKit cuts it at about 1,000 characters.
    package var title: String {
        let title = unsafe webkit_web_view_get_title(webView).map { unsafe String(cString: $0) } ?? ""
        return title.isEmpty ? address.description : title
    }

    /// The page's current address, without credentials.
    package var currentAddress: String {
        unsafe webkit_web_view_get_uri(webView).map { unsafe PageAddress.withoutCredentials(String(cString: $0)) }
            ?? address.description
    }

    /// The time origin of the current document; in real time, when its response arrived.
    package var documentBeginning: PageInstant { loadState.document?.beginning ?? now }

    /// The HTTP status of the current document; `nil` for a file.
    package var documentStatus: Int? { loadState.document?.status }

    /// Whether a document or something that its load event waits for is being loaded.
    package var isLoading: Bool { unsafe webkit_web_view_is_loading(webView) != 0 }

    /// Whether any document has begun to arrive.
    package var hasArrived: Bool { loadState.hasDocument }

    /// Whether the current document has been loaded, with its resources.
    package var isLoaded: Bool { loadState.document?.isComplete ?? false }

    var webView: UnsafeMutablePointer<WebKitWebView> { unsafe recorder_web_view(widget) }

    // MARK: Loading

    /// Starts to load the page; events report progress.
    package func load() {
        requests.awaitDocument()
        memoryWatch = options.memoryLimit.map { limit in
            MemoryWatch(limit: limit) { [weak self] in self?.endProcess($0) }
        }
        let rules = Self.contentRules(options, of: address)
        guard rules != nil || hasCookies else { return request() }
        Task {
            do throws(PageError) {
                if let rules { try await install(rules) }
                try await storeCookies()
                if isOpen { request() }
            } catch {
                report(.failed(error))
            }
        }
    }

    /// Requests the page.
    func request() {
        let request = unsafe webkit_uri_request_new(address.uri)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(request)) }
        // WebKit supports no headers for schemes other than http.
        if !options.headers.isEmpty, let headers = unsafe webkit_uri_request_get_http_headers(request) {
            for field in options.headers { unsafe soup_message_headers_append(headers, field.name, field.value) }
        }
        unsafe webkit_web_view_load_request(webView, request)
    }

    /// Whether the page's process runs.
    package var isAlive: Bool {
        if case .running = loadState.process { isOpen } else { false }
    }

    /// Kills the page's process, for example when it hangs.
    package func terminate() {
        guard isOpen else { return }
        loadState.process = .terminated
        unsafe webkit_web_view_terminate_web_process(webView)
    }

    // MARK: Setting up

    private func showWindow() {
        let size = options.scale.screenSize(of: options.size)
        unsafe gtk_window_set_decorated(recorder_window(window), 0)
        unsafe gtk_window_set_default_size(recorder_window(window), gint(size.width), gint(size.height))
        unsafe gtk_widget_set_size_request(widget, gint(size.width), gint(size.height))
        unsafe gtk_container_add(recorder_container(window), widget)
        unsafe gtk_window_move(recorder_window(window), 0, 0)
        unsafe gtk_widget_show_all(window)
        unsafe recorder_keep_focus(window, widget)
        // Without a window manager no window is ever active. Then nothing in the page matches `:focus`,
        // and no caret is drawn. After ten seconds WebKit discards the painted content of an inactive
        // window (DrawingAreaProxyCoordinatedGraphics.cpp). An update in progress would then be drawn
        // onto an empty picture.
        unsafe recorder_focus(window)
    }
}

/// What a page did, as its view reports it.
package enum PageEvent: Sendable {
    /// A document has begun to arrive and has replaced the page before it.
    case committed
    /// The document and its subresources have been loaded.
    case loaded
    /// The page cannot be shown.
    case failed(PageError)
    /// The document is incomplete, for example because the connection was lost. The text is a whole
    /// sentence.
    case brokeOff(String)
    /// The page sent a signal.
    case signalled(SignalEvent)
    /// The page sent a message that is not a signal.
    case unknownMessage(String)
    /// The page requested something that recordings do not support, such as a dialog, and it was
    /// declined. The text is a whole sentence.
    case declined(String)
    /// The page cannot play an `<audio>` or a `<video>`. The text is whole sentences.
    case unplayable(String)
    /// The page uses a function whose results only compositing shows at their time, for the first time. The
    /// text names it.
    case usesLayers(String)
    /// Elements of the page share an id that was made from the date. Never reported if dates are distinct.
    case repeatsIDs
    /// The page asks for something that the engine lacks. The text is whole sentences.
    case lacking(String)
    /// A console message or an uncaught error.
    case console(ConsoleLine)
    /// A request has ended, if ``PageOptions/reportsActivity`` is set.
    case requested(LoggedRequest)
    /// The page hit a known engine problem; the text names it and a workaround.
    case trapped(String)
    /// The page did not answer in time, and was ended.
    case hung
    /// The page's process crashed.
    case crashed
    /// The page's process was killed because it used more than ``PageOptions/memoryLimit``.
    case outgrewMemory
}

/// The progress of a page's first picture in a view.
enum PictureState {
    /// The view has drawn nothing, and the page has painted nothing.
    case none
    /// The view has drawn something, perhaps an empty document, and nothing was painted since the
    /// page began to arrive.
    ///
    /// - Parameter ofPage: Whether the page had begun to arrive by then.
    case drawn(ofPage: Bool)
    /// Something was painted since the page began to arrive.
    case painted
    /// The view has a picture of the page.
    case present
}
