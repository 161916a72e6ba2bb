import Files

/// A box of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2), in memory.
///
/// QuickTime calls it an atom.
struct MovieBox {
    let type: FourCharacters
    /// The payload, without length and type.
    var content: [UInt8]

    /// Creates a box.
    init(_ type: FourCharacters, _ content: [UInt8]) {
        self.type = type
        self.content = content
    }

    /// Creates a box that contains boxes.
    init(_ type: FourCharacters, boxes: [MovieBox]) { self.init(type, boxes.flatMap(\.bytes)) }

    /// Creates a box that begins with version 0 and flags.
    init(_ type: FourCharacters, flags: UInt32, _ content: [UInt8]) {
        self.init(type, numbers(flags) + content)
    }

    /// The serialized box.
    var bytes: [UInt8] { numbers(UInt32(content.count + 8), type.rawValue) + content }

    /// The version, in a box that begins with one.
    var version: UInt8 { content.first ?? 0 }

    /// Parses the contained boxes.
    ///
    /// - Throws: ``FileError/Code/internalFailure`` if their lengths are inconsistent.
    func boxes() throws(FileError) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var offset = 0
        while offset < content.count {
            guard let length = content.bigEndian(at: offset, as: UInt32.self),
                let type = content.bigEndian(at: offset + 4, as: UInt32.self),
                length >= 8, offset + Int(length) <= content.count
            else { throw FileError(.internalFailure, "The movie's index is damaged.") }
            boxes.append(MovieBox(.init(rawValue: type), Array(content[offset + 8..<offset + Int(length)])))
            offset += Int(length)
        }
        return boxes
    }

    /// Returns the first contained box of a type; `nil` if missing.
    func first(_ type: FourCharacters) throws(FileError) -> MovieBox? {
        try boxes().first { $0.type == type }
    }

    /// Edits the contained boxes of a type.
    mutating func edit(
        _ type: FourCharacters, _ change: (inout MovieBox) throws(FileError) -> Void
    ) throws(FileError) {
        var boxes = try boxes()
        for index in boxes.indices where boxes[index].type == type { try change(&boxes[index]) }
        content = boxes.flatMap(\.bytes)
    }
}

/// A four-character code: the type of a box or of its contents.
struct FourCharacters: Hashable, ExpressibleByStringLiteral {
    /// The code as a big-endian number.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates a code from its text in the specifications.
    init(stringLiteral name: String) {
        rawValue = name.unicodeScalars.reduce(0) { $0 << 8 | $1.value & 0xff }
    }
}

/// Big-endian numbers, as in JPEG, TIFF ("MM") and QuickTime files.
extension FixedWidthInteger {
    /// The number's bytes.
    var bigEndianBytes: [UInt8] { unsafe Swift.withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }
}

extension [UInt8] {
    /// Returns the number at an offset; `nil` if it would extend beyond the end.
    func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Number($1) }
    }

    /// Overwrites the bytes at an offset with a number.
    mutating func replace(bigEndian value: some FixedWidthInteger, at offset: Int) {
        let bytes = value.bigEndianBytes
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}

/// The bytes of 32-bit numbers, one after another.
func numbers(_ values: UInt32...) -> [UInt8] { values.flatMap(\.bigEndianBytes) }
