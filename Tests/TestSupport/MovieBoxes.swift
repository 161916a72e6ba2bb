package import Foundation

/// The top-level boxes of an MP4 file, in file order.
package struct MovieBoxes: Sendable {
    package let types: [String]

    /// Parses sizes and types (ISO/IEC 14496-12, 4.2); stops at invalid data.
    package init(of data: Data) {
        var types: [String] = []
        var offset = data.startIndex
        while offset + 8 <= data.endIndex {
            var size = Self.number(data[offset..<offset + 4])
            types.append(String(decoding: data[offset + 4..<offset + 8], as: UTF8.self))
            if size == 1, offset + 16 <= data.endIndex { size = Self.number(data[offset + 8..<offset + 16]) }
            guard size >= 8, size <= data.endIndex - offset else { break }
            offset += size
        }
        self.types = types
    }

    /// Whether the index precedes the pictures.
    package var isFastStart: Bool {
        guard let index = types.firstIndex(of: "moov"), let media = types.firstIndex(of: "mdat") else { return false }
        return index < media
    }

    private static func number(_ bytes: Data) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
