private import CPageHost
internal import EngineLink
private import Glibc

/// The environment variables of the engine's process.
///
/// A shell may set variables for GTK, GLib, GStreamer, WebKit and Mesa for a desktop or a debugger.
/// For example, one makes GLib abort at each warning, another disables WebKit's sandbox. A
/// recording must not depend on them.
enum EngineVariables {
    /// The prefixes of variables that configure the engine's libraries.
    private static let prefixes = [
        "AT_SPI_", "CAIRO_", "EGL_", "GALLIUM_", "GDK_", "GIO_", "GSETTINGS_", "GSK_", "GST_", "GTK", "G_", "JSC_",
        "LIBGL_", "LP_", "MESA_", "PANGO_", "SOUP_", "WEBKIT_",
    ]

    /// Variables with such a prefix that are kept.
    ///
    /// They say where plugins are, and whether JavaScript may be compiled, which some kernels
    /// forbid.
    static let kept: Set<String> = [
        "GIO_EXTRA_MODULES", "GIO_MODULE_DIR", "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SCANNER",
        "GST_PLUGIN_SCANNER_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_SYSTEM_PATH_1_0", "GST_REGISTRY",
        "GST_REGISTRY_1_0", "JSC_useJIT",
    ]

    /// Removed because a stale session bus address aborts the whole process: the sandbox's proxy
    /// for the bus cannot start.
    private static let unwanted: Set<String> = ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]

    /// Sets the environment variables that pages need, for this process and its children; call
    /// once, before GTK is initialized.
    ///
    /// The engine calls this before it has a second thread. In other programs, a thread that reads
    /// a variable concurrently finds either the old value or the new one, because the old
    /// environment is not modified.
    static func adopt(for setup: EngineSetup) {
        let added = variables(for: setup)
        var entries: [UnsafeMutablePointer<CChar>?] = unsafe []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let name = unsafe String(String(cString: text).prefix { $0 != "=" })
            if added[name] == nil && isWanted(name) { unsafe entries.append(text) }
            unsafe entry += 1
        }
        unsafe entries += added.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        let environment = unsafe UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: entries.count)
        unsafe environment.initialize(from: entries, count: entries.count)
        unsafe environment_replace(environment)
        // A page that plays sound announces itself on the session bus. Without an address, GLib would start
        // a program each time that looks for a bus, and may leave one running (g_dbus_address_get_for_bus).
        unsafe environment_set_for_page("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    }

    private static func isWanted(_ name: String) -> Bool {
        if kept.contains(name) { return true }
        if unwanted.contains(name) || prefixes.contains(where: name.hasPrefix) { return false }
        return !Self.folders.contains(name) || !isUnusable(name)
    }

    /// The variables for the user's folders; by default these folders are in the home folder.
    private static let folders: Set<String> = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]

    /// Whether the sandbox could not give the page the folder, and would not start.
    private static func isUnusable(_ name: String) -> Bool {
        unsafe getenv(name).map { unsafe access($0, X_OK) != 0 && [EACCES, ENOTDIR].contains(errno) } ?? false
    }

    private static func variables(for setup: EngineSetup) -> [String: String] {
        var variables = [
            "DISPLAY": setup.display,
            "XAUTHORITY": setup.authorityFile,
            "GDK_BACKEND": "x11",
            "GDK_SCALE": "\(setup.scale)",
            // GDK reads it when it opens the display (gdk.c), and then does not use GLX, here and in the page's
            // process. WebKit draws with EGL.
            "GDK_GL": "disable",
            // Debian's WebKitGTK queries the OpenGL vendor, to avoid shared memory with NVIDIA,
            // unless this forces shared memory.
            "WEBKIT_FORCE_DMABUF_RENDERER": "1",
            // Refreshes come from a graphics card's screen; the recorder simulates that card.
            "WEBKIT_FORCE_VBLANK_TIMER": "0",
            // Pages that isolate themselves may share memory between their threads; the others do not see it.
            "JSC_useSharedArrayBuffer": "1",
            // Muted videos play outside the view too (MediaPlayerPrivateGStreamer.cpp), because a page may draw them
            // on a canvas, and so that all frames of a video depend on the page's time only.
            "WEBKIT_GST_ALLOW_PLAYBACK_OF_INVISIBLE_VIDEOS": "1",
            // No accessibility bus, desktop settings or network mounts. Each would need D-Bus,
            // which cron does not provide.
            "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            // WebKit's sandbox keeps its state here instead of in the home folder.
            "XDG_RUNTIME_DIR": setup.runtimeFolder,
        ]
        // WebKit compares each path in the sandbox with the home folder, and aborts if that does
        // not exist. GLib must not be asked, because it would cache the answer.
        let home = unsafe getenv("HOME") ?? getpwuid(getuid())?.pointee.pw_dir
        if unsafe home.map({ unsafe access($0, X_OK) }) != 0 { variables["HOME"] = setup.runtimeFolder }
        return variables
    }
}
