private import CPageHost
private import CSystemCalls
internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

/// What GTK and WebKit need once in a process: a display of our own and
/// settings that do not depend on who started us.
@MainActor
enum PageEnvironment {
    /// The display, once GTK uses it.
    private static var setup: EngineSetup?
    /// The display server, if this process has started it.
    private static var ownDisplay: PrivateDisplay?

    /// Initializes GTK on a display that somebody else has started; before the
    /// first page, and after ``EngineVariables/adopt(for:)``.
    ///
    /// - Throws: `missingComponent`.
    static func begin(_ setup: EngineSetup) throws(PageError) {
        guard self.setup == nil else { return }
        try HelperPrograms.check()
        // The user's locale would change how numbers are read and written
        // by every library in the process.
        gtk_disable_setlocale()
        // GLib has read G_DEBUG when it was loaded (gmessages.c,
        // g_log_set_always_fatal: errors are fatal by default).
        _ = g_log_set_always_fatal(
            GLogLevelFlags(rawValue: G_LOG_FLAG_RECURSION.rawValue | G_LOG_LEVEL_ERROR.rawValue))
        no_opengl_begin()
        guard gtk_init_check(nil, nil) != 0 else {
            throw PageError(.missingComponent, "GTK could not open the private display \(setup.display).")
        }
        movePointerAway(from: setup.pixelSize)
        applySettings()
        self.setup = setup
    }

    /// Sees that pages can be shown: starts a display for a process that was
    /// given none, or checks that the scale is the same.
    ///
    /// All pages of a process have the first one's screen. In an engine that is
    /// the screen of its one take; the self-test's page before it looks at neither
    /// screen nor pointer.
    ///
    /// - Parameters:
    ///   - pixelSize: The largest picture in device pixels.
    ///   - scale: Device pixels for each CSS pixel; one for a process.
    /// - Throws: `missingComponent`, or `invalidOption` for a second scale.
    static func prepare(pixelSize: PixelSize, scale: Int) throws(PageError) {
        if let setup {
            guard scale == setup.scale else {
                throw PageError(
                    .invalidOption,
                    "One process shows pages at one scale; it began with \(setup.scale) and cannot go on with "
                        + "\(scale).")
            }
            return
        }
        // The display server and the page's processes inherit it.
        scheduling_step()
        let display = try PrivateDisplay(screen: PrivateDisplay.screen(for: pixelSize))
        let setup = EngineSetup(
            display: display.name ?? "", authorityFile: display.authorityFile,
            runtimeFolder: display.runtimeFolder, pixelSize: pixelSize, scale: scale, hasAlpha: false, slotCount: 0)
        EngineVariables.adopt(for: setup)
        try begin(setup)
        ownDisplay = display
        atexit(cleanUpAtExit)
    }

    /// Ends what WebKit has started and removes what the display has on disk.
    ///
    /// WebKit's processes end when their connection closes, but not while they
    /// are stopped (SIGSTOP). The server itself is ended by the kernel, after
    /// this process: GTK takes a server that goes first for a fatal error.
    fileprivate static func cleanUp() {
        PageProcesses.killDescendants(except: ownDisplay?.process)
        ownDisplay?.removeFiles()
    }

    /// A folder for this process alone, which is gone with it; once a display is
    /// there.
    static var runtimeFolder: String { setup?.runtimeFolder ?? "/tmp" }

    // MARK: The display

    private static func movePointerAway(from pixelSize: PixelSize) {
        guard let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display) else { return }
        gdk_device_warp(
            gdk_seat_get_pointer(seat), gdk_display_get_default_screen(display),
            gint(pixelSize.width + PrivateDisplay.margin), gint(pixelSize.height + PrivateDisplay.margin))
    }

    private static func applySettings() {
        let settings = gtk_settings_get_default()
        // WebKit takes `prefers-reduced-motion` from this one.
        recorder_set_boolean(settings, "gtk-enable-animations", 1)
        // A caret that blinks on the desktop's timer is not the page's.
        recorder_set_boolean(settings, "gtk-cursor-blink", 0)
    }

    /// Sets the color scheme that the page sees as the user's wish.
    static func setPrefersDark(_ prefersDark: Bool) {
        recorder_set_boolean(
            gtk_settings_get_default(), "gtk-application-prefer-dark-theme", prefersDark ? 1 : 0)
    }
}

/// Runs when the process exits; an exit on another thread leaves everything,
/// since only the main thread may ask.
private func cleanUpAtExit() {
    guard recorder_is_main_thread() != 0 else { return }
    MainActor.assumeIsolated { PageEnvironment.cleanUp() }
}
