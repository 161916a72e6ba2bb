import Files

/// The location of the index in a movie's file.
package struct MovieLayout: Equatable {
    /// The index's offset, in bytes from the start of the file.
    package let indexOffset: Int
    /// The index's length in bytes.
    package let indexLength: Int
    /// Whether the index is at the end of the file.
    package let isIndexLast: Bool

    /// Scans the file's top-level boxes (ISO/IEC 14496-12, 4.2).
    ///
    /// - Parameters:
    ///   - length: The file's length in bytes.
    ///   - read: Returns bytes at an offset; fewer at the end.
    /// - Throws: ``FileError/Code/internalFailure`` if the file has no index or is fragmented; the errors of
    ///   `read`.
    package init(length: Int, read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws {
        var offset = 0
        var index: Range<Int>?
        while offset < length {
            let header = try read(offset, 16)
            guard let short = header.bigEndian(at: 0, as: UInt32.self),
                let type = header.bigEndian(at: 4, as: UInt32.self)
            else { throw FileError(.internalFailure, "The movie is cut short at byte \(offset).") }
            var size = Int(short)
            if size == 1 { size = header.bigEndian(at: 8, as: UInt64.self).flatMap { Int(exactly: $0) } ?? 0 }
            if short == 0 { size = length - offset }
            guard size >= 8, size <= length - offset else {
                throw FileError(.internalFailure, "The movie is damaged at byte \(offset).")
            }
            switch FourCharacters(rawValue: type) {
            case "moov": index = offset..<offset + size
            case "moof": throw FileError(.internalFailure, "The movie is in fragments.")
            default: break
            }
            offset += size
        }
        guard let index else { throw FileError(.internalFailure, "The movie has no index.") }
        indexOffset = index.lowerBound
        indexLength = index.count
        isIndexLast = index.upperBound == length
    }
}
