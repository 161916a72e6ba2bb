import CLibAV
package import Files
package import Frames
import Glibc
package import LibAV

/// Decodes files that contain a single picture.
package enum StillDecoder {
    /// Decodes a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``, ``FileError/Code/missingComponent``.
    package static func decode(_ contents: PictureContents, _ kind: PictureKind) throws(FileError) -> PixelBuffer {
        switch kind {
        case .heif: return try HEIFPicture.decode(contents)
        case .jpegXL: return try JPEGXLPicture.decode(contents)
        case .tiff: return try TIFFPicture.decode(contents)
        case .ico: return try IconPicture.decode(contents)
        case .svg:
            let picture = try SVGPicture(contents)
            return try picture.pixels(picture.size)
        default: break
        }
        do throws(LibAVError) {
            return try decode(contents.bytes, kind)
        } catch {
            throw PictureContents.unreadable(
                contents.path, "it is damaged, cut short, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
    }

    /// Decodes a file with libavcodec.
    static func decode(_ bytes: [UInt8], _ kind: PictureKind) throws(LibAVError) -> PixelBuffer {
        let decoder = try CodecContext.decoder(named: kind.decoderName)
        decoder.configureForPictures(kind)
        guard let picture = try decoder.decodePicture(in: bytes) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        guard kind == .png else { return try picture.uprightPixels() }
        return try picture.uprightPixels(
            OrientationTag.number(inPNG: bytes).map(Orientation.init(exif:)),
            transparent: PictureKind.transparentGray(ofPNG: bytes))
    }
}

extension PictureContents {
    /// The color profile of an APNG, which libavcodec's decoder of animations drops; `nil` if it changes no color.
    ///
    /// The decoder of stills reads it with the file's first picture.
    func colorProfileOfAPNG() throws(FileError) -> ColorProfile? {
        // Profiles come before the first picture (PNG specification, third edition, 5.6).
        let chunk = PictureKind.firstChunk(["iCCP", "IDAT"], ofPNG: bytes)
        // A picture that cannot be decoded, or needs a decoder that is missing, fails with its first frame.
        guard chunk?.name == "iCCP", let decoder = try? CodecContext.decoder(named: PictureKind.png.decoderName) else {
            return nil
        }
        decoder.configureForPictures(.png)
        // As above.
        return (try? decoder.decodePicture(in: whole().bytes))??.colorProfile
    }
}

extension CodecContext {
    /// Makes the decoder reject damaged and oversized pictures.
    package func configureForPictures(_ kind: PictureKind) {
        unsafe configure { context in
            unsafe context.max_pixels = Int64(PictureReader.mostPixels)
            unsafe context.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
            unsafe context.thread_count = 1
        }
    }

    /// Opens the decoder and decodes a file that contains a single picture.
    ///
    /// - Returns: `nil` if the picture is damaged or too large.
    func decodePicture(in bytes: [UInt8]) throws(LibAVError) -> MediaFrame? {
        try open()
        let packet = try Packet()
        try packet.fill(with: bytes)
        let picture = try MediaFrame()
        guard try decode(packet), case .output = try receiveTolerantly(into: picture) else { return nil }
        return picture
    }
}

extension MediaFrame {
    /// Converts a decoded picture to upright sRGB pixels with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - orientation: How the picture is stored (default: as the decoder reports).
    ///   - profile: The color profile, if the decoder does not report the file's.
    ///   - transparent: A level of gray that is transparent, if the decoder does not apply it.
    package func uprightPixels(
        _ orientation: Orientation? = nil, profile: ColorProfile? = nil, transparent: UInt8? = nil
    ) throws(LibAVError) -> PixelBuffer {
        let frame = unsafe raw.pointee
        guard unsafe frame.width > 0, unsafe frame.height > 0 else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        var pixels = try storedPixels()
        if let transparent { pixels = pixels.makingTransparent(transparent) }
        (profile ?? colorProfile)?.convert(pixels)
        if pixels.hasAlpha { PremultipliedAlpha.apply(to: pixels) }
        return (orientation ?? Orientation(of: self)).upright(pixels)
    }

    /// The picture's ICC profile, if any that changes colors.
    var colorProfile: ColorProfile? {
        unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_ICC_PROFILE).flatMap { data in
            unsafe ColorProfile(Array(UnsafeBufferPointer(start: data.pointee.data, count: data.pointee.size)))
        }
    }

    /// Converts the picture to 32-bit pixels with straight alpha.
    func storedPixels() throws(LibAVError) -> PixelBuffer {
        let format = PictureFormat(of: self)
        // Palette entries have alpha (pixfmt.h, AV_PIX_FMT_PAL8).
        let hasAlpha = format.hasAlpha || format.isPalette
        let pixels = PixelBuffer(size: format.size, hasAlpha: hasAlpha)
        // Centered, as in JPEG (JFIF 1.02, "Spatial relationship of components").
        if let upsampler = try ChromaUpsampler(from: format, usual: AVCHROMA_LOC_CENTER) {
            try upsampler.convert(self)
            try Scaler(fromStill: upsampler.format, hasAlpha: hasAlpha).convert(upsampler.output, into: pixels)
        } else {
            try Scaler(fromStill: format, hasAlpha: hasAlpha).convert(self, into: pixels)
        }
        return pixels
    }
}

extension PixelBuffer {
    /// Returns a copy of a gray picture in which one level is transparent.
    fileprivate func makingTransparent(_ level: UInt8) -> PixelBuffer {
        let copy = PixelBuffer(size: size, hasAlpha: true)
        unsafe withBytes { source in
            unsafe copy.withMutableBytes { target in
                for row in 0..<size.height {
                    for place in Swift.stride(from: row * stride, to: row * stride + size.width * 4, by: 4) {
                        let color = unsafe source.load(fromByteOffset: place, as: UInt32.self)
                        let value = UInt8(truncatingIfNeeded: color) == level ? 0 : color | 0xff00_0000
                        unsafe target.storeBytes(of: value, toByteOffset: place, as: UInt32.self)
                    }
                }
            }
        }
        return copy
    }
}

extension Orientation {
    /// The orientation that a decoded still picture's Exif data states.
    ///
    /// libavcodec reports it as a tag, a display matrix or both, depending on the format. In FFmpeg 9.0, only numbers
    /// other than 1 to 8 are tags.
    init(of frame: borrowing MediaFrame) {
        let tag = unsafe av_dict_get(frame.raw.pointee.metadata, "Orientation", nil, 0).map {
            unsafe String(cString: $0.pointee.value)
        }
        // libavcodec pads the number with spaces.
        if let number = tag.flatMap({ Int($0.trimmingPrefix { $0 == " " }.prefix { $0.isNumber }) }) {
            self.init(exif: number)
        } else if let data = unsafe av_frame_get_side_data(frame.raw, AV_FRAME_DATA_DISPLAYMATRIX) {
            unsafe self.init(displayMatrix: UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size))
        } else {
            self.init()
        }
    }
}

