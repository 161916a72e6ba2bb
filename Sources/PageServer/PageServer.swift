private import FlyingFox
private import FlyingSocks

/// An HTTP server for one folder, on a loopback port.
///
/// It runs from `start` until it is released, on Swift's thread pool: the main actor may be waiting
/// for the page.
public final class PageServer: Sendable {
    /// The port on 127.0.0.1, chosen by the kernel.
    public let port: UInt16

    /// The timeout for operations that should take no time, such as finding a file, in seconds.
    ///
    /// It is long because the machine may be busy.
    private static let patience = 60.0

    private let folder: ServedFolder
    private let task: Task<Void, any Error>

    private init(folder: ServedFolder, port: UInt16, task: Task<Void, any Error>) {
        self.folder = folder
        self.port = port
        self.task = task
    }

    deinit { task.cancel() }

    /// Starts to serve a folder.
    ///
    /// - Throws: `unusableFolder` if the folder cannot be read, `cannotListen` if no port is
    ///   available.
    public static func start(serving path: String) async throws(PageServerError) -> PageServer {
        let folder = try ServedFolder(path)
        do {
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: 0), timeout: Self.patience,
                pool: CloseOnExecPool(base: HTTPServer.defaultPool()), logger: .disabled)
            let task = Task.detached { try await server.run() }
            do {
                try await server.waitUntilListening(timeout: Self.patience)
                guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.disconnected }
                // The handler needs the port, because it checks the Host header.
                await server.appendRoute("*", to: FolderHandler(folder: folder, port: port))
                return PageServer(folder: folder, port: port, task: task)
            } catch {
                task.cancel()
                throw error
            }
        } catch {
            throw .cannotListen(reason: "\(error)")
        }
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
