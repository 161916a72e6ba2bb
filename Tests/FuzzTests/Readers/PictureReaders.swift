import Frames

@testable import Decoder

extension FuzzReader {
    /// Headers of pictures and sounds, which libraries do not read for us.
    static let pictures = [
        FuzzReader("png", ChunkMutator(.png)) { bytes in
            let kind = PictureKind(front: bytes)
            guard kind == .png || kind == .apng else { return .refused }
            for name in ["acTL", "IDAT", "eXIf"] {
                guard let chunk = PictureKind.firstChunk([name], ofPNG: bytes) else { continue }
                try require(chunk.name == name && 16...bytes.count ~= chunk.data.lowerBound, "\(chunk) is elsewhere")
            }
            try require(PictureKind.isDecided(front: bytes) || kind == .png, "an animation is not decided")
            return try orientation(OrientationTag.number(inPNG: bytes)) == nil ? .refused : .accepted
        },
        FuzzReader("tiff") { bytes in
            guard PictureKind(front: bytes) == .tiff else { return .refused }
            return try orientation(OrientationTag.number(inExif: bytes[...])) == nil ? .refused : .accepted
        },
        FuzzReader("webp", ChunkMutator(.riff)) { bytes in
            guard let kind = PictureKind(front: bytes), kind == .webp || kind == .webpAnimation else { return .refused }
            for name in ["VP8X", "ICCP", "EXIF", "ANIM"] {
                guard let chunk = PictureKind.chunk(name, ofWebP: bytes) else { continue }
                try require(
                    chunk.startIndex >= 20 && chunk.endIndex <= bytes.count, "the chunk \(name) reaches beyond the file"
                )
            }
            return .accepted
        },
        FuzzReader("icc", longest: 8192) { bytes in
            guard let profile = ColorProfile(bytes) else { return .refused }
            let pixels = PixelBuffer(size: PixelSize(width: 5, height: 3), hasAlpha: true)
            profile.convert(pixels)
            let alphas = unsafe pixels.withBytes { bytes in
                (0..<3).flatMap { row in (0..<5).map { unsafe bytes[row * pixels.stride + $0 * 4 + 3] } }
            }
            try require(alphas.allSatisfy { $0 == 0 }, "the profile has changed alpha")
            return .accepted
        },
        FuzzReader("wave", ChunkMutator(.riff)) { bytes in
            guard let header = WaveHeader(bytes) else { return .refused }
            try require(0..<1 << 31 ~= header.sampleCount, "a wave file has \(header.sampleCount) samples")
            return .accepted
        },
    ]

    private static func orientation(_ number: Int?) throws -> Int? {
        guard let number else { return nil }
        try require(0...0xffff ~= number, "the orientation is \(number)")
        return number
    }
}
