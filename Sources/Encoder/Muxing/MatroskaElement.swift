/// An element at the front of a Matroska file (RFC 8794).
struct MatroskaElement {
    /// The identifiers of the elements used here (RFC 9559, 5.1).
    enum ID {
        static let segment = 0x1853_8067
        static let tracks = 0x1654_ae6b
        static let trackEntry = 0xae
        static let trackNumber = 0xd7
        static let trackUID = 0x73c5
        static let tags = 0x1254_c367
        static let tag = 0x7373
        static let targets = 0x63c0
        static let tagTrackUID = 0x63c5
    }

    /// The identifier, with its length marker.
    let id: Int
    /// The whole element.
    let range: Range<Int>
    /// The element's data.
    let data: Range<Int>

    /// Returns the elements in a part of a file, as far as they are complete.
    ///
    /// The last one may end beyond the part.
    static func elements(in part: Range<Int>, of bytes: [UInt8]) -> [MatroskaElement] {
        var elements: [MatroskaElement] = []
        var place = part.lowerBound
        while place < part.upperBound {
            guard let id = number(at: place, of: bytes, keepingMarker: true),
                let size = number(at: place + id.length, of: bytes, keepingMarker: false)
            else { break }
            let start = place + id.length + size.length
            // All ones: the size is unknown, and the element ends with the file.
            let isUnknown = size.value == 1 << (7 * size.length) - 1
            let end = isUnknown || size.value > Int.max / 2 ? Int.max : start + size.value
            elements.append(MatroskaElement(id: id.value, range: place..<end, data: start..<end))
            place = end
        }
        return elements
    }

    /// Returns the elements inside this one.
    func children(in bytes: [UInt8]) -> [MatroskaElement] {
        Self.elements(in: data.clamped(to: 0..<bytes.count), of: bytes)
    }

    /// Returns the value of an unsigned integer element.
    func unsigned(in bytes: [UInt8]) -> UInt64? {
        guard data.upperBound <= bytes.count, data.count <= 8 else { return nil }
        return bytes[data].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a Void element as long as this element, which readers skip (RFC 8794, 11.3.2).
    var replacement: [UInt8] {
        let count = range.count
        // 127 in one byte stands for an unknown size.
        guard count > 128 else {
            return [0xec, UInt8(0x80 | count - 2)] + [UInt8](repeating: 0, count: count - 2)
        }
        let size = count - 9
        return [0xec, 0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            + [UInt8](repeating: 0, count: size)
    }

    /// Reads a number of variable length (RFC 8794, 4).
    private static func number(
        at place: Int, of bytes: [UInt8], keepingMarker: Bool
    ) -> (value: Int, length: Int)? {
        guard place < bytes.count, bytes[place] != 0 else { return nil }
        let length = bytes[place].leadingZeroBitCount + 1
        guard place + length <= bytes.count else { return nil }
        let first = keepingMarker ? Int(bytes[place]) : Int(bytes[place]) & (0xff >> length)
        return (bytes[place + 1..<place + length].reduce(first) { $0 << 8 | Int($1) }, length)
    }
}
