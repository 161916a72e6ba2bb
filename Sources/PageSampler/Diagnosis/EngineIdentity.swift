private import CPageHost
package import EngineLink
private import Glibc

/// Which engine shows pages here, to the build.
///
/// What was found out about one engine holds for no other: neither for the same version of another build, nor with
/// other libraries put before it.
package struct EngineIdentity: Sendable, Hashable, Codable {
    /// WebKitGTK's version, such as `2.50.6`.
    package let version: String
    /// The builds of the libraries, by their names, and what else changes the engine.
    package let parts: [String: String]

    /// Looks at the libraries of this process and the one that the page's gets.
    ///
    /// - Parameter isSandboxed: Whether the page's process is in the sandbox.
    /// - Throws: `missingComponent` without the library of the page's clock.
    @MainActor
    package init(isSandboxed: Bool) throws(PageError) {
        version = PageProbe.engineVersion
        var parts = ["sandbox": isSandboxed ? "yes" : "no"]
        let loaded = Self.loadedFiles()
        for name in Self.libraries {
            guard let file = loaded.first(where: { Self.is($0, library: name) }) else { continue }
            parts[name] = BuildID.read(file)
        }
        parts["libPageClock"] = BuildID.read(try PageProbe.findClockLibrary())
        parts["program"] = BuildID.read("/proc/self/exe")
        // Where this code is in a library of another program.
        if let image = display_refresh_image().map({ String(cString: $0) }), image.contains(".so") {
            parts["library"] = BuildID.read(image)
        }
        for (name, value) in Self.settings { parts[name] = value }
        self.parts = parts
    }

    private static let libraries = ["libwebkit2gtk-4.1", "libjavascriptcoregtk-4.1", "libglib-2.0"]

    /// The file of a library that this process has loaded, by its name up to `.so`.
    static func loadedFile(named name: String) -> String? { loadedFiles().first { Self.is($0, library: name) } }

    private static func `is`(_ file: String, library name: String) -> Bool { file.contains("/\(name).so") }

    /// The files that this process has in its memory (proc(5), `/proc/pid/maps`).
    private static func loadedFiles() -> Set<String> {
        guard let maps = fopen("/proc/self/maps", "re") else { return [] }
        defer { fclose(maps) }
        var files: Set<String> = []
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while getline(&line, &size, maps) >= 0, let line {
            guard let name = strchr(line, CInt(UInt8(ascii: "/"))) else { continue }
            files.insert(String(String(cString: name).prefix { $0 != "\n" }))
        }
        return files
    }

    /// Keeps the user's own variables in mind, before the recorder sets any.
    static func rememberSettings() { _ = settings }

    /// The user's own variables that change an engine.
    private static let settings: [String: String] = {
        var settings: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let isForeign =
                name == "LD_PRELOAD" || name == "LD_LIBRARY_PATH" || EngineVariables.kept.contains(name)
            if isForeign && parts.count == 2 { settings[name] = String(parts[1]) }
            entry += 1
        }
        return settings
    }()
}
