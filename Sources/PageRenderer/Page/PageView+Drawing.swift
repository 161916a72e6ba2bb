private import CPageHost
internal import CWebKitGTK
internal import EngineLink
package import Frames

/// The result of repainting the visible area.
package enum SnapshotOutcome: Sendable {
    /// The picture is in the given memory.
    case drawn
    /// There is no picture: the page is gone.
    case none
    /// The page did not answer in time.
    case unanswered
}

// Draws the view into the recorder's own memory.

extension PageView {
    /// Draws the visible area as the view currently shows it.
    ///
    /// - Parameter buffer: Memory of the size ``PageOptions/pixelSize``, not yet published.
    package func draw(into buffer: PixelBuffer) {
        guard isOpen else { return }
        noteFirstDrawing()
        isDamaged = false
        if !hasPicture {
            // An empty page is white or transparent; clear the old contents of the memory.
            _ = unsafe buffer.withMutableBytes {
                unsafe $0.initializeMemory(as: UInt8.self, repeating: buffer.hasAlpha ? 0 : 0xff)
            }
            guard loadState.hasDocument else { return }
        }
        unsafe drawOnSurface(over: buffer) { picture in unsafe gtk_widget_draw(widget, picture) }
    }

    /// Draws the visible area as ``draw(into:)`` does, for a picture beside the frames.
    ///
    /// What the page has painted stays damaged, so that the next frame has it too. A compositor on the virtual clock goes
    /// on with its next picture instead.
    package func copy(into buffer: PixelBuffer) {
        let isNew = isDamaged && (clock == nil || options.rendering != .composited)
        draw(into: buffer)
        isDamaged = isNew
    }

    /// Makes WebKit repaint the visible area.
    ///
    /// - Parameters:
    ///   - buffer: Memory of the size ``PageOptions/pixelSize``, not yet published.
    ///   - patience: How long the page may take. WebKit itself waits forever for a process that
    ///     hangs.
    package func snapshot(into buffer: PixelBuffer, patience: Duration) async -> SnapshotOutcome {
        guard isOpen else { return .none }
        isDamaged = false
        let answer = Promise<SnapshotAnswer>()
        unsafe webkit_web_view_get_snapshot(
            webView, WEBKIT_SNAPSHOT_REGION_VISIBLE,
            options.isTransparent ? WEBKIT_SNAPSHOT_OPTIONS_TRANSPARENT_BACKGROUND : WEBKIT_SNAPSHOT_OPTIONS_NONE,
            nil, finishSnapshot, CallbackBox.retain(answer))
        let limit = Task {
            try await Task.sleep(for: patience)
            answer.keep(.unanswered)
        }
        defer { limit.cancel() }
        switch await answer.value() {
        case .unanswered: return .unanswered
        case .painted(nil): return .none
        case .painted(let surface?):
            unsafe drawOnSurface(over: buffer) { picture in
                unsafe cairo_set_source_surface(picture, surface.raw, 0, 0)
                unsafe cairo_paint(picture)
            }
            return .drawn
        }
    }

    /// Draws with a Cairo context over the buffer's memory, in pixels of the screen.
    private func drawOnSurface(over buffer: PixelBuffer, _ draw: (OpaquePointer) -> Void) {
        precondition(buffer.size == options.pixelSize, "a picture has the size of the page")
        unsafe buffer.withMutableBytes { bytes in
            // Clear the old contents of the memory, because drawing may not cover it.
            if buffer.hasAlpha { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }
            let pixels = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard
                let surface = unsafe cairo_image_surface_create_for_data(
                    pixels, buffer.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, CInt(buffer.size.width),
                    CInt(buffer.size.height), CInt(buffer.stride))
            else { return }
            let scale = Double(options.scale.screen)
            unsafe cairo_surface_set_device_scale(surface, scale, scale)
            if let picture = unsafe cairo_create(surface) {
                unsafe draw(picture)
                unsafe cairo_destroy(picture)
            }
            unsafe cairo_surface_finish(surface)
            unsafe cairo_surface_destroy(surface)
        }
    }

