import ArgumentParser
import EngineLink
import PageServer
import Recorder

/// The folder that is served to the page.
struct ServeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Serve this folder to the page over http; the page is a path in it.", valueName: "folder"),
        completion: .directory)
    var serve: String?

    /// Starts the server that was asked for, if one was; before the main loop
    /// runs the command.
    ///
    /// - Throws: ``PageServerError``.
    func start() throws -> PageServer? {
        guard let serve else { return nil }
        return try CommandLoop.run { () throws(PageServerError) in try await PageServer.start(serving: serve) }
    }
}

extension PageAddress {
    /// Reads a page as it was typed.
    ///
    /// - Parameter server: Where the page comes from, if a folder is served.
    /// - Throws: ``PageError`` or ``PageServerError`` for a page that is not
    ///   there.
    init(_ text: String, from server: PageServer?) throws {
        guard let server else {
            try self.init(text)
            return
        }
        let page = try server.page(text)
        try self.init(served: page.address, from: page.file)
    }
}
