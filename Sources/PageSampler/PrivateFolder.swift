private import Glibc

/// A temporary folder that only this user can enter, removed with its owner.
final class PrivateFolder {
    /// Absolute path, without a slash at its end.
    let path: String

    private var files: [String] = []
    private var isRemoved = false

    /// Makes a folder below `TMPDIR`, or `/tmp`.
    ///
    /// - Throws: A missing component: there is no place for temporary files.
    init() throws(PageError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/pagereel-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PageError(
                .missingComponent,
                "No temporary folder could be made in \(parent) (\(String(cString: strerror(errno)))). "
                    + "Make it writable, or point TMPDIR at a folder that is.")
        }
        path = template.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    deinit { remove() }

    /// Removes the folder and what was written into it, once.
    func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        for file in files { unlink(file) }
        rmdir(path)
    }

    /// Writes a new file that only this user can read.
    ///
    /// - Returns: Its path.
    func write(_ bytes: [UInt8], to name: String) throws(PageError) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0
        else {
            throw PageError(
                .missingComponent, "\(file) could not be written (\(String(cString: strerror(errno)))).")
        }
        files.append(file)
        return file
    }
}
