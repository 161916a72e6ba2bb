import Files

/// The blocks of a GIF (GIF89a specification) and the chunks of an APNG (PNG specification, third edition, 5.3).
///
/// libavformat reads a file that is cut off as if it ended there.
struct AnimationStructure {
    private let path: String
    private let file: InputFile
    /// The bytes from a place of the file on, read last.
    private var window = (start: 0, bytes: [UInt8]())

    /// The bytes that are read at a time.
    private static let windowSize = 65_536

    /// Examines an open file.
    ///
    /// - Parameter path: Its path, for messages.
    init(of file: InputFile, _ path: String) { (self.file, self.path) = (file, path) }

    /// Returns whether the file has its trailer or last chunk; what follows that is not part of the picture.
    ///
    /// - Parameter kind: GIF or APNG.
    /// - Throws: ``FileError/Code/unreadableInput`` if the system cannot read the file.
    mutating func isWhole(_ kind: PictureKind) throws(FileError) -> Bool {
        kind == .gif ? try hasTrailer() : try hasLastChunk()
    }

    private mutating func hasTrailer() throws(FileError) -> Bool {
        var place = try 13 + colors(byte(10))
        while place < file.length {
            switch try byte(place) {
            // The trailer (27).
            case 0x3b: return true
            // An extension with its label (23 to 26).
            case 0x21: place = try endOfBlocks(from: place + 2)
            // An image with its descriptor, its colors, and the size of its codes (20 to 22).
            case 0x2c: place = try endOfBlocks(from: place + 10 + colors(byte(place + 9)) + 1)
            default: return false
            }
        }
        return false
    }

    private mutating func hasLastChunk() throws(FileError) -> Bool {
        var place = PictureKind.signatureOfPNG.count
        while place + 12 <= file.length {
            var (length, name) = (0, 0)
            for index in 0..<4 {
                length = try length << 8 | byte(place + index)
                name = try name << 8 | byte(place + 4 + index)
            }
            if name == 0x4945_4e44 { return true }  // IEND
            place += 12 + length
        }
        return false
    }

    /// Returns a byte; 0 after the end of the file.
    private mutating func byte(_ place: Int) throws(FileError) -> Int {
        if !(window.start..<window.start + window.bytes.count).contains(place) {
            let bytes = try file.read(Self.windowSize, at: place) { [path] error in
                PictureContents.unreadable(path, error.text, cause: error)
            }
            window = (place, bytes)
        }
        return window.bytes.isEmpty ? 0 : Int(window.bytes[place - window.start])
    }

    /// The length of the color table that a packed field describes (18, 20).
    private func colors(_ packed: Int) -> Int { packed & 0x80 == 0 ? 0 : 3 << ((packed & 7) + 1) }

    /// The end of sub-blocks (15).
    private mutating func endOfBlocks(from start: Int) throws(FileError) -> Int {
        var place = start
        while case let length = try byte(place), length > 0 { place += 1 + length }
        return place + 1
    }
}
