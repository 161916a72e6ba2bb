/// Numbers as JPEG, TIFF ("MM") and QuickTime files have them: the most
/// significant byte first.
extension [UInt8] {
    /// Adds a number's bytes.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// The number at a place, or nothing where it would go beyond the end.
    func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Number($1) }
    }

    /// Puts a number in place of the bytes at a place within.
    mutating func replace(bigEndian value: some FixedWidthInteger, at offset: Int) {
        Swift.withUnsafeBytes(of: value.bigEndian) { replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
