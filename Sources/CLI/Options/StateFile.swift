import EngineLink
import Files
import Foundation
import Glibc
import Manifest
import Notation

/// A file with the cookies and the local storage of a page: Playwright's storage state, or cookies in Netscape's format.
///
/// Messages name the file, the line or the place in the JSON, and what was expected there; never a value.
struct StateFile {
    let state: PageState
    private let path: String

    /// Reads a file.
    ///
    /// - Throws: ``FileError`` with `unreadableInput`.
    init(path: String) throws {
        let text = try TextFile.read(path, as: "state file")
        state = try Self.state(in: text, path: path)
        self.path = path
    }

    /// Reads the text of a file; its first character says in which format it is.
    ///
    /// - Parameter path: The file's path, for messages.
    /// - Throws: ``FileError`` with `unreadableInput`.
    static func state(in text: String, path: String) throws(FileError) -> PageState {
        let text = text.hasPrefix("\u{feff}") ? text.dropFirst() : text[...]
        switch text.first(where: { !$0.isWhitespace }) {
        case "{", "[": return try StorageState(path: path).read(text)
        case nil: throw unreadable(path, nil, "the file is empty. \(formats)")
        default: return PageState(cookies: try CookieList(path: path).read(text))
        }
    }

    /// Writes a state as Playwright's JSON, whole or not at all; only the owner can read the file.
    ///
    /// - Throws: ``FileError``.
    static func write(_ state: PageState, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = try OutputFile(path: path, overwrite: true, content: .state)
        do {
            try file.write(Array(encoder.encode(state)) + [UInt8(ascii: "\n")])
            try file.commit()
        } catch {
            file.discard()
            throw error
        }
    }

    fileprivate static let formats =
        "It is Playwright's storage state (JSON), or a list of cookies in Netscape's format, as curl -c writes it."

    /// An error at a place of a file.
    fileprivate static func unreadable(_ path: String, _ place: String?, _ text: String) -> FileError {
        FileError(.unreadableInput, "\(path)\(place.map { ", \($0)" } ?? ""): \(text)")
    }

    // MARK: Warnings

    /// What the user should know about the file, as sentences.
    ///
    /// - Parameter page: The page that is to get what the file has for it; `nil` for none.
    func warnings(for page: PageAddress?) -> [String] {
        let readers = Secrets.warningOfReaders(of: path, "state file \(path)", which: "is as secret as a password")
        return [readers, warningOfExpiry(for: nil) ?? page?.origin.flatMap(warningOfAbsence)].compactMap(\.self)
    }

    /// Says that no cookie is valid any more: of the file, or of those for a host.
    private func warningOfExpiry(for host: String?) -> String? {
        let now = Date().timeIntervalSince1970
        let cookies = state.cookies.filter { cookie in host.map(cookie.belongs) ?? true }
        guard !cookies.isEmpty, cookies.allSatisfy({ $0.hasExpired(at: now) }) else { return nil }
        let whose = host.map { " for \($0)" } ?? ""
        return "All cookies of the state file \(path)\(whose) have expired. Sign in again, for example with "
            + "pagereel login."
    }

    /// Says that a page gets nothing of the file, and so looks as before signing in.
    private func warningOfAbsence(for page: PageAddress.Origin) -> String? {
        let storage = state.origins.filter { !$0.localStorage.isEmpty }
        guard !storage.contains(where: { PageAddress.origin(of: $0.origin) == page }) else { return nil }
        let own = state.cookies.filter { $0.belongs(to: page.host) }
        guard own.isEmpty else {
            if let warning = warningOfExpiry(for: page.host) { return warning }
            let now = Date().timeIntervalSince1970
            let valid = own.filter { !$0.hasExpired(at: now) }
            guard page.scheme == "http", valid.allSatisfy(\.isSecure) else { return nil }
            return "The cookies of the state file \(path) for \(page.host) are sent over https only, and the page is "
                + "loaded over http."
        }
        let hosts = state.cookies.map(\.host) + storage.compactMap { PageAddress.origin(of: $0.origin)?.host }
        guard !hosts.isEmpty else { return nil }
        let others = Set(hosts).sorted()
        let named = others.prefix(3).joined(separator: ", ") + (others.count > 3 ? " and others" : "")
        return "The state file \(path) has nothing for \(page.host), only for \(named). Sign in at \(page.host), for "
            + "example with pagereel login."
    }
}

extension PageState.Cookie {
    /// The host, without the dot that stands for the hosts below it.
    fileprivate var host: String { String(domain.drop { $0 == "." }).lowercased() }

    /// Whether the cookie is one of a host (RFC 6265, section 5.1.3).
    fileprivate func belongs(to name: String) -> Bool {
        name == host || domain.hasPrefix(".") && name.hasSuffix("." + host)
    }
}

/// Reads Playwright's storage state.
private struct StorageState {
    let path: String

    func read(_ text: Substring) throws(FileError) -> PageState {
        if let (line, reason) = JSONSyntax.mistake(in: String(text)) {
            throw StateFile.unreadable(
                path, "line \(line)", "not a JSON object: there is \(reason). \(StateFile.formats)")
        }
        let state: PageState
        do {
            state = try JSONDecoder().decode(PageState.self, from: Data(text.utf8))
        } catch {
            throw mistake(error)
        }
        for (index, cookie) in state.cookies.enumerated() {
            if let (field, expected) = cookie.mistake {
                throw StateFile.unreadable(path, "cookies[\(index)].\(field)", expected)
            }
        }
        for (index, origin) in state.origins.enumerated() where !origin.isValid {
            throw StateFile.unreadable(
                path, "origins[\(index)].origin", "expected an origin such as https://example.com.")
        }
        return state
    }

