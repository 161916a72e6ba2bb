/// An HTTP server for one folder, on a loopback port.
///
/// It runs from `start` until it is released.
public final class PageServer: Sendable {
    /// The port on 127.0.0.1, chosen by the kernel.
    public let port: UInt16

    private let folder: ServedFolder
    private let server: LoopbackServer

    private init(folder: ServedFolder, server: LoopbackServer) {
        self.folder = folder
        self.server = server
        port = server.port
    }

    /// Starts to serve a folder.
    ///
    /// - Throws: `unusableFolder` if the folder cannot be read, `cannotListen` if no port is
    ///   available.
    public static func start(serving path: String) async throws(PageServerError) -> PageServer {
        let folder = try ServedFolder(path)
        let server = try await LoopbackServer.start()
        await server.serve(FolderHandler(folder: folder))
        return PageServer(folder: folder, server: server)
    }

    /// Finds a page that a user named.
    ///
    /// - Parameter text: A path within the folder, or the path of a file inside it; a query may
    ///   follow. A folder stands for its `index.html`.
    /// - Throws: The reason why the page cannot be served.
    public func page(_ text: String) throws(PageServerError) -> ServedPage {
        let (path, file) = try PageName(text).resolve(in: folder)
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
