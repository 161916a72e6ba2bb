/// A part of an MP4 or QuickTime file, in memory (ISO/IEC 14496-12, 4.2;
/// QuickTime calls it an atom).
struct MovieBox {
    let type: FourCharacters
    /// What is in it, without its length and type.
    var content: [UInt8]

    /// Makes a box.
    init(_ type: FourCharacters, _ content: [UInt8]) {
        self.type = type
        self.content = content
    }

    /// Makes a box of boxes.
    init(_ type: FourCharacters, boxes: [MovieBox]) { self.init(type, boxes.flatMap(\.bytes)) }

    /// Makes a box that begins with its version, 0, and its flags.
    init(_ type: FourCharacters, flags: UInt32, _ content: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: flags)
        self.init(type, bytes + content)
    }

    /// The box as it stands in a file.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(content.count + 8))
        bytes.append(bigEndian: type.rawValue)
        return bytes + content
    }

    /// The version of a box that begins with it.
    var version: UInt8 { content.first ?? 0 }

    /// The boxes in it.
    ///
    /// - Throws: ``PhotoFormatError`` where their lengths do not fit.
    func boxes() throws(PhotoFormatError) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var offset = 0
        while offset < content.count {
            guard let length = content.bigEndian(at: offset, as: UInt32.self),
                let type = content.bigEndian(at: offset + 4, as: UInt32.self),
                length >= 8, offset + Int(length) <= content.count
            else { throw PhotoFormatError("The movie's index is damaged.") }
            boxes.append(MovieBox(.init(rawValue: type), Array(content[offset + 8..<offset + Int(length)])))
            offset += Int(length)
        }
        return boxes
    }

    /// The first box of a kind in it, or nothing.
    func first(_ type: FourCharacters) throws(PhotoFormatError) -> MovieBox? {
        try boxes().first { $0.type == type }
    }

    /// Changes the boxes of a kind that are in it.
    mutating func edit(
        _ type: FourCharacters, _ change: (inout MovieBox) throws(PhotoFormatError) -> Void
    ) throws(PhotoFormatError) {
        var boxes = try boxes()
        for index in boxes.indices where boxes[index].type == type { try change(&boxes[index]) }
        content = boxes.flatMap(\.bytes)
    }
}
