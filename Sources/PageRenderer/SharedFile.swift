internal import EngineLink
private import Glibc

/// Owner of a file in the recorder's private folder whose contents are memory shared with a page's processes.
@safe final class SharedFile<Contents>: @unchecked Sendable {
    /// The path, which the environment of those processes names.
    let path: String
    /// The memory, of zeros at first.
    let contents: UnsafeMutablePointer<Contents>
    private let file: CInt

    /// Creates the file; it is removed with this object.
    ///
    /// - Parameters:
    ///   - path: A path that does not exist yet.
    ///   - name: What the memory is, as the beginning of a message.
    ///   - isLocked: Whether the file is locked while this process lives. The kernel releases the lock however it ends.
    /// - Throws: `missingComponent` if the file cannot be created or mapped.
    init(path: String, name: String, isLocked: Bool = false) throws(PageError) {
        self.path = path
        let size = MemoryLayout<Contents>.stride
        file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var memory: UnsafeMutableRawPointer?
        if file >= 0, ftruncate(file, off_t(size)) == 0, !isLocked || flock(file, LOCK_EX) == 0 {
            unsafe memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        }
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            let reason = unsafe String(cString: strerror(errno))
            if file >= 0 {
                close(file)
                unsafe unlink(path)
            }
            throw PageError(.missingComponent, "\(name) could not be created in \(path) (\(reason)).")
        }
        unsafe contents = memory.bindMemory(to: Contents.self, capacity: 1)
    }

    deinit {
        close(file)
        unsafe munmap(contents, MemoryLayout<Contents>.stride)
        unsafe unlink(path)
    }
}
