import Glibc

/// A folder and access to the files in it.
///
/// A file is opened first and located afterward: the kernel names the file behind the descriptor,
/// regardless of symbolic links and concurrent renames. Links that stay inside the folder work,
/// including absolute ones, which openat2(2) with RESOLVE_BENEATH would reject.
final class ServedFolder: Sendable {
    /// The entry at a path.
    enum Entry {
        case folder
        case file(ServedFile)
    }

    /// Whether a component is not served.
    ///
    /// Hidden files belong to tools (.git, .env), except for `.well-known` (RFC 8615).
    private static func isHidden(_ part: [UInt8]) -> Bool {
        part.first == UInt8(ascii: ".") && part != Array(".well-known".utf8)
    }

    /// The folder as the user named it.
    let name: String
    private let descriptor: CInt

    /// Opens a folder.
    ///
    /// - Throws: `unusableFolder`.
    init(_ name: String) throws(PageServerError) {
        guard !name.utf8.contains(0) else { throw .unusableFolder(name, reason: "it has no name") }
        descriptor = unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let code = errno
        self.name = name
        guard descriptor >= 0 else {
            throw .unusableFolder(name, reason: code == ENOTDIR ? "it is a file" : Self.reason(code))
        }
        guard unsafe faccessat(descriptor, ".", X_OK, 0) == 0 else {
            let code = errno
            throw .unusableFolder(name, reason: Self.reason(code))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Finds an entry, and opens it if it is a file.
    ///
    /// - Parameters:
    ///   - parts: File names without slashes; empty for the folder itself.
    ///   - page: What is looked for, for messages.
    /// - Throws: `noPage` if the path does not exist, `outside` if a symbolic link leads outside of the folder,
    ///   `unreadable` if the file is not readable, or is a device, a socket or a pipe.
    func find(_ parts: [[UInt8]], named page: String = "") throws(PageServerError) -> Entry {
        let missing = PageServerError.noPage(page, folder: name)
        let hidden = PageServerError.unreadable(page, reason: "names that begin with a dot are not served")
        let path = parts.isEmpty ? [UInt8(ascii: ".")] : Array(parts.joined(separator: [UInt8(ascii: "/")]))
        guard !path.contains(0) else { throw missing }
        guard !parts.contains(where: Self.isHidden) else { throw hidden }
        // O_PATH has no side effects: opening a pipe could block, and opening a device could do anything.
        let place = unsafe openat(descriptor, path.map(CChar.init(bitPattern:)) + [0], Self.pathOnly | O_CLOEXEC)
        guard place >= 0 else {
            let code = errno
            throw code == EACCES ? .unreadable(page, reason: Self.reason(code)) : missing
        }
        defer { close(place) }
        guard let location = Self.location(of: place), let inside = self.parts(to: location) else {
            throw .outside(page, folder: name)
        }
        guard !inside.contains(where: Self.isHidden) else { throw hidden }
        var status = stat()
        guard unsafe fstat(place, &status) == 0 else { throw missing }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG:
            let file = unsafe open(Self.link(to: place), O_RDONLY | O_CLOEXEC)
            guard file >= 0 else {
                let code = errno
                throw .unreadable(page, reason: Self.reason(code))
            }
            let name = inside.last ?? []
            return .file(ServedFile(owning: file, status: status, name: name, location: location))
        default: throw .unreadable(page, reason: "it is no file")
        }
    }

    /// The components of the path from this folder to a location; `nil` if it is outside.
    ///
    /// - Parameter location: An absolute path without symbolic links.
    func parts(to location: [UInt8]) -> [[UInt8]]? {
        // Query the path each time, because the folder may have been renamed.
        guard let own = Self.location(of: descriptor) else { return nil }
        let root = own == [UInt8(ascii: "/")] ? [] : own
        guard location.starts(with: root) else { return nil }
        let rest = location.dropFirst(root.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
        return rest.split(separator: UInt8(ascii: "/")).map(Array.init)
    }

    /// The system's message for an error number, as the end of a sentence.
    static func reason(_ code: CInt) -> String {
        unsafe code == ENOENT ? "there is no such folder" : String(cString: strerror(code)).lowercased()
    }

    /// `O_PATH` (open(2)), which the C headers define only with `_GNU_SOURCE`.
    private static let pathOnly: CInt = 0o10_000_000

    private static func link(to descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

    /// The current path of an open file, from the kernel.
    private static func location(of descriptor: CInt) -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link(to: descriptor), &bytes, bytes.count)
        // A path that fills the buffer may be truncated.
        guard count > 0, count < bytes.count, bytes[0] == CChar(UInt8(ascii: "/")) else { return nil }
        return bytes.prefix(count).map(UInt8.init(bitPattern:))
    }
}

/// An open file of a served folder.
final class ServedFile: Sendable {
    /// The size in bytes when the file was opened.
    let size: Int
    /// The file name, without its folders.
    let name: [UInt8]
    /// The absolute path.
    let location: String
    /// The modification time, in seconds since 1970.
    let modified: Int
    /// The entity tag, which changes whenever the file does (RFC 9110, section 8.8.3).
    let tag: String
    private let descriptor: CInt

    /// Takes ownership of an open file descriptor.
    init(owning descriptor: CInt, status: stat, name: [UInt8], location: [UInt8]) {
        self.descriptor = descriptor
        self.name = name
        self.location = String(decoding: location, as: UTF8.self)
        size = Int(status.st_size)
        modified = status.st_mtim.tv_sec
        let parts = [UInt64(status.st_ino), UInt64(status.st_size), UInt64(bitPattern: Int64(modified))]
        tag = "\"" + parts.map { String($0, radix: 36) }.joined(separator: "-") + "-\(status.st_mtim.tv_nsec)\""
    }

    deinit { close(descriptor) }

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - bytes: The destination; its size is the highest number of bytes to read.
    ///   - offset: The offset in the file.
    /// - Returns: The number of bytes read; zero or negative at the end of the file and after a
    ///   disk error.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        while true {
            let count = unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
