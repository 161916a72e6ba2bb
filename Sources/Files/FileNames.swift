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
