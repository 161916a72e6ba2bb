private import CDisplayRefresh
internal import CWebKitGTK
public import Frames
private import Glibc

/// A web page off screen: loads it, hears what it says, and draws it.
///
/// One GTK window in a private display holds one WebKit view. Everything
/// happens on the main actor; what the page does arrives through one closure.
@MainActor
public final class PageView {
    /// How the page is shown.
    public let options: PageOptions
    /// The address that was asked for.
    public let address: PageAddress

    let report: @MainActor (PageEvent) -> Void
    let loadState = PageLoadState()
    /// Which frame sent what, if that is to be found out.
    var signalSources = SignalSources()

    /// The page's own time, if it does not live in real time.
    public let clock: VirtualClock?
    /// What holds that time.
    let requests: PageRequests?
    /// What is shared with the processes of a page in real time.
    private let pictures: SharedClock?

    let context: UnsafeMutablePointer<WebKitWebContext>
    private let content: UnsafeMutablePointer<WebKitUserContentManager>
    private let window: UnsafeMutablePointer<GtkWidget>
    let widget: UnsafeMutablePointer<GtkWidget>
    private(set) var isOpen = true

    /// Whether something of the page was painted since it was last drawn.
    public private(set) var isDamaged = true
    /// Whether the view has a picture of the page yet.
    ///
    /// The page's process paints some milliseconds after the page believes
    /// that it is painted. Until then the view draws nothing at all, or the
    /// white of the empty document before the page. So there must have been
    /// rendering updates of the page itself, and something painted.
    public var hasPicture: Bool {
        if !isPictured {
            // A transparent page may well draw nothing.
            isPictured =
                isPainted && (clock != nil || loadState.hasRendered) && (options.isTransparent || drawsSomething())
        }
        return isPictured
    }

    private var isPictured = false
    /// Whether something was painted since the page began to arrive.
    private var isPainted = false
    /// Whether the view has drawn anything yet, an empty document too.
    private var hasDrawn = false
    /// Whether the page had begun to arrive when the view first drew.
    private var beganWithPage = false

    /// Opens an empty view; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - address: The page.
    ///   - options: How it is shown.
    ///   - onEvent: Hears what the page does, on the main actor, at once.
    /// - Throws: `missingComponent` or `invalidOption`.
    public init(
        address: PageAddress, options: PageOptions, onEvent: @escaping @MainActor (PageEvent) -> Void
    ) throws(PageError) {
        self.address = address
        self.options = options
        report = onEvent
        if options.isSandboxed { try Sandbox.check() }
        try PageEnvironment.prepare(pixelSize: options.pixelSize, scale: options.scale)
        PageEnvironment.setPrefersDark(options.prefersDark)
        clock = try options.virtualTime.map { time throws(PageError) in try PageEnvironment.startClock(time) }
        pictures = clock == nil ? PageEnvironment.sharePictures() : nil
        requests = options.virtualTime?.waitsForNetwork == true ? clock.map(PageRequests.init) : nil
        PageEnvironment.setTimeZone(options.timeZone)

        context = Self.makeContext(options, for: address)
        content = webkit_user_content_manager_new()
        widget = recorder_new_web_view(context, content)
        window = gtk_window_new(GTK_WINDOW_TOPLEVEL)

        PageScripts.install(options, into: content)
        applySettings()
        showThrough()
        addCookies()
        connectCallbacks(context: context, content: content, view: widget)
        showWindow()
        watchDamage()
        if clock != nil || options.rendering != .composited { holdDrawing() }
    }

    isolated deinit { close() }

