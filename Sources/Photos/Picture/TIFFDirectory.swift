/// A big-endian image file directory of Exif (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// The types of values.
    enum Kind: UInt16 {
        case ascii = 2
        case short = 3
        case long = 4
        case rational = 5
        case undefined = 7
    }

    /// An entry.
    private struct Entry {
        let tag: UInt16
        let kind: Kind
        let count: UInt32
        let value: [UInt8]
    }

    private var entries: [Entry] = []

    /// Adds a text; add entries in ascending order of their tags.
    mutating func add(_ tag: UInt16, ascii text: String) {
        let value = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, kind: .ascii, count: UInt32(value.count), value: value))
    }

    /// Adds bytes of type "undefined".
    mutating func add(_ tag: UInt16, undefined value: [UInt8]) {
        entries.append(Entry(tag: tag, kind: .undefined, count: UInt32(value.count), value: value))
    }

    /// Adds a 16-bit number.
    mutating func add(_ tag: UInt16, short number: UInt16) {
        entries.append(Entry(tag: tag, kind: .short, count: 1, value: number.bigEndianBytes))
    }

    /// Adds a 32-bit number.
    mutating func add(_ tag: UInt16, long number: UInt32) {
        entries.append(Entry(tag: tag, kind: .long, count: 1, value: numbers(number)))
    }

    /// Adds a fraction.
    mutating func add(_ tag: UInt16, rational numerator: UInt32, _ denominator: UInt32) {
        entries.append(Entry(tag: tag, kind: .rational, count: 1, value: numbers(numerator, denominator)))
    }

    /// The directory's length in bytes, including the values that follow it.
    var length: Int { tableLength + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) } }

    /// The entry count, the entries, and the offset of the next directory.
    private var tableLength: Int { 2 + entries.count * 12 + 4 }

    /// Serializes the directory, which is the last, and its values.
    ///
    /// - Parameter offset: The directory's offset from the start of the TIFF data, in bytes.
    func bytes(at offset: Int) -> [UInt8] {
        var table = UInt16(entries.count).bigEndianBytes
        var values: [UInt8] = []
        for entry in entries {
            table += entry.tag.bigEndianBytes + entry.kind.rawValue.bigEndianBytes + numbers(entry.count)
            if entry.value.count > 4 {
                table += numbers(UInt32(offset + tableLength + values.count))
                values += entry.value
            } else {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return table + numbers(0) + values
    }
}
