private import FoundationEssentials
import Glibc

// The parts of a path, and what is there.

extension String {
    /// The part of a path behind its last slash, the whole path without one.
    package var fileName: Substring { self[(lastSlash.map(utf8.index(after:)) ?? startIndex)...] }

    /// The text as a part of a file's name: letters, digits, dots and hyphens, other characters as hyphens.
    ///
    /// It is no longer than 200 bytes, so that there is room for an extension.
    package var portableFileName: String {
        var name = String(map { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" ? $0 : "-" })
        while name.utf8.count > 200 { name.removeLast() }
        return name
    }

    /// The path of the folder that contains a file; `.` for a file name alone.
    package var parentPath: String {
        guard let slash = lastSlash else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The system reads bytes: a slash with a combining mark behind it is one, although another character.
    private var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

    /// The target of a symbolic link; `nil` if it cannot be read.
    package var linkTarget: String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(self, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The path without symbolic links; `nil` if it does not exist.
    package var canonicalPath: String? {
        guard let path = unsafe realpath(self, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Whether it is a folder, or a symbolic link to one.
    package var isFolder: Bool {
        var status = stat()
        return unsafe stat(self, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The names in the folder, in no order; none if it does not exist.
    ///
    /// - Throws: Why they cannot be read.
    package func names() throws(SystemError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: self)
        } catch {
            let failure = SystemError(foundation: error) ?? SystemError(number: EIO)
            guard failure.number != ENOENT else { return [] }
            throw failure
        }
    }
}

/// Returns the names in an open folder, without `.` and `..`.
///
/// - Parameter folder: A stream from opendir(3).
package func fileNames(in folder: OpaquePointer) -> [String] {
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// Whether a name in a folder was decoded with replacement characters, because its bytes are not UTF-8.
///
/// Such a file cannot be opened by that name.
package func isNotUTF8(_ name: String, in folder: String) -> Bool {
    guard name.unicodeScalars.contains("\u{fffd}") else { return false }
    var status = stat()
    return unsafe lstat("\(folder)/\(name)", &status) != 0 && errno == ENOENT
}

/// The identity of an existing file, which all its names share.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// Looks up a file, following symbolic links; `nil` if it does not exist.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
