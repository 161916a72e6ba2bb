/// The format of a picture file, determined by its first bytes rather than its name.
public enum PictureKind: String, Sendable, CaseIterable {
    /// A single picture as PNG.
    case png
    /// A PNG file with an animation.
    case apng
    /// A single picture as JPEG or WebP.
    case jpeg, webp
    /// One picture, or several as an animation.
    case gif
    /// A single picture as BMP or TIFF.
    case bmp, tiff
    /// HEIC or AVIF: the primary picture.
    case heif
    /// A single picture as JPEG XL.
    case jpegXL = "jpegxl"
    /// A vector graphic.
    case svg
    /// A picture of the family PBM, PGM, PPM and PAM.
    case pnm = "ppm"
    /// A single picture as Targa, JPEG 2000 or QOI.
    case targa, jpeg2000, qoi
    /// Pictures of several sizes, of which the largest is read.
    case ico
    /// A WebP file with an animation.
    case webpAnimation = "webp_anim"

    /// The formats as text, for messages.
    package static let list =
        "PNG, JPEG, WebP, GIF, BMP, TIFF, HEIC, AVIF, JPEG XL, SVG, PPM, TGA, ICO, JPEG 2000 or QOI"

    /// The name of libavcodec's decoder, if it decodes the format.
    package var decoderName: String {
        switch self {
        case .jpeg: "mjpeg"
        default: rawValue
        }
    }

    /// Determines the format by a file's first bytes; `nil` if unsupported.
    package init?(front bytes: [UInt8]) {
        if bytes.starts(with: Self.signatureOfPNG) {
            self = Self.hasAnimationControl(bytes) == true ? .apng : .png
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = Self.isAnimatedWebP(bytes) ? .webpAnimation : .webp
        } else if bytes.starts(with: Array("BM".utf8)) {
            self = .bmp
        } else if bytes.starts(with: Array("II*\0".utf8)) || bytes.starts(with: Array("MM\0*".utf8)) {
            self = .tiff
        } else if bytes.starts(with: Array("II+\0".utf8)) || bytes.starts(with: Array("MM\0+".utf8)) {
            // BigTIFF (libtiff, "The BigTIFF File Format").
            self = .tiff
        } else if Self.brands(of: bytes).contains(where: Self.brandsOfHEIF.contains) {
            self = .heif
        } else if bytes.starts(with: [0xff, 0x0a]) || bytes.starts(with: Self.box("JXL ")) {
            // ISO/IEC 18181-2, 4 and 9.1.
            self = .jpegXL
        } else if bytes.starts(with: Self.box("jP  ")) || bytes.starts(with: [0xff, 0x4f, 0xff, 0x51]) {
            // ITU-T T.800, I.5.1 and A.4.
            self = .jpeg2000
        } else if bytes.starts(with: Array("qoif".utf8)) {
            self = .qoi
        } else if bytes.starts(with: [0, 0, 1, 0]), bytes.count > 22, bytes[4] > 0, bytes[5] == 0 {
            self = .ico
        } else if bytes.first == UInt8(ascii: "P"), bytes.count > 2,
            (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(bytes[1]),
            bytes[2] <= UInt8(ascii: " ")
        {
            self = .pnm
        } else if Self.isSVG(bytes) {
            self = .svg
        } else {
            return nil
        }
    }

    /// Determines a format that has no signature, by its name and a plausible header; `nil` if unsupported.
    init?(name: String, front bytes: [UInt8]) {
        // Truevision TGA, version 2.0: the type of the colors, that of the picture, and its depth.
        guard name.lowercased().hasSuffix(".tga"), bytes.count > 18, bytes[1] <= 1,
            [1, 2, 3, 9, 10, 11].contains(bytes[2]), [8, 15, 16, 24, 32].contains(bytes[16])
        else { return nil }
        self = .targa
    }

    /// The brands of HEIF's pictures coded in HEVC and AV1 (ISO/IEC 23008-12, 10; AVIF, 6), and of their sequences.
    private static let brandsOfHEIF = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis",
    ]

