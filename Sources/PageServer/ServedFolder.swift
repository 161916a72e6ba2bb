import Glibc

/// A folder, and what can be reached in it.
///
/// What is asked for is opened first and then asked where it is: the kernel
/// itself names the file that the descriptor stands for, whatever links led
/// there and whatever is renamed meanwhile. Links that stay inside work, also
/// absolute ones, which openat2(2) would refuse beneath a folder.
final class ServedFolder: Sendable {
    /// What a name leads to.
    enum Entry {
        case folder
        case file(ServedFile)
    }

    /// Why a name leads to nothing.
    enum Refusal: Error {
        /// There is nothing of the name.
        case notFound
        /// It is outside of the folder, by a link.
        case outside
        /// It may not be read, or is a device, a socket or a pipe.
        case unreadable(reason: String)
    }

    /// Whether a part of a path is not served: names with a dot in front are for
    /// tools (.git, .env), but for the one that the web reserves (RFC 8615).
    private static func isHidden(_ part: [UInt8]) -> Bool {
        part.first == UInt8(ascii: ".") && part != Array(".well-known".utf8)
    }

    private static let hidden = Refusal.unreadable(reason: "names that begin with a dot are not served")

    /// The folder as a person named it.
    let name: String
    private let descriptor: CInt

    /// Opens a folder.
    ///
    /// - Throws: `unusableFolder`.
    init(_ name: String) throws(PageServerError) {
        guard !name.utf8.contains(0) else { throw .unusableFolder(name, reason: "it has no name") }
        descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let code = errno
        self.name = name
        guard descriptor >= 0 else {
            throw .unusableFolder(name, reason: code == ENOTDIR ? "it is a file" : Self.reason(code))
        }
        guard faccessat(descriptor, ".", X_OK, 0) == 0 else {
            let code = errno
            throw .unusableFolder(name, reason: Self.reason(code))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Finds what is behind the parts of a path, and opens it if it is a file.
    ///
    /// - Parameter parts: Names without slashes; none is the folder itself.
    func find(_ parts: [[UInt8]]) throws(Refusal) -> Entry {
        let path = parts.isEmpty ? [UInt8(ascii: ".")] : Array(parts.joined(separator: [UInt8(ascii: "/")]))
        guard !path.contains(0) else { throw .notFound }
        guard !parts.contains(where: Self.isHidden) else { throw Self.hidden }
        // Opens without touching: a pipe would wait, a device may do anything.
        let place = openat(descriptor, path.map(CChar.init(bitPattern:)) + [0], Self.pathOnly | O_CLOEXEC)
        guard place >= 0 else {
            let code = errno
            throw code == EACCES ? .unreadable(reason: Self.reason(code)) : .notFound
        }
        defer { close(place) }
        guard let location = Self.location(of: place), let inside = self.parts(to: location) else { throw .outside }
        guard !inside.contains(where: Self.isHidden) else { throw Self.hidden }
        var status = stat()
        guard fstat(place, &status) == 0 else { throw .notFound }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG:
            let file = open(Self.link(to: place), O_RDONLY | O_CLOEXEC)
            guard file >= 0 else {
                let code = errno
                throw .unreadable(reason: Self.reason(code))
            }
            let name = inside.last ?? []
            return .file(ServedFile(owning: file, status: status, name: name, location: location))
        default: throw .unreadable(reason: "it is no file")
        }
    }

    /// The parts of the way from this folder to a place, or nothing if that is
    /// somewhere else.
    ///
    /// - Parameter location: Absolute and without links.
    func parts(to location: [UInt8]) -> [[UInt8]]? {
        // Asked each time: the folder may have been renamed.
        guard let own = Self.location(of: descriptor) else { return nil }
        let root = own == [UInt8(ascii: "/")] ? [] : own
        guard location.starts(with: root) else { return nil }
        let rest = location.dropFirst(root.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
        return rest.split(separator: UInt8(ascii: "/")).map(Array.init)
    }

    /// The C library's words for an error, as the end of a sentence.
    static func reason(_ code: CInt) -> String {
        code == ENOENT ? "there is no such folder" : String(cString: strerror(code)).lowercased()
    }

    /// `O_PATH` (open(2)), which the C library shows to programs of GNU's
    /// dialect alone.
    private static let pathOnly: CInt = 0o10_000_000

    private static func link(to descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

    /// Where the kernel says that something open is.
    private static func location(of descriptor: CInt) -> [UInt8]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link(to: descriptor), &bytes, bytes.count)
        // A path that fills the buffer may have been cut.
        guard count > 0, count < bytes.count, bytes[0] == CChar(UInt8(ascii: "/")) else { return nil }
        return bytes.prefix(count).map(UInt8.init(bitPattern:))
    }
}
