/// Where a movie's file has its index.
package struct MovieLayout: Equatable {
    /// Where the index begins, in bytes from the beginning of the file.
    package let indexOffset: Int
    /// How long it is.
    package let indexLength: Int
    /// Whether nothing comes after it.
    package let isIndexLast: Bool

    /// Finds out by walking over the file's outermost boxes (ISO/IEC 14496-12,
    /// 4.2).
    ///
    /// - Parameters:
    ///   - length: The file's length in bytes.
    ///   - read: Gives some bytes at a place; fewer at the end.
    /// - Throws: ``PhotoFormatError`` for a file without an index, or one in
    ///   fragments; and what the reading throws.
    package init(length: Int, read: (_ offset: Int, _ count: Int) throws -> [UInt8]) throws {
        var offset = 0
        var index: Range<Int>?
        while offset < length {
            let header = try read(offset, 16)
            guard let short = header.bigEndian(at: 0, as: UInt32.self),
                let type = header.bigEndian(at: 4, as: UInt32.self)
            else { throw PhotoFormatError("The movie is cut short at byte \(offset).") }
            var size = Int(short)
            if size == 1 { size = header.bigEndian(at: 8, as: UInt64.self).flatMap { Int(exactly: $0) } ?? 0 }
            if short == 0 { size = length - offset }
            guard size >= 8, size <= length - offset else {
                throw PhotoFormatError("The movie is damaged at byte \(offset).")
            }
            switch FourCharacters(rawValue: type) {
            case "moov": index = offset..<offset + size
            case "moof": throw PhotoFormatError("The movie is in fragments.")
            default: break
            }
            offset += size
        }
        guard let index else { throw PhotoFormatError("The movie has no index.") }
        indexOffset = index.lowerBound
        indexLength = index.count
        isIndexLast = index.upperBound == length
    }
}
