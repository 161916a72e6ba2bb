/// The header of a RIFF wave file.
///
/// libav takes the length of a truncated file from the file's size, so only the header has it.
/// Source: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0.
struct WaveHeader {
    /// The number of samples that the header states.
    let sampleCount: Int

    /// The number of bytes in which the header is expected.
    static let length = 65_536

    /// Reads a header.
    ///
    /// - Parameter bytes: The file's first bytes.
    /// - Returns: `nil` if it is not a wave file, not PCM, or does not state its length, because it was
    ///   written to a pipe.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) else { return nil }
        var place = 12
        var bytesPerSample: Int?
        while place + 8 <= bytes.count {
            let name = bytes[place..<place + 4]
            let size = Self.number(bytes[place + 4..<place + 8])
            let content = bytes[(place + 8)...]
            if name.elementsEqual("fmt ".utf8), content.count >= 16 {
                guard Self.pcmFormats.contains(Self.number(content.prefix(2))) else { return nil }
                bytesPerSample = Self.number(content.dropFirst(12).prefix(2))
            } else if name.elementsEqual("data".utf8) {
                guard let bytesPerSample, bytesPerSample > 0, 1..<Self.placeholder ~= size else { return nil }
                sampleCount = size / bytesPerSample
                return
            }
            // Chunks are padded to an even length.
            place += 8 + size + size % 2
        }
        return nil
    }

    /// PCM, floating point, A-law, µ-law and extensible.
    private static let pcmFormats = [1, 3, 6, 7, 0xFFFE]
    /// Sizes from here on mean an unknown length: programs that write to a pipe state up to 4 KiB less
    /// than 2 GiB, or more.
    private static let placeholder = 0x7FFF_0000

    /// Returns a number in little-endian order.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
