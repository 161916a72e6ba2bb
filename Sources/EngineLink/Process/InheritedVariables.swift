private import Glibc

/// The environment variables that an engine and its display server inherit from the command.
///
/// The environment of a service often holds secrets, such as the keys of a cloud, and a shell's may configure GTK, GLib,
/// GStreamer, WebKit or Mesa for a desktop or a debugger: one variable makes GLib abort at each warning, another
/// disables WebKit's sandbox. So only what is listed here is passed on. Proxies are part of the plan.
package enum InheritedVariables {
    /// Variables of these names are passed on.
    private static let names: Set<String> = [
        // Programs, folders and the user.
        "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS",
        "XDG_DATA_HOME", "XDG_DATA_DIRS",
        // Language and time.
        "LANG", "LANGUAGE", "LOCPATH", "TZ", "TZDIR",
        // The dynamic loader and the C library.
        "LD_LIBRARY_PATH", "LD_PRELOAD", "GCONV_PATH", "GLIBC_TUNABLES",
        // The authorities and the ciphers of TLS.
        "SSL_CERT_DIR", "SSL_CERT_FILE", "GNUTLS_SYSTEM_PRIORITY_FILE",
        // A fault that tests inject.
        "PAGEREEL_TEST_FAULT",
        mark,
    ]
    /// The variable by which the descendants of a child process are known.
    static let mark = "PAGEREEL_CHILD"
    /// Variables whose names begin like this are passed on: languages, fonts and the C library's memory.
    private static let prefixes = ["LC_", "FONTCONFIG_", "MALLOC_"]

    /// Variables that change an engine and are passed on: where plugins are, and whether JavaScript may be compiled,
    /// which some kernels forbid.
    package static let settings: Set<String> = [
        "GIO_EXTRA_MODULES", "GIO_MODULE_DIR", "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SCANNER",
        "GST_PLUGIN_SCANNER_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_SYSTEM_PATH_1_0", "GST_REGISTRY",
        "GST_REGISTRY_1_0", "JSC_useJIT",
    ]

    /// Whether a variable is passed on.
    package static func include(_ name: some StringProtocol) -> Bool {
        names.contains(String(name)) || settings.contains(String(name)) || prefixes.contains { name.hasPrefix($0) }
    }

    /// The entries (`NAME=value`) of this process's environment that are passed on.
    static var entries: [String] {
        var entries: [String] = []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if include(line.prefix { $0 != "=" }) { entries.append(line) }
            unsafe entry += 1
        }
        return entries
    }
}
