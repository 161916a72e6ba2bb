import Foundation

/// Converts between paths and the addresses in an interchange file.
struct InterchangeLinks {
    private let folder: String

    /// Prepares to name files in a file.
    ///
    /// - Parameter file: The path of the interchange file.
    init(file: String) {
        folder = URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL.path
    }

    /// The address of a file.
    ///
    /// The address is relative if the file is inside the interchange file's folder, so that the
    /// folder can be moved as a whole.
    func address(of path: String) -> String {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        let isBelow = path.hasPrefix(start)
        let name = isBelow ? String(path.dropFirst(start.count)) : path
        let encoded = name.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? name
        return isBelow ? encoded : "file://" + encoded
    }

    /// The characters that need no percent-encoding in a path (RFC 3986, section 3.3).
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=@/")

    /// The path of an address; `nil` if the address is not a file's.
    func path(of address: String) -> String? {
        var name = address
        for start in ["file://localhost/", "file:///"] where name.hasPrefix(start) {
            name = "/" + name.dropFirst(start.count)
        }
        guard !name.contains("://"), let path = name.removingPercentEncoding, !path.isEmpty else { return nil }
        return URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).path
    }

    /// The relative path from the interchange file's folder to another folder.
    func name(ofFolder other: String) -> String {
        let (from, to) = (Self.parts(folder), Self.parts(other))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let steps = [String](repeating: "..", count: from.count - common) + to.dropFirst(common)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// The folder at a path relative to the interchange file's folder.
    func folder(named name: String) -> String {
        URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardizedFileURL.path
    }

    private static func parts(_ path: String) -> [String] {
        URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
    }
}