    /// The brands in a file of ISO's base media format (ISO/IEC 14496-12, 4.3), the major one first.
    private static func brands(of bytes: [UInt8]) -> [String] {
        guard bytes.count >= 16, bytes[4..<8].elementsEqual(Array("ftyp".utf8)) else { return [] }
        let length = min(bytes[..<4].reduce(0) { $0 << 8 | Int($1) }, bytes.count)
        // Between the major brand and the compatible ones is a version.
        return ([8] + Array(stride(from: 16, to: max(16, length - 3), by: 4))).map {
            String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)
        }
    }

    /// Whether a file is a sequence of HEIF, which plays as a film.
    static func isSequence(_ bytes: [UInt8]) -> Bool {
        ["avis", "hevc", "hevx", "msf1"].contains(brands(of: bytes).first)
    }

    /// The first box of a file in the format of JPEG 2000 and JPEG XL.
    private static func box(_ name: String) -> [UInt8] { [0, 0, 0, 12] + Array(name.utf8) + [0x0d, 0x0a, 0x87, 0x0a] }

    /// Whether a file's root element is `svg`, after what XML allows before it.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self).trimmingPrefix {
            $0.isWhitespace || $0 == "\u{feff}"
        }
        guard text.first == "<",
            let root = text.firstRange(of: "<svg")?.upperBound ?? text.firstRange(of: ":svg")?.upperBound
        else { return false }
        return text[root...].first.map { $0.isWhitespace || $0 == ">" || $0 == "/" } ?? false
    }

    /// The signature of PNG (PNG specification, 5.2).
    package static let signatureOfPNG: [UInt8] = [0x89] + Array("PNG\r\n\u{1a}\n".utf8)

    /// Whether the bytes suffice to determine the format.
    package static func isDecided(front bytes: [UInt8]) -> Bool {
        !bytes.starts(with: signatureOfPNG) || hasAnimationControl(bytes) != nil
    }

    /// Whether a PNG has an `acTL` chunk before its first `IDAT`.
    ///
    /// See PNG specification, third edition, 11.3.6.1.
    ///
    /// - Returns: `nil` if the bytes contain neither.
    private static func hasAnimationControl(_ bytes: [UInt8]) -> Bool? {
        firstChunk(["acTL", "IDAT"], ofPNG: bytes).map { $0.name == "acTL" }
    }

    /// Finds a PNG's first chunk that has one of some names (PNG specification, 5.3).
    ///
    /// - Returns: The name and the place of the data, of which the bytes may lack the end; `nil`
    ///   if the bytes contain no such chunk.
    static func firstChunk(_ names: [String], ofPNG bytes: [UInt8]) -> (name: String, data: Range<Int>)? {
        var start = signatureOfPNG.count
        while start + 8 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
            if names.contains(name) { return (name, start + 8..<start + 8 + length) }
            // Length, name and checksum are four bytes each.
            start += 12 + length
        }
        return nil
    }

    /// Returns the transparent level of gray of a PNG with less than 8 bits per pixel, as a level of 8 bits.
    ///
    /// Up to FFmpeg 8.0, libavcodec ignores the chunk `tRNS` with one bit, and with 2 and 4 bits compares its number with
    /// levels of 8 bits (PNG specification, third edition, 11.2.2 and 11.3.1.1).
    static func transparentGray(ofPNG bytes: [UInt8]) -> UInt8? {
        guard bytes.count > 26, bytes[25] == 0, bytes[24] < 8,
            let chunk = firstChunk(["tRNS", "IDAT"], ofPNG: bytes), chunk.name == "tRNS", chunk.data.count == 2,
            chunk.data.upperBound <= bytes.count
        else { return nil }
        let most = (1 << Int(bytes[24])) - 1
        let level = (Int(bytes[chunk.data.lowerBound]) << 8 | Int(bytes[chunk.data.lowerBound + 1])) & most
        return UInt8(level * 255 / most)
    }

    /// Finds a WebP file's first chunk of a name (RFC 9649, 2.3).
    ///
    /// - Returns: The data; `nil` if the bytes do not contain all of it.
    static func chunk(_ name: String, ofWebP bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = 12
        while start + 8 <= bytes.count {
            let length = bytes[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            if bytes[start..<start + 4].elementsEqual(Array(name.utf8)) {
                return start + 8 + length <= bytes.count ? bytes[start + 8..<start + 8 + length] : nil
            }
            // Chunks are padded to an even length.
            start += 8 + length + length % 2
        }
        return nil
    }

    /// Whether a WebP file is animated (RFC 9649, 2.7: the flags are the first byte of the
    /// chunk `VP8X`).
    private static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
        bytes.count > 20 && bytes[12..<16].elementsEqual(Array("VP8X".utf8)) && bytes[20] & 0x02 != 0
    }
}