    /// Ends the page and its processes; nothing is reported after.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        disconnectCallbacks(context: context, content: content, view: widget)
        if let clock {
            clock.end()
            PageEnvironment.endClock()
        }
        if let pictures { PageEnvironment.endSharing(pictures) }
        gtk_widget_destroy(window)
        g_object_unref(UnsafeMutableRawPointer(content))
        g_object_unref(UnsafeMutableRawPointer(context))
        PageEnvironment.setPrefersDark(false)
    }

    /// Addresses of the requests that hold the page's virtual time.
    public var requestsUnderWay: [String] { requests?.addresses ?? [] }

    /// What time it is for the page, on the clock that recordings are timed
    /// by.
    public var now: RecordingClock.Instant { clock?.instant ?? SuspendingClock.now }

    /// The document's title, or its address without one.
    ///
    /// WebKit cuts it at about 1,000 characters.
    public var title: String {
        let title = webkit_web_view_get_title(webView).map { String(cString: $0) } ?? ""
        return title.isEmpty ? address.description : title
    }

    /// Where the page is now, without a user name and password.
    public var currentAddress: String {
        webkit_web_view_get_uri(webView).map { PageAddress.withoutCredentials(String(cString: $0)) }
            ?? address.description
    }

    /// Whether any document has begun to arrive.
    public var hasArrived: Bool { loadState.hasCommitted }

    var webView: UnsafeMutablePointer<WebKitWebView> { recorder_web_view(widget) }

    // MARK: Loading

    /// Begins to load the page; events tell how it goes.
    public func load() {
        let request = webkit_uri_request_new(address.uri)
        defer { g_object_unref(UnsafeMutableRawPointer(request)) }
        // WebKit has no header block for schemes other than http.
        if !options.headers.isEmpty, let headers = webkit_uri_request_get_http_headers(request) {
            for field in options.headers { soup_message_headers_append(headers, field.name, field.value) }
        }
        requests?.awaitDocument()
        webkit_web_view_load_request(webView, request)
    }

    /// Ends the page's process at once, as after a hang.
    public func terminate() {
        guard isOpen else { return }
        loadState.isTerminating = true
        webkit_web_view_terminate_web_process(webView)
    }

    // MARK: Pictures

    /// Draws the visible area as the view has it now.
    ///
    /// - Parameter buffer: Memory of the size ``PageOptions/pixelSize``, not
    ///   yet published.
    public func draw(into buffer: PixelBuffer) {
        guard isOpen else { return }
        noteFirstDrawing()
        isDamaged = false
        if !hasPicture {
            // White, or nothing at all, as an empty page is, in place of what
            // the memory held.
            _ = buffer.withMutableBytes {
                $0.initializeMemory(as: UInt8.self, repeating: buffer.hasAlpha ? 0 : 0xff)
            }
            guard loadState.hasCommitted else { return }
        }
        drawOnSurface(over: buffer) { picture in gtk_widget_draw(widget, picture) }
    }

    /// Asks WebKit to paint the visible area anew.
    ///
    /// - Parameter buffer: Memory of the size ``PageOptions/pixelSize``, not
    ///   yet published.
    /// - Returns: Whether there was a picture; none comes from a page that
    ///   is gone.
    public func snapshot(into buffer: PixelBuffer) async -> Bool {
        guard isOpen else { return false }
        isDamaged = false
        let answer = await withCheckedContinuation { (continuation: CheckedContinuation<Surface?, Never>) in
            webkit_web_view_get_snapshot(
                webView, WEBKIT_SNAPSHOT_REGION_VISIBLE,
                options.isTransparent ? WEBKIT_SNAPSHOT_OPTIONS_TRANSPARENT_BACKGROUND : WEBKIT_SNAPSHOT_OPTIONS_NONE,
                nil, finishSnapshot,
                CallbackBox.retain(continuation))
        }
        guard let answer else { return false }
        drawOnSurface(over: buffer) { picture in
            cairo_set_source_surface(picture, answer.raw, 0, 0)
            cairo_paint(picture)
        }
        return true
    }

    /// Runs a drawing with a Cairo context over the buffer's memory, in CSS
    /// pixels.
    private func drawOnSurface(over buffer: PixelBuffer, _ draw: (OpaquePointer) -> Void) {
        precondition(buffer.size == options.pixelSize, "a picture has the size of the page")
        buffer.withMutableBytes { bytes in
            // Drawing does not cover what the memory held.
            if buffer.hasAlpha { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
            let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard
                let surface = cairo_image_surface_create_for_data(
                    pixels, buffer.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, CInt(buffer.size.width),
                    CInt(buffer.size.height), CInt(buffer.stride)),
                let picture = cairo_create(surface)
            else { return }
            cairo_surface_set_device_scale(surface, Double(options.scale), Double(options.scale))
            cairo_destroy(picture)
            if let scaled = cairo_create(surface) {
                draw(scaled)
                cairo_destroy(scaled)
            }
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }

    /// Whether the view covers the pixel in its middle with anything.
    ///
    /// Damage alone does not say so: the display server reports some of its
    /// own when a window comes up. The whole view is drawn: WebKit draws
    /// nothing into a surface of one pixel.
    private func drawsSomething() -> Bool {
        let size = options.size
        guard isOpen, let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(size.width), CInt(size.height))
        else { return false }
        defer { cairo_surface_destroy(surface) }
        guard let picture = cairo_create(surface) else { return false }
        gtk_widget_draw(widget, picture)
        cairo_destroy(picture)
        cairo_surface_flush(surface)
        guard let pixels = cairo_image_surface_get_data(surface) else { return false }
        let middle = size.height / 2 * Int(cairo_image_surface_get_stride(surface)) + size.width / 2 * 4
        return UnsafeRawPointer(pixels).load(fromByteOffset: middle, as: UInt32.self) >> 24 == 0xff
    }

    /// Notes whether the first that the view draws may be of the page.
    ///
    /// A view without layers that is to draw before anything was painted has
    /// the page paint at once (DrawingAreaProxyCoordinatedGraphics.cpp), and
    /// that is no damage.
    private func noteFirstDrawing() {
        guard !hasDrawn, options.isTransparent || drawsSomething() else { return }
        hasDrawn = true
        beganWithPage = loadState.hasCommitted
    }

    /// Takes what the view first drew for the page's picture, if it can be:
    /// the page has rendered since, and nothing was damaged.
    func acceptFirstDrawing() {
        if beganWithPage { isPainted = true }
    }

    fileprivate func damage() {
        isDamaged = true
        if loadState.hasCommitted { isPainted = true }
    }

    /// Whether the display's next refresh waits to be let through: if not,
    /// nothing in the page wants to render.
    var wantsRefresh: Bool { display_refresh_is_pending() || clock?.isDisplayHeld == true }

    /// Lets the display of a page with a virtual clock refresh once.
    func refresh() {
        clock?.countRefresh()
        _ = display_refresh_release()
    }

    /// Takes over what the page has painted, as ``draw(into:)`` does, without
    /// looking at it.
    func takeOverPicture() {
        guard isOpen else { return }
        noteFirstDrawing()
        isDamaged = false
        let size = options.size
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(size.width), CInt(size.height)),
            let picture = cairo_create(surface)
        else { return }
        cairo_rectangle(picture, 0, 0, 1, 1)
        cairo_clip(picture)
        gtk_widget_draw(widget, picture)
        cairo_destroy(picture)
        cairo_surface_destroy(surface)
    }

    /// Leaves it to ``draw(into:)`` alone when the view takes over what the
    /// page has painted.
    ///
    /// A compositor goes on with its next picture then, and on a virtual clock
    /// must not do so at a moment that GTK chooses; in real time it may not
    /// have to wait for a frame of the video. A page that is painted goes on
    /// by itself, and the display, which nobody looks at, need not have it.
    private func holdDrawing() {
        if let surface = gtk_widget_get_window(window) { gdk_window_freeze_updates(surface) }
    }

    // MARK: Setting up

    private func showWindow() {
        let size = options.size
        gtk_window_set_decorated(recorder_window(window), 0)
        gtk_window_set_default_size(recorder_window(window), gint(size.width), gint(size.height))
        gtk_widget_set_size_request(widget, gint(size.width), gint(size.height))
        gtk_container_add(recorder_container(window), widget)
        gtk_window_move(recorder_window(window), 0, 0)
        gtk_widget_show_all(window)
        gtk_widget_grab_focus(widget)
        // Without a window manager no window is ever active, and what has been
        // painted for one that is not WebKit throws away after ten seconds
        // (DrawingAreaProxyCoordinatedGraphics.cpp). An update that is on its
        // way then comes into an empty picture.
        recorder_announce_focus(window)
    }

    /// Hears of every painted area before GDK's frame clock does.
    private func watchDamage() {
        guard let surface = gtk_widget_get_window(widget) else { return }
        g_object_set_data(widget.asObject, damageKey, Unmanaged.passUnretained(self).toOpaque())
        gdk_window_set_invalidate_handler(surface, noteDamage)
    }
}

private let damageKey = "pagereel-view"

extension UnsafeMutablePointer<GtkWidget> {
    fileprivate var asObject: UnsafeMutablePointer<GObject> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self)
    }
}

/// The widget's data holds its view, unowned; a view that closes destroys
/// the widget first.
private func noteDamage(window: OpaquePointer?, region: OpaquePointer?) {
    var owner: gpointer?
    gdk_window_get_user_data(window, &owner)
    guard let owner, let data = g_object_get_data(owner.assumingMemoryBound(to: GObject.self), damageKey) else {
        return
    }
    let view = Unmanaged<PageView>.fromOpaque(data)
    MainActor.assumeIsolated { view.takeUnretainedValue().damage() }
}

/// Owner of a Cairo surface that WebKit painted; used on the main thread.
private final class Surface: @unchecked Sendable {
    let raw: OpaquePointer

    init(owning raw: OpaquePointer) { self.raw = raw }

    deinit { cairo_surface_destroy(raw) }
}

private func finishSnapshot(
    object: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    let surface = webkit_web_view_get_snapshot_finish(recorder_web_view(object), result, nil)
    CallbackBox<CheckedContinuation<Surface?, Never>>.take(context)?.resume(
        returning: surface.map(Surface.init(owning:)))
}
