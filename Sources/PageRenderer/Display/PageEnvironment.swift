internal import CGIO
private import CPageHost
private import CSystemCalls
internal import CWebKitGTK
package import EngineLink
internal import Frames
private import Glibc

/// The process-wide setup for GTK and WebKit: a private display, and settings that do not depend on
/// the user's environment.
@MainActor
package enum PageEnvironment {
    /// The display, once GTK uses it.
    private static var setup: EngineSetup?
    /// The display server, if this process has started it.
    private static var ownDisplay: PrivateDisplay?

    /// Initializes GTK on an existing display.
    ///
    /// Call it before the first page and after ``EngineVariables/adopt(for:)``.
    ///
    /// - Throws: `missingComponent`.
    package static func begin(_ setup: EngineSetup) throws(PageError) {
        guard self.setup == nil else { return }
        try HelperPrograms.check()
        if setup.isSandboxed { Sandbox.beginCheck() }
        // The user's locale would change how every library in the process reads and writes numbers.
        gtk_disable_setlocale()
        // GLib read G_DEBUG when it was loaded (gmessages.c, g_log_set_always_fatal). By default
        // only errors are fatal.
        recorder_survive_warnings()
        no_opengl_begin()
        guard gtk_init_check(nil, nil) != 0 else {
            throw PageError(.missingComponent, "GTK could not open the private display \(setup.display).")
        }
        movePointerAway(from: setup.pageSize)
        applySettings()
        self.setup = setup
    }

    /// Prepares the process to show pages: starts a display unless one is running, or checks that the
    /// scale is unchanged.
    ///
    /// All pages of a process share the first one's screen. In an engine that is the screen of its
    /// one take; the self-test's page before it uses neither screen nor pointer.
    ///
    /// - Parameters:
    ///   - pixelSize: The largest picture in device pixels.
    ///   - scale: Device pixels per CSS pixel; the same for all pages of a process.
    /// - Throws: `missingComponent`, or `invalidPlan` for a second scale.
    static func prepare(pixelSize: PixelSize, scale: Int) throws(PageError) {
        if let setup {
            guard scale == setup.scale else {
                throw PageError(
                    .invalidPlan,
                    "All pages of a process have the same scale; it is \(setup.scale) and cannot change to "
                        + "\(scale).")
            }
            return
        }
        // The display server and the page's processes inherit it.
        scheduling_step()
        let display = try PrivateDisplay(screen: PrivateDisplay.screen(for: pixelSize))
        let setup = EngineSetup(
            display: display.name ?? "", authorityFile: display.authorityFile,
            runtimeFolder: display.runtimeFolder, pageSize: pixelSize, scale: scale, isSandboxed: false,
            frameSize: pixelSize, hasAlpha: false, slotCount: 0)
        EngineVariables.adopt(for: setup)
        try begin(setup)
        ownDisplay = display
        atexit(cleanUpAtExit)
    }

    /// Ends the processes that WebKit started and removes the display's files.
    ///
    /// WebKit's processes end when their connection closes, but not while they are stopped
    /// (SIGSTOP). The kernel ends the server after this process, because GTK treats the loss of its
    /// server as a fatal error.
    fileprivate static func cleanUp() {
        ProcessTree.killDescendants(of: getpid(), except: ownDisplay?.process)
        ownDisplay?.removeFiles()
    }

    /// A context without pages.
    private static var idleContext: UnsafeMutablePointer<WebKitWebContext>?

    /// Keeps the network process until this process ends.
    ///
    /// Without another session, the network process ends with each page, and the next page waits for a
    /// new one. An ephemeral session uses the process of one that is not (WebsiteDataStore.cpp); that
    /// one has no pages, and its files are in the private folder. Call this before the first page, when
    /// the environment is complete: the process inherits it.
    static func keepNetworkProcess() {
        guard unsafe idleContext == nil else { return }
        let context = unsafe recorder_new_stored_context("\(runtimeFolder)/network-session")
        unsafe idleContext = context
        // The answer does not matter; to give it, the session needs the process.
        unsafe webkit_cookie_manager_get_accept_policy(
            webkit_web_context_get_cookie_manager(context), nil, nil, nil)
    }

    /// A private folder that is removed when this process ends; `nil` before there is a display.
    static var runtimeFolder: String { setup?.runtimeFolder ?? "/tmp" }

    // MARK: The display

    private static func movePointerAway(from pixelSize: PixelSize) {
        guard let display = unsafe gdk_display_get_default(), let seat = unsafe gdk_display_get_default_seat(display)
        else { return }
        unsafe gdk_device_warp(
            gdk_seat_get_pointer(seat), gdk_display_get_default_screen(display),
            gint(pixelSize.width + PrivateDisplay.margin), gint(pixelSize.height + PrivateDisplay.margin))
    }

    private static func applySettings() {
        let settings = unsafe gtk_settings_get_default()
        // The page's process blinks the caret, on the page's clock: a timer runs for half of the blink
        // time, and the next rendering update toggles the caret if that long has passed. If not, the
        // caret never blinks again (SimpleCaretAnimator.cpp). With GTK's 1200 ms, an update of the
        // virtual clock comes exactly then, and floating-point errors decide. With 1199 ms, it comes
        // later, still after 600 ms at 30 or 60 fps.
        unsafe recorder_set_boolean(settings, "gtk-cursor-blink", 1)
        unsafe recorder_set_integer(settings, "gtk-cursor-blink-time", 1199)
    }

    /// Sets what the page is told that the user prefers: dark colors, and less motion.
    static func setPreferences(dark: Bool, reducedMotion: Bool) {
        let settings = unsafe gtk_settings_get_default()
        unsafe recorder_set_boolean(settings, "gtk-application-prefer-dark-theme", dark ? 1 : 0)
        // WebKit derives `prefers-reduced-motion` from this setting.
        unsafe recorder_set_boolean(settings, "gtk-enable-animations", reducedMotion ? 0 : 1)
    }
}

/// Runs when the process exits.
///
/// An exit on another thread cleans up nothing, because only the main thread may do it.
private func cleanUpAtExit() {
    guard recorder_is_main_thread() != 0 else { return }
    MainActor.assumeIsolated { PageEnvironment.cleanUp() }
}

/// The programs that WebKit starts.
enum HelperPrograms {
    /// The programs that every page needs.
    private static let names = ["WebKitNetworkProcess", "WebKitWebProcess"]

    /// Checks that the programs exist, because WebKit aborts this process if one is missing.
    ///
    /// - Throws: `missingComponent` with the missing program.
    static func check() throws(PageError) {
        // Debian installs them beside the library; other layouts are not checked.
        guard let library = LoadedLibraries.file(named: "libwebkit2gtk-4.1"),
            let folder = ProgramPath.folder(of: library).map({ "\($0)/webkit2gtk-4.1" }),
            unsafe access(folder, X_OK) == 0
        else { return }
        for name in names where unsafe access("\(folder)/\(name)", X_OK) != 0 {
            throw PageError(
                .missingComponent,
                unsafe "\(folder)/\(name), a part of WebKitGTK, cannot be run (\(String(cString: strerror(errno)))). Install "
                    + "it again with: apt-get install --reinstall libwebkit2gtk-4.1-0")
        }
    }
}
