import Glibc

/// An HTTP server for one folder, on a loopback port.
///
/// It runs from `start` until it is released.
public final class PageServer: Sendable {
    /// The port on 127.0.0.1, chosen by the kernel.
    public let port: UInt16

    private let folder: ServedFolder
    private let isSinglePage: Bool
    private let server: LoopbackServer

    private init(folder: ServedFolder, isSinglePage: Bool, server: LoopbackServer) {
        self.folder = folder
        self.isSinglePage = isSinglePage
        self.server = server
        port = server.port
    }

    /// Starts to serve a folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isSinglePage: Whether documents that do not exist are answered with the folder's `index.html`: paths whose
    ///     last part has no dot.
    /// - Throws: `unusableFolder` if the folder cannot be read, `cannotListen` if no port is
    ///   available.
    public static func start(
        serving path: String, isSinglePage: Bool = false
    ) async throws(PageServerError) -> PageServer {
        let folder = try ServedFolder(path)
        let server = try await LoopbackServer.start()
        await server.serve(FolderHandler(folder: folder, isSinglePage: isSinglePage))
        return PageServer(folder: folder, isSinglePage: isSinglePage, server: server)
    }

    /// Finds a page that a user named.
    ///
    /// - Parameter text: A path within the folder, or the path of a file inside it; a query may
    ///   follow. A folder stands for its `index.html`.
    /// - Throws: The reason why the page cannot be served.
    public func page(_ text: String) throws(PageServerError) -> ServedPage {
        let name = PageName(text)
        let (path, file): (path: String, file: String)
        do {
            (path, file) = try name.resolve(in: folder)
        } catch {
            guard isSinglePage, let found = name.route(in: folder) else { throw error }
            (path, file) = found
        }
        return ServedPage(address: "http://127.0.0.1:\(port)\(path)", file: file)
    }
}

/// A page that a ``PageServer`` serves.
public struct ServedPage: Sendable, Hashable {
    /// The address while the server runs, including the port.
    public let address: String
    /// The absolute path of the page's file.
    public let file: String
}

/// The reason why a page cannot be served.
public enum PageServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path is not a folder, or the folder cannot be entered.
    case unusableFolder(String, reason: String)
    /// Another program uses the port.
    case portInUse(UInt16)
    /// The port cannot be opened, or none is available.
    case cannotListen(reason: String)
    /// The page is on another server.
    case anotherServer(String)
    /// The page exists outside of the folder.
    case outside(String, folder: String)
    /// The page does not exist.
    case noPage(String, folder: String)
    /// The page is in the folder but cannot be read.
    case unreadable(String, reason: String)

    /// The message for the user: what failed and what to do.
    public var description: String {
        switch self {
        case .unusableFolder(let path, let reason):
            "The folder \(path) cannot be served: \(reason)."
        case .portInUse(let port):
            "Port \(port) of 127.0.0.1 is in use. Choose another one, or let a free one be chosen."
        case .cannotListen(let reason):
            "Nothing can be served: no port of 127.0.0.1 can be opened (\(reason))."
        case .anotherServer(let page):
            "\(page) already comes from a server. Name a file in the served folder, or omit --serve."
        case .outside(let page, let folder):
            "The page \(page) is not in the folder \(folder), and nothing outside of it is served. Name a page in it, "
                + "or serve a folder that holds both."
        case .noPage(let page, let folder):
            "There is no page \(page) in the folder \(folder). Name a file in it, like index.html."
        case .unreadable(let page, let reason):
            "The page \(page) cannot be read: \(reason)."
        }
    }
}

/// A page in a served folder, as the user named it.
struct PageName {
    private let text: String

    /// Wraps the user's input.
    init(_ text: String) { self.text = text }

