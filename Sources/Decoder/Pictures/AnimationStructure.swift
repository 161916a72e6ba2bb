import Foundation

/// The blocks of a GIF (GIF89a specification) and the chunks of an APNG (PNG specification, third edition, 5.3).
///
/// libavformat reads a file that is cut off as if it ended there.
struct AnimationStructure {
    private let data: Data

    /// Opens a file; only the parts that are looked at are read.
    init(ofFile path: String) throws {
        data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    }

    /// Whether the file has its trailer or last chunk; what follows that is not part of the picture.
    ///
    /// - Parameter kind: GIF or APNG.
    func isWhole(_ kind: PictureKind) -> Bool { kind == .gif ? hasTrailer : hasLastChunk }

    private var hasTrailer: Bool {
        var place = 13 + colors(byte(10))
        while place < data.count {
            switch byte(place) {
            // The trailer (27).
            case 0x3b: return true
            // An extension with its label (23 to 26).
            case 0x21: place = endOfBlocks(from: place + 2)
            // An image with its descriptor, its colors, and the size of its codes (20 to 22).
            case 0x2c: place = endOfBlocks(from: place + 10 + colors(byte(place + 9)) + 1)
            default: return false
            }
        }
        return false
    }

    private var hasLastChunk: Bool {
        var place = PictureKind.signatureOfPNG.count
        while place + 12 <= data.count {
            if (4..<8).map({ UInt8(byte(place + $0)) }).elementsEqual("IEND".utf8) { return true }
            place += 12 + (0..<4).reduce(0) { $0 << 8 | byte(place + $1) }
        }
        return false
    }

    private func byte(_ place: Int) -> Int { place < data.count ? Int(data[data.startIndex + place]) : 0 }

    /// The length of the color table that a packed field describes (18, 20).
    private func colors(_ packed: Int) -> Int { packed & 0x80 == 0 ? 0 : 3 << ((packed & 7) + 1) }

    /// The end of sub-blocks (15).
    private func endOfBlocks(from start: Int) -> Int {
        var place = start
        while byte(place) > 0 { place += 1 + byte(place) }
        return place + 1
    }
}
