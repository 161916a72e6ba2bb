private import Glibc

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