/// Finds Exif's `Orientation` tag where libavcodec does not look for it.
package enum OrientationTag {
    /// Returns the tag's value in a PNG file, where FFmpeg looks for it only since 9.0.
    ///
    /// - Returns: `nil` if the file has no such tag, cannot be read, or has another format.
    static func number(ofFile path: String) -> Int? {
        // Whoever decodes the file says why it cannot be read.
        guard let front = try? PictureContents.front(of: path), (try? front.kind()) == .png,
            let contents = try? front.whole()
        else { return nil }
        return number(inPNG: contents.bytes)
    }

    /// Returns the tag's value in a PNG file's `eXIf` chunk (PNG specification, third edition, 11.3.4.5).
    package static func number(inPNG bytes: [UInt8]) -> Int? {
        PictureKind.firstChunk(["eXIf"], ofPNG: bytes)
            .flatMap { number(inExif: bytes[$0.data.clamped(to: bytes.indices)]) }
    }

    /// Returns the tag's value in Exif data (CIPA DC-008, 4.5.2), which has the structure of a TIFF file (TIFF 6.0, 2).
    package static func number(inExif bytes: ArraySlice<UInt8>) -> Int? {
        let isLittleEndian = bytes.first == UInt8(ascii: "I")
        func value(_ offset: Int, count: Int) -> Int? {
            let (start, end) = (bytes.startIndex + offset, bytes.startIndex + offset + count)
            guard offset >= 0, end <= bytes.endIndex else { return nil }
            let digits = bytes[start..<end]
            return isLittleEndian
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = value(4, count: 4), let count = value(directory, count: 2) else { return nil }
        for entry in (0..<count).map({ directory + 2 + $0 * 12 }) where value(entry, count: 2) == 0x0112 {
            // A 16-bit value is stored in the entry itself.
            return value(entry + 8, count: 2)
        }
        return nil
    }
}
