package import Files

/// Reads the bytes of a source one after another, counting lines.
struct ByteReader {
    private var source: any ByteSource
    private var chunk: [UInt8] = []
    private var position = 0
    /// The line of the next byte, counted from 1.
    private(set) var line = 1

    /// Begins to read a source; skips a byte order mark.
    init(_ source: any ByteSource) throws(FileError) {
        self.source = source
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        while chunk.count < mark.count {
            let more = try self.source.next()
            guard !more.isEmpty else { break }
            chunk += more
        }
        if chunk.starts(with: mark) { position = mark.count }
    }

    /// The next byte, which stays the next; `nil` at the end.
    @inline(__always)
    mutating func peek() throws(FileError) -> UInt8? {
        if position == chunk.count {
            chunk = try source.next()
            position = 0
            guard !chunk.isEmpty else { return nil }
        }
        return chunk[position]
    }

    /// Takes the next byte; `nil` at the end.
    @inline(__always)
    mutating func take() throws(FileError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == .lineFeed { line += 1 }
        return byte
    }

    /// Takes the next byte if it is the given one.
    @inline(__always)
    mutating func skip(_ byte: UInt8) throws(FileError) -> Bool {
        guard try peek() == byte else { return false }
        _ = try take()
        return true
    }

    /// Returns the rest of the line without its line feed, which stays next; at most about a number of bytes.
    mutating func line(upTo limit: Int) throws(FileError) -> ArraySlice<UInt8> {
        while chunk.count - position < limit, !chunk[position...].contains(.lineFeed) {
            let more = try source.next()
            guard !more.isEmpty else { break }
            chunk += more
        }
        return chunk[position...].prefix(limit).prefix { $0 != .lineFeed }
    }

    /// Takes the rest of the line, with its line feed.
    mutating func skipLine() throws(FileError) {
        while let byte = try take(), byte != .lineFeed {}
    }

    /// Appends bytes to an array, up to one that stops, the end, or more than a number of them.
    ///
    /// - Parameters:
    ///   - limit: Stops soon after the array has become longer than this.
    ///   - isStop: Whether a byte stops; must be true for a line feed.
    /// - Returns: The next byte, which stays the next; `nil` at the end.
    @inline(__always)
    mutating func read(
        into bytes: inout [UInt8], limit: Int, until isStop: (UInt8) -> Bool
    ) throws(FileError) -> UInt8? {
        while let byte = try peek() {
            guard !isStop(byte), bytes.count <= limit else { return byte }
            var end = position + 1
            while end < chunk.count, !isStop(chunk[end]) { end += 1 }
            bytes.append(contentsOf: chunk[position..<end])
            position = end
        }
        return nil
    }
}

extension UInt8 {
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    static var quote: UInt8 { UInt8(ascii: "\"") }
    static var comma: UInt8 { UInt8(ascii: ",") }
}

/// Where the bytes of a manifest come from.
package protocol ByteSource {
    /// Reads the next bytes; none at the end.
    mutating func next() throws(FileError) -> [UInt8]
}

/// The bytes of an open file, read from its beginning.
struct FileBytes: ByteSource {
    /// In bytes; enough to make the system calls' time negligible.
    private static let chunkSize = 1 << 17

    private let file: InputFile
    private let path: String
    private var offset = 0

    /// Prepares to read a file.
    ///
    /// - Parameter path: The file's path, for messages.
    init(_ file: InputFile, path: String) {
        self.file = file
        self.path = path
    }

    mutating func next() throws(FileError) -> [UInt8] {
        let path = path
        let bytes = try file.read(Self.chunkSize, at: offset) {
            FileError(.unreadableInput, "The manifest \(path) cannot be read: \($0.text).")
        }
        offset += bytes.count
        return bytes
    }
}
