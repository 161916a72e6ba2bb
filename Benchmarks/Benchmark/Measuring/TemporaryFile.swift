import Foundation
import Glibc

/// An unnamed file for a program's output.
final class TemporaryFile {
    let descriptor: CInt

    init() throws {
        let folder = FileManager.default.temporaryDirectory.path
        var name = Array("\(folder)/benchmark-XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&name)
        guard descriptor >= 0 else { throw MeasuredProgram.failure("mkstemp") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unsafe unlink(name)
    }

    deinit { close(descriptor) }

    /// The file's content so far.
    var text: String {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try? handle.seek(toOffset: 0)
        return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
