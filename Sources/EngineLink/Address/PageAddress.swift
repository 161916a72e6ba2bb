private import CGIO
internal import Files
private import Glibc
private import Notation

/// The absolute address of a page, resolved from user input.
public struct PageAddress: Sendable, Hashable, Codable, CustomStringConvertible, CustomReflectable {
    /// The absolute URI to load; may contain credentials.
    package let uri: String
    /// The URI without credentials and without the values of secret parameters, for display and storage.
    public let description: String
    /// The absolute path of the local file; `nil` for other addresses.
    public let file: String?
    /// Whether the file is loaded from a server rather than from disk.
    package let isServed: Bool

    /// Parses an `http`, `https` or `file` URL, or the path of a file.
    ///
    /// A path may carry a query (`page.html?slide=2`) unless a file of that exact name exists.
    ///
    /// - Throws: `cannotLoad` for a missing file or an unsupported scheme.
    public init(_ text: String) throws(PageError) {
        guard !text.isEmpty else {
            throw PageError(.cannotLoad, "The page's address is empty. Give a URL or the path of an HTML file.")
        }
        if let scheme = Self.scheme(of: text) {
            switch scheme {
            case "http", "https":
                try self.init(network: text)
            case "file":
                try self.init(fileURL: text)
            default:
                throw PageError(
                    .cannotLoad,
                    "Pages are loaded from http, https and file addresses; \(ShownAddress.text(text)) has the scheme "
                        + "\(scheme).")
            }
        } else {
            try self.init(path: text)
        }
    }

    /// Creates the address of a page on this program's own server.
    ///
    /// The file's URL is displayed and stored, because the server's port changes with each run.
    ///
    /// - Parameters:
    ///   - uri: The absolute `http` URL on the server.
    ///   - file: The absolute path of the file.
    /// - Throws: `cannotLoad` for a path that cannot be expressed as a URL.
    public init(served uri: String, from file: String) throws(PageError) {
        let suffix = uri[(uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex)...]
        description = ShownAddress.text(try Self.uri(ofFile: file) + suffix)
        self.uri = uri
        self.file = file
        isServed = true
    }

    /// Creates the address of a page that was read from standard input.
    ///
    /// - Parameter file: The absolute path of the file that it was written to, which is not displayed.
    /// - Throws: `cannotLoad` for a path that cannot be expressed as a URL.
    package init(standardInput file: String) throws(PageError) {
        uri = try Self.uri(ofFile: file)
        description = Self.standardInput
        self.file = file
        isServed = false
    }

    /// The name of standard input as a page.
    package static let standardInput = "-"

    /// The page's host in lower case; `nil` for a local file.
    package var host: String? { origin?.host }

    /// Whether a URL names a file that a frame or link of this local page may not show: outside of the folder of the
    /// page's file, or impossible to resolve.
    ///
    /// Symbolic links are followed.
    package func isOutsideFolder(_ uri: String) -> Bool {
        guard !isServed, let file, uri.prefix(5).lowercased() == "file:" else { return false }
        guard let target = FileURL(uri), let page = file.canonicalPath else { return true }
        return !target.isInside(page.parentPath)
    }

    /// Whether a URL's scheme is http or https.
    package static func isHTTP(_ uri: String) -> Bool { ["http", "https"].contains(scheme(of: uri)) }

    /// The origin of a document: scheme, host and port (HTML Standard, section 7.1.1).
    package struct Origin: Hashable {
        package let scheme: String
        package let host: String
        package let port: Int

        /// - Parameter port: The port; 0 or less stands for the scheme's default.
        package init(scheme: String, host: String, port: Int) {
            self.scheme = scheme.lowercased()
            self.host = host.lowercased()
            self.port = port > 0 ? port : self.scheme == "https" ? 443 : 80
        }
    }

    /// The page's origin; `nil` for a local file.
    package var origin: Origin? { Self.origin(of: uri) }

