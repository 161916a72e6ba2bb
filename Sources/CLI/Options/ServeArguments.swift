import EngineLink
import Notation
import PageServer

/// The option for a folder that is served to the page.
struct ServeArguments: OptionTable {
    @Setting("serve", "Serve this folder over HTTP; the page is then a path in it.", .text, as: "folder", .folder)
    var serve: String?

    @Setting(
        "single-page",
        "Answer paths that do not exist with the folder's index.html, as servers of single-page apps do.", .onOnly,
        .detail, .requires("serve"))
    var singlePage = false

    /// Starts the server if `--serve` was given; call it before the command's
    /// main loop.
    ///
    /// - Throws: ``PageServerError``.
    func start() throws -> PageServer? {
        guard let serve else { return nil }
        return try CommandLoop.run { () throws(PageServerError) in
            try await PageServer.start(serving: serve, isSinglePage: singlePage)
        }
    }
}

extension PageAddress {
    /// Parses a page's address or path, as typed.
    ///
    /// - Parameter server: The server of the page's folder, if there is one.
    /// - Throws: ``PageError`` or ``PageServerError`` for a missing page, or for standard input with a server.
    init(_ text: String, from server: PageServer?) throws {
        if text == Self.standardInput {
            guard server == nil else {
                throw PageError(
                    .invalidPlan, "A page from standard input (-) is in no folder, so it does not go with --serve.")
            }
            self = try StandardInput.address()
            return
        }
        guard let server else {
            try self.init(text)
            return
        }
        let page = try server.page(text)
        try self.init(served: page.address, from: page.file)
    }
}