    private func mistake(_ error: any Error) -> FileError {
        guard let error = error as? DecodingError else {
            return StateFile.unreadable(path, nil, "not valid as a storage state. \(StateFile.formats)")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return StateFile.unreadable(path, Self.place(context.codingPath + [key]), "expected a value, found none.")
        case .typeMismatch(let type, let context):
            return unexpected(type, context)
        case .valueNotFound(let type, let context):
            return unexpected(type, context)
        case .dataCorrupted(let context):
            return StateFile.unreadable(
                path, context.codingPath.isEmpty ? nil : Self.place(context.codingPath),
                Self.name(of: context) == "sameSite" ? "expected Strict, Lax or None." : "expected another value.")
        @unknown default:
            return StateFile.unreadable(path, nil, "not valid as a storage state. \(StateFile.formats)")
        }
    }

    private func unexpected(_ type: any Any.Type, _ context: DecodingError.Context) -> FileError {
        let words: [ObjectIdentifier: String] = [
            ObjectIdentifier(String.self): "a text", ObjectIdentifier(Bool.self): "true or false",
            ObjectIdentifier(Double.self): "a number",
        ]
        let isList = ["cookies", "origins", "localStorage"].contains(Self.name(of: context))
        let expected = words[ObjectIdentifier(type)] ?? (isList ? "a list" : "an object")
        let advice = context.codingPath.isEmpty ? " \(StateFile.formats)" : ""
        return StateFile.unreadable(
            path, context.codingPath.isEmpty ? nil : Self.place(context.codingPath), "expected \(expected).\(advice)")
    }

    private static func name(of context: DecodingError.Context) -> String { context.codingPath.last?.stringValue ?? "" }

    /// The place in the JSON, like `cookies[0].domain`.
    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
        }
    }
}

/// Reads a list of cookies in Netscape's format.
private struct CookieList {
    let path: String

    private static let fields =
        "domain, TRUE or FALSE for hosts below it, path, TRUE or FALSE for https only, expiry, "
        + "name and value"

    func read(_ text: Substring) throws(FileError) -> [PageState.Cookie] {
        var cookies: [PageState.Cookie] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            var line = String(Substring(line))
            if line.utf8.last == UInt8(ascii: "\r") { line.unicodeScalars.removeLast() }
            if let cookie = try cookie(line, number: index + 1) { cookies.append(cookie) }
        }
        return cookies
    }

    /// Reads a line; `nil` for an empty line and a comment.
    private func cookie(_ text: String, number: Int) throws(FileError) -> PageState.Cookie? {
        let hidden = "#HttpOnly_"
        let isHTTPOnly = text.hasPrefix(hidden)
        guard isHTTPOnly || !text.hasPrefix("#"), text.contains(where: { !$0.isWhitespace }) else { return nil }
        var fields = text.dropFirst(isHTTPOnly ? hidden.count : 0)
            .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        // A file without trailing white space has no empty value.
        if fields.count == 6 { fields.append("") }
        func mistake(_ expected: String) -> FileError { StateFile.unreadable(path, "line \(number)", expected) }
        guard fields.count == 7 else {
            throw mistake(
                "expected 7 fields separated by tabs (\(Self.fields)), found \(fields.count). \(StateFile.formats)")
        }
        let flags = [fields[1], fields[3]].map { ["TRUE": true, "FALSE": false][$0.uppercased()] }
        guard let includesSubdomains = flags[0], let isSecure = flags[1] else {
            throw mistake("expected TRUE or FALSE in the \(flags[0] == nil ? "second" : "fourth") field.")
        }
        guard let expires = Double(fields[4]), expires.isFinite else {
            throw mistake(
                "expected the expiry in seconds since 1970 in the fifth field, or 0 for a cookie of the session.")
        }
        let host = String(fields[0].drop { $0 == "." })
        let cookie = PageState.Cookie(
            name: fields[5], value: fields[6], domain: includesSubdomains && !Self.isAddress(host) ? ".\(host)" : host,
            path: fields[2], expires: expires > 0 ? expires : -1, isHTTPOnly: isHTTPOnly, isSecure: isSecure)
        if let (field, expected) = cookie.mistake { throw mistake("\(field): \(expected)") }
        return cookie
    }

    /// Whether a host is a number, which has no hosts below it.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

extension PageState.Cookie {
    /// The first field that cannot be right, and what was expected there; `nil` if all can.
    fileprivate var mistake: (field: String, expected: String)? {
        func isText(_ text: String) -> Bool { !text.utf8.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0x3b } }
        if name.isEmpty || name.contains("=") || !isText(name) {
            return ("name", "expected a name without =, ; and control characters.")
        }
        if !isText(value) { return ("value", "expected a value without ; and control characters.") }
        let host = domain.hasPrefix(".") ? domain.dropFirst() : domain[...]
        if host.isEmpty || !isText(domain) || host.contains(where: { " /@\\".contains($0) }) {
            return ("domain", "expected a host such as example.com, or .example.com with the hosts below it.")
        }
        if !path.hasPrefix("/") || !isText(path) { return ("path", "expected a path that begins with a slash.") }
        return nil
    }
}

extension PageState.Origin {
    /// Whether the origin is a scheme and a host, perhaps with a port.
    fileprivate var isValid: Bool {
        origin.wholeMatch(of: #/https?:\/\/[^\/?#@\s]+/#) != nil
            && PageAddress.origin(of: origin) != nil
    }
}
