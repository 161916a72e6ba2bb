import FlyingFox
import FlyingSocks
private import Foundation
import Notation

/// Reads requests from a connection: the only place where bytes of a client are parsed.
///
/// A client can be any program of this machine. So a request has a limit, and what servers and clients may read
/// differently is refused.
struct RequestReader {
    /// A request that is not answered by a handler.
    struct Refusal: Error {
        let status: HTTPStatusCode
        /// A sentence without the client's text.
        let reason: String

        fileprivate static func bad(_ reason: String) -> Refusal { Refusal(status: .badRequest, reason: reason) }
    }

    private let limits: ServerLimits
    /// What follows the last request.
    private var rest: [UInt8] = []

    init(limits: ServerLimits) { self.limits = limits }

    /// Reads the next request.
    ///
    /// - Returns: `nil` if the client closed the connection, or was too slow.
    /// - Throws: ``Refusal``, and the errors of the socket.
    mutating func next(from connection: Connection) async throws -> HTTPRequest? {
        var searched = 0
        while true {
            if let end = Self.endOfHead(in: rest, from: searched) {
                connection.expectNothing()
                guard end <= limits.head else { throw tooLarge }
                let head = rest[..<end]
                rest.removeFirst(end)
                return try Self.request(in: head)
            }
            guard rest.count <= limits.head else { throw tooLarge }
            // The end may be split between two parts.
            searched = max(0, rest.count - 3)
            // The time for a request begins with its first byte, on a new connection at once.
            if !rest.isEmpty { connection.expect(within: limits.patience) }
            let bytes: [UInt8]
            do {
                bytes = try await connection.read()
            } catch SocketError.disconnected {
                return nil
            }
            rest += bytes
        }
    }

    private var tooLarge: Refusal {
        Refusal(
            status: .requestHeaderFieldsTooLarge,
            reason: "The request line and the headers have more than \(limits.head) bytes.")
    }

    /// The position behind the empty line that ends a head; `nil` if it has not arrived.
    private static func endOfHead(in bytes: [UInt8], from start: Int) -> Int? {
        let newline = UInt8(ascii: "\n")
        var index = start
        while let found = bytes[index...].firstIndex(of: newline) {
            index = found + 1
            if index < bytes.count, bytes[index] == newline { return index + 1 }
            if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\r"), bytes[index + 1] == newline {
                return index + 2
            }
        }
        return nil
    }

    /// Parses a head (RFC 9112, sections 3 and 5).
    private static func request(in head: ArraySlice<UInt8>) throws(Refusal) -> HTTPRequest {
        guard let text = String(validating: head, as: UTF8.self) else { throw .bad("The request is not UTF-8.") }
        // A line feed alone ends a line, too; in Swift, CR LF is one character.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.last == "\r" ? line.dropLast() : line)
        }
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, isToken(words[0]), words[1].hasPrefix("/") else {
            throw .bad("The request line cannot be read.")
        }
        guard ["HTTP/1.0", "HTTP/1.1"].contains(words[2]) else {
            throw Refusal(status: .httpVersionNotSupported, reason: "This server speaks HTTP/1.1.")
        }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, isToken(String(parts[0])),
                !parts[1].unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7f })
            else { throw .bad("A header cannot be read.") }
            headers.addValue(parts[1].trimmingCharacters(in: .whitespaces), for: HTTPHeader(String(parts[0])))
        }
        // Two may be read differently, by whoever judges the first and by whoever judges the last.
        guard headers.values(for: .host).count == 1 else { throw .bad("A request has exactly one Host.") }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return HTTPRequest(
            method: HTTPMethod(words[0]), version: HTTPVersion(words[2]),
            target: HTTPRequest.Target(path: target[0], query: target.count > 1 ? target[1] : ""), headers: headers,
            body: HTTPBodySequence())
    }

    /// Whether a text is a token (RFC 9110, section 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                        || "!#$%&'*+-.^_`|~".unicodeScalars.contains($0))
            }
    }
}

extension HTTPRequest {
    /// Whether a body follows the head; this server reads none.
    var hasBody: Bool {
        headers[.transferEncoding] != nil || headers.values(for: .contentLength).contains { $0 != "0" }
    }
}

/// The path of a request, split into components.
struct RequestPath {
    /// The components as file names; empty for the folder itself.
    let parts: [[UInt8]]
    /// Whether the path ends with a slash.
    let isFolder: Bool

    /// Parses the path of a request (RFC 3986, section 3.3).
    ///
    /// Each component is decoded separately, so that an encoded slash does not separate components.
    /// `..` components, which no browser sends, and NUL bytes are rejected.
    init?(_ encoded: String) {
        guard encoded.utf8.first == UInt8(ascii: "/"), !encoded.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f })
        else { return nil }
        var parts: [[UInt8]] = []
        for part in encoded.utf8.split(separator: UInt8(ascii: "/")) {
            guard let name = Self.decoded(part), !name.contains(0), !name.contains(UInt8(ascii: "/")),
                name != Array("..".utf8)
            else { return nil }
            if name != Array(".".utf8) { parts.append(name) }
        }
        self.parts = parts
        isFolder = encoded.utf8.last == UInt8(ascii: "/")
    }

    /// The percent-encoded path with exactly one leading slash; two would begin a host name.
    static func encoded(_ parts: [[UInt8]], isFolder: Bool) -> String {
        "/" + parts.map(\.percentEncoded).joined(separator: "/") + (isFolder && !parts.isEmpty ? "/" : "")
    }

    /// A percent-decoded component; `nil` for an invalid escape.
    private static func decoded(_ part: Substring.UTF8View) -> [UInt8]? {
        var name: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                name.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            name.append(high << 4 | low)
        }
        return name
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