    /// Whether the view covers its center pixel.
    ///
    /// Damage alone does not show that: the display server reports damage when a window appears.
    /// The whole view is drawn, because WebKit draws nothing into a one-pixel surface.
    func drawsSomething() -> Bool {
        let size = options.scale.screenSize(of: options.size)
        guard isOpen,
            let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(size.width), CInt(size.height))
        else { return false }
        defer { unsafe cairo_surface_destroy(surface) }
        guard let picture = unsafe cairo_create(surface) else { return false }
        unsafe gtk_widget_draw(widget, picture)
        unsafe cairo_destroy(picture)
        unsafe cairo_surface_flush(surface)
        guard let pixels = unsafe cairo_image_surface_get_data(surface) else { return false }
        let middle = unsafe size.height / 2 * Int(cairo_image_surface_get_stride(surface)) + size.width / 2 * 4
        return unsafe UnsafeRawPointer(pixels).load(fromByteOffset: middle, as: UInt32.self) >> 24 == 0xff
    }

    /// Records whether the view's first drawing may show the page.
    ///
    /// A view without layers that draws before anything was painted makes the page paint at once
    /// (DrawingAreaProxyCoordinatedGraphics.cpp). That causes no damage event.
    private func noteFirstDrawing() {
        guard case .none = picture, options.isTransparent || drawsSomething() else { return }
        picture = .drawn(ofPage: loadState.hasDocument)
    }

    /// Accepts the view's first drawing as the page's picture, if the page has rendered since and
    /// nothing was damaged.
    ///
    /// If the view has drawn nothing so far, this drawing may make the page paint.
    func acceptFirstDrawing() {
        noteFirstDrawing()
        if case .drawn(ofPage: true) = picture { picture = .painted }
    }

    /// Returns the rows of the view's pictures that may have changed since the last call, in device pixels.
    ///
    /// Only a painted page tells which; a compositor replaces the whole picture.
    func takeChangedRows() -> RangeSet<Int> {
        defer { changedRows = options.rendering == .composited ? allRows : RangeSet() }
        return changedRows
    }

    var allRows: RangeSet<Int> { RangeSet(0..<options.pixelSize.height) }

    /// Notes damage.
    ///
    /// - Parameter rows: The damaged rows, in pixels of the view's window.
    fileprivate func damage(in rows: [Range<Int>]) {
        isDamaged = true
        let scale = options.scale.screen
        for rows in rows {
            let rows = rows.lowerBound * scale..<rows.upperBound * scale
            changedRows.insert(contentsOf: rows.clamped(to: 0..<options.pixelSize.height))
        }
        switch picture {
        case .none, .drawn: if loadState.hasDocument { picture = .painted }
        case .painted, .present: break
        }
        if let clock { clock.notePicture() } else { acknowledgePicture() }
    }

    /// Lets a real-time page continue with its next picture, as soon as WebKit has received this
    /// one.
    ///
    /// From WebKitGTK 2.54 on, a painted page waits until its picture has been drawn, as a
    /// composited page always did. While GTK's drawing is held (``holdDrawing()``), this method
    /// draws one pixel instead. What the view shows stays damaged until a frame is drawn.
    private func acknowledgePicture() {
        guard case .held = drawing else { return }
        drawing = .acknowledging
        Task { [weak self] in
            guard let self, isOpen else { return }
            drawing = .held
            drawPixel()
        }
    }

    /// Whether a display refresh is pending.
    ///
    /// If not, nothing in the page wants to render.
    var wantsRefresh: Bool { display_refresh_is_pending() || clock?.shared.isDisplayHeld == true }

    /// Lets the display of a virtual-clock page refresh once.
    ///
    /// - Parameter endsAtPicture: Whether the page displays nothing more at this refresh once the picture is complete.
    ///   The next task of a composited page then waits for the picture.
    func refresh(endsAtPicture: Bool) {
        // The refresh would be the next page's.
        guard isOpen else { return }
        clock?.countRefresh(endsAtPicture: endsAtPicture, isComposited: options.rendering == .composited)
        _ = display_refresh_release()
    }

    /// Receives what the page has painted, like ``draw(into:)``, but discards the picture.
    func takeOverPicture() {
        guard isOpen else { return }
        noteFirstDrawing()
        isDamaged = false
        drawPixel()
    }

    /// Makes the view draw one pixel into a scratch surface.
    ///
    /// The surface has the view's size, because WebKit draws nothing into a one-pixel surface.
    private func drawPixel() {
        let size = options.scale.screenSize(of: options.size)
        guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(size.width), CInt(size.height)),
            let picture = unsafe cairo_create(surface)
        else { return }
        unsafe cairo_rectangle(picture, 0, 0, 1, 1)
        unsafe cairo_clip(picture)
        unsafe gtk_widget_draw(widget, picture)
        unsafe cairo_destroy(picture)
        unsafe cairo_surface_destroy(surface)
    }

    /// Makes ``draw(into:)`` the only place where the view takes over what the page has painted.
    ///
    /// Afterward, a compositor continues with its next picture. With the virtual clock, this must
    /// not happen at a moment that GTK chooses; in real time, it must not have to wait for a frame
    /// of the video. A painted page continues without the view, or once the view has acknowledged
    /// its picture; the invisible display need not receive it.
    func holdDrawing() {
        drawing = .held
        if let surface = unsafe gtk_widget_get_window(window) { unsafe gdk_window_freeze_updates(surface) }
    }

    /// Receives every damaged area before GDK's frame clock does.
    func watchDamage() {
        guard let surface = unsafe gtk_widget_get_window(widget) else { return }
        unsafe g_object_set_data(widget.asObject, damageKey, Unmanaged.passUnretained(self).toOpaque())
        unsafe gdk_window_set_invalidate_handler(surface, noteDamage)
    }
}

