import Foundation

/// Chunks of RIFF files, such as WebP (RFC 9649, 2.3).
enum RIFF {
    /// A chunk with its name and length, padded to an even length.
    static func chunk(_ name: String, _ body: [UInt8]) -> Data {
        var chunk = Data(name.utf8)
        unsafe withUnsafeBytes(of: UInt32(body.count).littleEndian) { unsafe chunk.append(contentsOf: $0) }
        chunk.append(contentsOf: body)
        if !body.count.isMultiple(of: 2) { chunk.append(0) }
        return chunk
    }

    /// A WebP file of chunks.
    static func webP(_ chunks: Data) -> Data { chunk("RIFF", Array("WEBP".utf8) + chunks) }

    /// The chunk with the picture of a still WebP file without metadata.
    static func picture(of webP: Data) -> Data { webP.dropFirst(12) }
}
