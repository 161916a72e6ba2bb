/// Big-endian numbers, as in JPEG, TIFF ("MM") and QuickTime files.
extension [UInt8] {
    /// Appends a number's bytes.
    mutating func append(bigEndian value: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
    }

    /// Returns the number at an offset; `nil` if it would extend beyond the end.
    func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(at offset: Int, as type: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= count - width else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Number($1) }
    }

    /// Overwrites the bytes at an offset with a number.
    mutating func replace(bigEndian value: some FixedWidthInteger, at offset: Int) {
        unsafe Swift.withUnsafeBytes(of: value.bigEndian) {
            unsafe replaceSubrange(offset..<offset + $0.count, with: $0)
        }
    }
}
