internal import Files
private import Glibc

/// The libraries that this process has loaded.
package enum LoadedLibraries {
    /// Returns the path of a loaded library; `nil` if it is not loaded.
    ///
    /// The libraries are listed once, at the first call.
    ///
    /// - Parameter name: The file name before `.so`.
    package static func file(named name: String) -> String? { files[name] }

    /// The files mapped into this process's memory, by file name before `.so` (proc(5), `/proc/pid/maps`).
    ///
    /// They are read once, because the list has some thousand lines.
    private static let files: [String: String] = {
        guard let maps = unsafe fopen("/proc/self/maps", "re") else { return [:] }
        defer { unsafe fclose(maps) }
        let slash = CInt(UInt8(ascii: "/"))
        var files: [String: String] = [:]
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { unsafe free(line) }
        while unsafe getline(&line, &size, maps) >= 0, let line = unsafe line {
            guard let path = unsafe strchr(line, slash), let file = unsafe strrchr(path, slash),
                let suffix = unsafe strstr(file, ".so"), let end = unsafe strchr(suffix, CInt(UInt8(ascii: "\n")))
            else { continue }
            unsafe end.pointee = 0
            let whole = unsafe String(cString: path)
            unsafe suffix.pointee = 0
            let name = unsafe String(cString: file + 1)
            if files[name] == nil { files[name] = whole }
        }
        return files
    }()
}

/// The version of a library that a process has loaded.
package struct LibraryVersion: Sendable, Equatable, Codable {
    /// The library's name, such as `libsoup`.
    package let name: String
    /// Its version, as the library itself reports it.
    package let version: String
    /// The file that the process has loaded; `nil` if unknown.
    package let file: String?

    /// Describes a library of this process.
    ///
    /// - Parameter soname: The file name before `.so`.
    package init(_ name: String, _ version: String, soname: String) {
        self.name = name
        self.version = version
        file = LoadedLibraries.file(named: soname)
    }
}

/// Locates programs.
package enum ProgramPath {
    /// Finds a program on the PATH.
    package static func find(_ program: String) -> String? {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// The folder of a program, with symbolic links resolved.
    package static func folder(of program: String) -> String? { program.canonicalPath?.parentPath }
}
