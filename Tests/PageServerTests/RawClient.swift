import Foundation
import Glibc

/// A client that sends bytes unchanged; libraries would normalize an address first.
enum RawClient {
    /// A response.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// A failed connection or an invalid response.
    struct Failure: Error {
        let description: String
    }

    /// Sends a request to a port of 127.0.0.1, and reads until the server closes the connection.
    ///
    /// It runs in a separate thread, because the server needs the threads of Swift's pool.
    static func request(
        _ target: String, method: String = "GET", port: UInt16, host: String? = nil, headers: [String] = []
    ) async throws -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
        return try await send((lines + headers).joined(separator: "\r\n") + "\r\n\r\n", port: port)
    }

    /// Sends a text in the same way.
    ///
    /// - Parameter pieces: The number of bytes that are sent at a time (default: all).
    static func send(_ text: String, port: UInt16, pieces: Int = .max) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try ask(Array(text.utf8), port: port, pieces: pieces) })
            }
        }
    }

    private static func ask(_ request: [UInt8], port: UInt16, pieces: Int) throws -> Answer {
        let descriptor = try connect(to: 0x7F00_0001, port: port)
        defer { close(descriptor) }
        // Limits a failing test.
        var limit = timeval(tv_sec: 150, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var rest = request[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            // A server that refuses a long request may not read all of it.
            guard unsafe Glibc.send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else { break }
            rest = rest.dropFirst(piece.count)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count >= 0 else {
                throw Failure(description: unsafe "after \(bytes.count) bytes: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return try answer(in: bytes)
    }

    /// Connects to an address of this machine.
    ///
    /// - Parameter address: An IPv4 address, most significant byte first.
    /// - Returns: The descriptor, which the caller must close.
    static func connect(to address: UInt32, port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = address.bigEndian
        let code = unsafe withUnsafePointer(to: &target) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            close(descriptor)
            throw Failure(description: reason)
        }
        return descriptor
    }

    private static func answer(in bytes: [UInt8]) throws -> Answer {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw Failure(description: "no head: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
        }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        return Answer(status: status, headers: headers, body: Array(bytes[end.upperBound...]))
    }
}
