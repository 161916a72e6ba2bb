private import FlyingFox
private import FlyingSocks

/// An HTTP server for one folder, on a port of its own that only this machine
/// can reach.
///
/// It serves from when it is started until it is let go of, on Swift's pool of
/// threads: never on the main actor, which waits for the page.
public final class PageServer: Sendable {
    /// The port of 127.0.0.1, which the kernel chose.
    public let port: UInt16

    /// Seconds after which the server gives up what takes no time at all, such
    /// as finding a file: a machine may be that busy with other things.
    private static let patience = 60.0

    private let folder: ServedFolder
    private let task: Task<Void, any Error>

    private init(folder: ServedFolder, port: UInt16, task: Task<Void, any Error>) {
        self.folder = folder
        self.port = port
        self.task = task
    }

    deinit { task.cancel() }

    /// Serves a folder from now on.
    ///
    /// - Throws: `unusableFolder` if it is none that can be read,
    ///   `cannotListen` if the machine gives no port.
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
                // Only now it is known by which names the server goes.
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

    /// Finds a page that a person named.
    ///
    /// - Parameter text: A path within the folder, or the path of a file that
    ///   lies in it; a query may follow. Of a folder its `index.html` is meant.
    /// - Throws: What keeps it from being served.
    public func page(_ text: String) throws(PageServerError) -> ServedPage {
        let (path, file) = try PageName(text).resolve(in: folder)
        return ServedPage(address: "http://127.0.0.1:\(port)\(path)", file: file)
    }
}