    /// The origin of an absolute URI; `nil` if it has no host.
    package static func origin(of uri: String) -> Origin? {
        guard let parsed = unsafe recorder_parse_uri(uri) else { return nil }
        defer { unsafe g_uri_unref(parsed) }
        guard let scheme = unsafe g_uri_get_scheme(parsed), let host = unsafe g_uri_get_host(parsed),
            unsafe host.pointee != 0
        else {
            return nil
        }
        return unsafe Origin(
            scheme: String(cString: scheme), host: String(cString: host), port: Int(g_uri_get_port(parsed)))
    }

    /// A mirror that hides the credentials.
    public var customMirror: Mirror { Mirror(self, children: ["description": description, "file": file as Any]) }

    /// Removes the credentials from an address.
    ///
    /// Text that is shown or stored is better made by ``description``, which hides tokens too.
    public static func withoutCredentials(_ uri: String) -> String { ShownAddress.withoutCredentials(uri) }

    private init(network text: String) throws(PageError) {
        uri = try NetworkURL(text).uri
        description = ShownAddress.text(uri)
        file = nil
        isServed = false
    }

    private init(fileURL text: String) throws(PageError) {
        guard let url = FileURL(text) else {
            throw PageError(
                .cannotLoad,
                "\(ShownAddress.text(text)) is not a valid file URL; it looks like file:///folder/page.html, without a host and escaped "
                    + "slashes.")
        }
        try self.init(file: url.path, suffix: url.suffix)
    }

    private init(path text: String) throws(PageError) {
        var path = text
        var suffix: Substring = ""
        if unsafe access(text, F_OK) != 0, let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }),
            unsafe access(String(text[..<mark]), F_OK) == 0
        {
            path = String(text[..<mark])
            suffix = text[mark...]
        }
        try self.init(file: path, suffix: suffix)
    }

    /// - Parameter suffix: The query and the fragment, with their first character.
    private init(file path: String, suffix: Substring) throws(PageError) {
        try Self.requireFile(path)
        guard let file = path.canonicalPath else {
            throw PageError(.cannotLoad, "\(ShownAddress.text(path)) cannot be resolved (\(SystemError.last.text)).")
        }
        uri = try Self.uri(ofFile: file) + suffix
        description = ShownAddress.text(uri)
        self.file = file
        isServed = false
    }

    private static func uri(ofFile path: String) throws(PageError) -> String {
        guard let name = unsafe g_filename_to_uri(path, nil, nil) else {
            throw PageError(.cannotLoad, "\(ShownAddress.text(path)) cannot be written as a file URL.")
        }
        defer { unsafe g_free(name) }
        return unsafe String(cString: name)
    }

    private static func requireFile(_ path: String) throws(PageError) {
        var status = stat()
        let shown = ShownAddress.text(path)
        guard unsafe stat(path, &status) == 0 else {
            let code = errno
            let looksLikeHost = path.contains { ".:".contains($0) } && !path.hasPrefix("/") && !path.hasPrefix(".")
            let hint =
                code == ENOENT && looksLikeHost ? " If it is a web address, begin it with https:// or http://." : ""
            throw PageError(.cannotLoad, "The page \(shown) cannot be read: \(reason(code)).\(hint)")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw PageError(.cannotLoad, "The page \(shown) is a folder. Name the HTML file in it.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PageError(
                .cannotLoad,
                "The page \(shown) is a pipe or a device, not a file. With - as the page, it is read from standard "
                    + "input.")
        }
        guard unsafe access(path, R_OK) == 0 else {
            throw PageError(.cannotLoad, "The page \(shown) cannot be read: \(reason(errno)).")
        }
    }

    private static func reason(_ code: CInt) -> String {
        unsafe code == ENOENT ? "there is no such file" : String(cString: strerror(code)).lowercased()
    }

    /// The scheme before a colon (RFC 3986, section 3.1), in lower case.
    ///
    /// A single letter does not count: no scheme in use is that short.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        guard scheme.count > 1, let first = scheme.first, first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return nil }
        // `localhost:8000/page` and `host.example:80` are hosts with ports.
        let rest = text[text.index(after: colon)...]
        if rest.first?.isNumber == true { return nil }
        return scheme.lowercased()
    }
}
