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
