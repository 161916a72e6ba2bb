import Foundation

/// Chunks of PNG files (PNG specification, third edition, 5.3).
enum PNGChunk {
    /// A chunk with its length, name and checksum.
    static func chunk(_ name: String, _ body: [UInt8]) -> Data {
        let content = Array(name.utf8) + body
        return Data(number(body.count) + content + number(Int(checksum(content))))
    }

    /// Data in zlib's format (RFC 1950), stored without compression.
    static func stored(_ data: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in data {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let length = UInt16(data.count)
        let head = [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + head + data + number(b << 16 | a)
    }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    /// The checksum of a chunk's name and data (annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xedb8_8320 }
            }
        }
        return ~sum
    }
}
