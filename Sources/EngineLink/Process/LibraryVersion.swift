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
