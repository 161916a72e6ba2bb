private import CPageHost
package import EngineLink
private import Glibc

/// The environment variables of the engine's process.
///
/// An engine starts with those that it inherits (`InheritedVariables`); a process that uses the library has others,
/// which are removed. A recording must not depend on them.
package enum EngineVariables {
    /// Sets the environment variables that pages need, for this process and its children; call
    /// once, before GTK is initialized.
    ///
    /// The engine calls this before it has a second thread. In other programs, a thread that reads
    /// a variable concurrently finds either the old value or the new one, because the old
    /// environment is not modified.
    package static func adopt(for setup: EngineSetup) {
        let added = variables(for: setup)
        var entries: [UnsafeMutablePointer<CChar>?] = unsafe []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let name = unsafe String(String(cString: text).prefix { $0 != "=" })
            if added[name] == nil && InheritedVariables.include(name) { unsafe entries.append(text) }
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

    /// The variables for the user's folders, and where these folders are in the home folder by default (XDG Base
    /// Directory Specification).
    private static let folders = [
        "XDG_CACHE_HOME": ".cache", "XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share",
    ]

    /// Whether the sandbox could not give the page the folder, and would not start.
    ///
    /// It can do without a folder that does not exist, but not if something on its path cannot be entered or is no
    /// folder. The dot makes a file, which may be executable, fail.
    private static func isUnusable(_ folder: String) -> Bool {
        unsafe access("\(folder)/.", X_OK) != 0 && errno != ENOENT
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
            // An empty address keeps the page's process from the bus (WebProcessPoolGLib.cpp, AccessibilityAtspi.cpp). It
            // would get the address of one that WebKit's sandbox has no proxy for, and warn.
            "WEBKIT_A11Y_BUS_ADDRESS": "",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            // WebKit's sandbox keeps its state here instead of in the home folder.
            "XDG_RUNTIME_DIR": setup.runtimeFolder,
        ]
        // WebKit compares each path in the sandbox with the home folder, and aborts if that does
        // not exist. GLib must not be asked, because it would cache the answer.
        let named = unsafe getenv("HOME") ?? getpwuid(getuid())?.pointee.pw_dir
        var home = unsafe named.map { unsafe String(cString: $0) } ?? ""
        let canEnter = unsafe access("\(home)/.", X_OK) == 0
        if !canEnter || !home.hasPrefix("/") {
            home = setup.runtimeFolder
            variables["HOME"] = home
        }
        for (name, usual) in folders {
            let folder = unsafe getenv(name).map { unsafe String(cString: $0) } ?? "\(home)/\(usual)"
            // The specification has relative paths ignored.
            let used = folder.hasPrefix("/") ? folder : "\(home)/\(usual)"
            if isUnusable(used) { variables[name] = "\(setup.runtimeFolder)/\(usual)" }
        }
        return variables
    }
}
