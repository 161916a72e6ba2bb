import Glibc

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