private let damageKey = "pagereel-view"

extension UnsafeMutablePointer<GtkWidget> {
    fileprivate var asObject: UnsafeMutablePointer<GObject> {
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self)
    }
}

/// The widget's data holds an unowned reference to its view; a closing view destroys the widget
/// first.
private func noteDamage(window: OpaquePointer?, region: OpaquePointer?) {
    var owner: gpointer?
    unsafe gdk_window_get_user_data(window, &owner)
    guard let owner = unsafe owner,
        let data = unsafe g_object_get_data(owner.assumingMemoryBound(to: GObject.self), damageKey)
    else {
        return
    }
    let rows = unsafe (0..<cairo_region_num_rectangles(region)).map { index in
        var box = cairo_rectangle_int_t()
        unsafe cairo_region_get_rectangle(region, index, &box)
        return Int(box.y)..<Int(box.y + max(0, box.height))
    }
    let view = unsafe Unmanaged<PageView>.fromOpaque(data)
    MainActor.assumeIsolated { unsafe view.takeUnretainedValue().damage(in: rows) }
}

/// Owner of a Cairo surface that WebKit painted; used on the main thread.
@safe private final class Surface: @unchecked Sendable {
    let raw: OpaquePointer

    init(owning raw: OpaquePointer) { unsafe self.raw = raw }

    deinit { unsafe cairo_surface_destroy(raw) }
}

/// The result of a snapshot request.
private enum SnapshotAnswer: Sendable {
    /// The picture; `nil` if the page is gone.
    case painted(Surface?)
    case unanswered
}

private func finishSnapshot(
    object: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    let surface = unsafe webkit_web_view_get_snapshot_finish(recorder_web_view(object), result, nil)
    unsafe CallbackBox<Promise<SnapshotAnswer>>.take(context)?.keep(.painted(surface.map(Surface.init(owning:))))
}
