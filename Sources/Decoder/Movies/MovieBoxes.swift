import Files

/// The top-level boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2).
///
/// They end where the file ends, is damaged, or cannot be read.
struct MovieBoxes: Sequence, IteratorProtocol {
    /// Returns bytes at an offset; fewer at the end.
    private let read: (_ count: Int, _ offset: Int) throws(FileError) -> [UInt8]
    private var offset = 0
    /// How many boxes may still follow; a file may state anything.
    private var rest = 1_000_000

    init(_ read: @escaping (_ count: Int, _ offset: Int) throws(FileError) -> [UInt8]) { self.read = read }

    init(_ file: InputFile) {
        read = { count, offset throws(FileError) in
            try file.read(count, at: offset) { FileError(.unreadableInput, $0.text) }
        }
    }

    /// Returns the name of the next box, and where it is, with its header.
    mutating func next() -> (name: String, range: Range<Int>)? {
        // What cannot be read is an error for whoever reads more of it.
        guard rest > 0, let header = try? read(16, offset), header.count == 16 else { return nil }
        rest -= 1
        let size = Self.number(header[0..<4])
        let length = size == 1 ? Self.number(header[8..<16]) : size
        guard length >= 8, length < Int.max / 2 - offset else { return nil }
        defer { offset += length }
        return (String(decoding: header[4..<8], as: UTF8.self), offset..<offset + length)
    }

    /// Whether the file consists of segments, each with its own index.
    ///
    /// libavformat then states the lengths of the segments that it has seen so far.
    var areSegments: Bool {
        var hasIndex = false
        return contains { box in
            hasIndex = hasIndex || box.name == "sidx"
            return hasIndex && box.name == "moof"
        }
    }

    /// Returns a number in big-endian order.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
