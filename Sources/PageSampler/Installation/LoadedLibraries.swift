private import Glibc

/// The libraries that this process has loaded.
enum LoadedLibraries {
    /// Returns the path of a loaded library.
    ///
    /// - Parameter name: The file name before `.so`.
    static func file(named name: String) -> String? { files().first { Self.is($0, library: name) } }

    /// Returns the paths of loaded libraries, by file name before `.so`.
    static func files(named names: [String]) -> [String: String] {
        let loaded = files()
        var found: [String: String] = [:]
        for name in names { found[name] = loaded.first { Self.is($0, library: name) } }
        return found
    }

    private static func `is`(_ file: String, library name: String) -> Bool { file.contains("/\(name).so") }

    /// The files mapped into this process's memory (proc(5), `/proc/pid/maps`).
    private static func files() -> Set<String> {
        guard let maps = unsafe fopen("/proc/self/maps", "re") else { return [] }
        defer { unsafe fclose(maps) }
        var files: Set<String> = []
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { unsafe free(line) }
        while unsafe getline(&line, &size, maps) >= 0, let line = unsafe line {
            guard let name = unsafe strchr(line, CInt(UInt8(ascii: "/"))) else { continue }
            unsafe files.insert(String(String(cString: name).prefix { $0 != "\n" }))
        }
        return files
    }
}
