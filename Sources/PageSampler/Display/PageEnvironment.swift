private import CPageClock
private import CPageHost
private import CSystemCalls
internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

/// What GTK and WebKit need once in a process: a display of our own and an
/// environment that does not depend on who started us.
@MainActor
enum PageEnvironment {
    /// The display, once GTK uses it.
    private static var setup: EngineSetup?
    /// The display server, if this process has started it.
    private static var ownDisplay: PrivateDisplay?

    /// Initialises GTK on a display that somebody else has started; before the
    /// first page.
    ///
    /// - Throws: `missingComponent`.
    static func begin(_ setup: EngineSetup) throws(PageError) {
        guard self.setup == nil else { return }
        try HelperPrograms.check()
        setEnvironment(setup)
        // The user's locale would change how numbers are read and written
        // by every library in the process.
        gtk_disable_setlocale()
        no_opengl_begin()
        defer { no_opengl_end_for_others() }
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
        try begin(
            EngineSetup(
                display: display.name ?? "", authorityFile: display.authorityFile,
                runtimeFolder: display.runtimeFolder, pixelSize: pixelSize, scale: scale, hasAlpha: false,
                slotCount: 0))
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

    // MARK: The page's time

    /// What is shared with processes that are started now.
    private static var shared: (file: String, library: String, isClock: Bool)?
    private static var sharedCount = 0

    /// Makes a clock that the page's processes started from now on live by.
    ///
    /// - Throws: A missing component, or `invalidOption` if another page of
    ///   this process has a clock.
    static func startClock(_ time: VirtualTime) throws(PageError) -> VirtualClock {
        guard shared?.isClock != true else {
            throw PageError(.invalidOption, "One process gives one page at a time a virtual clock.")
        }
        let library = try PageClockLibrary.find()
        try PageProcesses.check()
        let date = time.date ?? millisecondsNow()
        let page = try SharedClock(path: newFile(), wallTime: date * 1000, seed: time.seed)
        share(page, library: library, isClock: true)
        if let seed = time.seed {
            // JavaScriptCore's own options (OptionsList.h): each global object
            // begins Math.random with this number, and near 0 if it is small
            // (hence the golden ratio, as in Fibonacci hashing).
            setenv("JSC_forceWeakRandomSeed", "true", 1)
            setenv("JSC_forcedWeakRandomSeed", "\(UInt32(((seed &+ 1) &* 0x9e37_79b9_7f4a_7c15) >> 32))", 1)
        }
        display_refresh_hold(nominalRefreshRate(for: time.refreshRate))
        return VirtualClock(
            page, network: time.waitsForNetwork ? shareNetworkRequests() : nil, date: date,
            refreshRate: time.refreshRate,
            patience: time.patience)
    }

    /// The pending requests of the network process, which all pages of this
    /// process share.
    private static var networkRequests: NetworkRequests?

    private static func shareNetworkRequests() -> NetworkRequests? {
        if networkRequests == nil, let made = NetworkRequests(path: "\(runtimeFolder)/network") {
            networkRequests = made
            setenv(NETWORK_REQUESTS_VARIABLE, made.path, 1)
        }
        return networkRequests
    }

    /// The refreshes a second that WebKit is told of.
    ///
    /// A frame of another origin, which nobody has touched, gets animation
    /// frames at half of that rate only: at 60 one every 30 ms, and otherwise
    /// at twice the interval (AnimationFrameRate.cpp). Told of three times
    /// the rate, WebKit finds each refresh late enough for it.
    private static func nominalRefreshRate(for rate: FrameRate) -> UInt32 {
        rate.numerator <= 30 * rate.denominator ? 60 : UInt32(3 * rate.numerator / rate.denominator)
    }

    /// Lets pages live in real time again.
    static func endClock() {
        stopSharing()
        for name in ["JSC_forceWeakRandomSeed", "JSC_forcedWeakRandomSeed"] { unsetenv(name) }
        display_refresh_run()
    }

    /// Gives a page that lives in real time the library that draws it faster,
    /// and shares the memory of its pictures.
    ///
    /// - Returns: What is shared while it lives; nothing where another page
    ///   shares something or the library is missing, which costs only speed.
    static func sharePictures() -> SharedClock? {
        guard shared == nil, let library = try? PageClockLibrary.find(),
            let page = try? SharedClock(path: newFile(), wallTime: 0, seed: nil, isEngaged: false)
        else { return nil }
        share(page, library: library, isClock: false)
        return page
    }

    /// Shares nothing with processes that are started from now on.
    static func endSharing(_ page: SharedClock) {
        if shared?.file == page.path { stopSharing() }
    }

    private static func share(_ page: SharedClock, library: String, isClock: Bool) {
        shared = (page.path, library, isClock)
        setenv(PAGE_CLOCK_VARIABLE, page.path, 1)
        // Tiles painted by the processor. WebKit would give some of them to
        // OpenGL, whichever is idle, and the two differ in the edges: no
        // picture would come out the same twice. And the library takes what is
        // put into a picture for a tile's bytes, which OpenGL's painters would
        // have in another order.
        setenv("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1", 1)
        setenv("LD_PRELOAD", [library, preloadedBefore].compactMap(\.self).joined(separator: ":"), 1)
    }

    private static func stopSharing() {
        shared = nil
        unsetenv(PAGE_CLOCK_VARIABLE)
        unsetenv("WEBKIT_SKIA_ENABLE_CPU_RENDERING")
        if let preloadedBefore { setenv("LD_PRELOAD", preloadedBefore, 1) } else { unsetenv("LD_PRELOAD") }
    }

    /// A name for what is shared; the last page's may not be gone yet.
    private static func newFile() -> String {
        sharedCount += 1
        return "\(runtimeFolder)/clock-\(sharedCount)"
    }

    /// Lets the sandbox of a context reach what is shared.
    static func showShared(to context: UnsafeMutablePointer<WebKitWebContext>) {
        guard let shared else { return }
        webkit_web_context_add_path_to_sandbox(context, shared.file, 0)
        webkit_web_context_add_path_to_sandbox(context, shared.library, 1)
    }

    /// Sets the time zone that processes started from now on live in.
    static func setTimeZone(_ name: String?) {
        if let name = name ?? timeZoneBefore { setenv("TZ", name, 1) } else { unsetenv("TZ") }
    }

    private static let preloadedBefore = getenv("LD_PRELOAD").map { String(cString: $0) }
    private static let timeZoneBefore = getenv("TZ").map { String(cString: $0) }

    private static func millisecondsNow() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    // MARK: The display

    private static func setEnvironment(_ setup: EngineSetup) {
        EngineIdentity.rememberSettings()
        EngineVariables.remove()
        let values = [
            "DISPLAY": setup.display,
            "XAUTHORITY": setup.authorityFile,
            "GDK_BACKEND": "x11",
            "GDK_SCALE": "\(setup.scale)",
            // Refreshes by the screen of a graphics card, which is ours.
            "WEBKIT_FORCE_VBLANK_TIMER": "0",
            // No accessibility bus, no desktop settings, no network mounts:
            // each would be started or asked over D-Bus, which cron lacks.
            "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            // WebKit's sandbox keeps its records here, and would keep them
            // in the home folder otherwise.
            "XDG_RUNTIME_DIR": setup.runtimeFolder,
        ]
        for (name, value) in values { setenv(name, value, 1) }
        // WebKit compares each path that the sandbox shall show with the home
        // folder's, and ends the process where there is none.
        // GLib must not be asked: it would remember the answer.
        let home = getenv("HOME") ?? getpwuid(getuid())?.pointee.pw_dir
        if home.map({ access($0, X_OK) }) != 0 { setenv("HOME", setup.runtimeFolder, 1) }
        // The same of the folders that are named beside it; without a name they
        // are in the home folder.
        for name in ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            guard let folder = getenv(name), access(folder, X_OK) != 0, errno == EACCES else { continue }
            unsetenv(name)
        }
        // A session bus whose address is stale ends the whole process: the
        // sandbox's proxy for it cannot start.
        for name in ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { unsetenv(name) }
    }

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

    /// Sets the colour scheme that the page sees as the user's wish.
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
