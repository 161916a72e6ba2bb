/// Why a page is not served.
public enum PageServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is to be served is no folder, or one that cannot be entered.
    case unusableFolder(String, reason: String)
    /// The machine has no port for the server.
    case cannotListen(reason: String)
    /// The page is an address of another server.
    case anotherServer(String)
    /// The page exists, but not in the folder.
    case outside(String, folder: String)
    /// There is no such page.
    case noPage(String, folder: String)
    /// The page is in the folder and cannot be read.
    case unreadable(String, reason: String)

    /// What is wrong and what to do, as sentences for a person.
    public var description: String {
        switch self {
        case .unusableFolder(let path, let reason):
            "The folder \(path) cannot be served: \(reason)."
        case .cannotListen(let reason):
            "The page cannot be served: no port of 127.0.0.1 can be had (\(reason))."
        case .anotherServer(let page):
            "\(page) comes from a server of its own, so nothing is left to serve. Name a file in the folder, or leave "
                + "--serve out."
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