    /// Finds the page.
    ///
    /// A name is looked up in the folder first, then on the disk, as shells complete it. The text
    /// after a `?` or `#` is a query or fragment unless a file with the full name exists.
    ///
    /// - Returns: The path to request from the server, and the path of the file.
    func resolve(in folder: ServedFolder) throws(PageServerError) -> (path: String, file: String) {
        if let scheme {
            guard scheme == "file" else { throw .anotherServer(text) }
            return try resolveFileURL(in: folder)
        }
        var names = [(text[...], text[text.endIndex...])]
        if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            names.append((text[..<mark], text[mark...]))
        }
        for (name, query) in names {
            if let found = try find(name, query: query, in: folder) { return found }
        }
        throw missing(names.map(\.0), from: folder)
    }

    /// Finds the page of a single-page app that a name stands for.
    ///
    /// - Returns: The path to request, and the path of the folder's `index.html`; `nil` if the name is no path of a
    ///   document.
    func route(in folder: ServedFolder) -> (path: String, file: String)? {
        let name = text.prefix { $0 != "?" && $0 != "#" }
        let parts = name.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        guard scheme == nil, !parts.contains(Array("..".utf8)), FolderHandler.isDocument(parts),
            let file = FolderHandler.index(of: folder)
        else { return nil }
        let path = RequestPath.encoded(parts, isFolder: name.hasSuffix("/"))
        return (path + text[name.endIndex...], file.location)
    }

    /// The scheme of an address, in lower case (RFC 3986, section 3.1).
    private var scheme: String? {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound]
        guard let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        return scheme.lowercased()
    }

    private func resolveFileURL(in folder: ServedFolder) throws(PageServerError) -> (path: String, file: String) {
        let location = text.dropFirst("file://".count).drop { $0 != "/" }
        let path = location.prefix { $0 != "?" && $0 != "#" }
        guard let parts = RequestPath(String(path))?.parts else { throw .noPage(text, folder: folder.name) }
        let name = "/" + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        guard let found = try open(onDisk: name, query: location[path.endIndex...], in: folder) else {
            throw missing([name[...]], from: folder)
        }
        return found
    }

    private func find(
        _ name: Substring, query: Substring, in folder: ServedFolder
    ) throws(PageServerError) -> (path: String, file: String)? {
        // An empty name is an error, such as an unset variable.
        guard !name.isEmpty else { return nil }
        let parts = name.utf8.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != Array(".".utf8) }
        if !parts.contains(Array("..".utf8)), let found = try open(parts, query: query, in: folder),
            !name.hasSuffix("/") || found.path.hasSuffix("/" + query)
        {
            return found
        }
        return try open(onDisk: String(name), query: query, in: folder)
    }

    private func open(
        onDisk name: String, query: Substring, in folder: ServedFolder
    ) throws(PageServerError) -> (path: String, file: String)? {
        guard let location = Self.realPath(name), let parts = folder.parts(to: location) else { return nil }
        return try open(parts, query: query, in: folder)
    }

    private func open(
        _ parts: [[UInt8]], query: Substring, in folder: ServedFolder
    ) throws(PageServerError) -> (path: String, file: String)? {
        do throws(PageServerError) {
            switch try folder.find(parts, named: text) {
            case .file(let file): return (RequestPath.encoded(parts, isFolder: false) + query, file.location)
            case .folder:
                guard case .file(let file) = try folder.find(parts + [FolderHandler.index], named: text) else {
                    return nil
                }
                return (RequestPath.encoded(parts, isFolder: true) + query, file.location)
            }
        } catch {
            if case .noPage = error { return nil }
            throw error
        }
    }

    private func missing(_ names: [Substring], from folder: ServedFolder) -> PageServerError {
        let isElsewhere = names.contains { name in
            Self.realPath(String(name)).map { folder.parts(to: $0) == nil } ?? false
        }
        return isElsewhere ? .outside(text, folder: folder.name) : .noPage(text, folder: folder.name)
    }

    private static func realPath(_ name: String) -> [UInt8]? {
        guard !name.isEmpty, !name.utf8.contains(0), let path = unsafe realpath(name, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe Array(UnsafeBufferPointer(start: path, count: strlen(path))).map(UInt8.init(bitPattern:))
    }
}
