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
