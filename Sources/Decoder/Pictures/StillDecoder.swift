import CLibAV
package import Files
package import Frames
import Glibc
package import LibAV

/// Decodes files that contain a single picture.
package enum StillDecoder {
    /// Decodes a file.
    ///
    /// - Throws: ``FileError/Code/unreadableInput``.
    package static func decode(_ contents: PictureContents, _ kind: PictureKind) throws(FileError) -> PixelBuffer {
        do throws(LibAVError) {
            let pixels = try decode(contents.bytes, kind, onto: 0)
            // The other decoders report all errors.
            guard kind == .tiff else { return pixels }
            if pixels.equals(try decode(contents.bytes, kind, onto: 255)) { return pixels }
        } catch {
            throw PictureContents.unreadable(
                contents.path, "it is damaged, cut short, or larger than \(PictureReader.mostPixels >> 20) megapixels",
                cause: error)
        }
        throw PictureContents.unreadable(
            contents.path,
            "it is damaged, or a TIFF with tiles, with JPEG's compression, or of another kind of which the decoder leaves "
                + "parts out. Save it as PNG, or as TIFF in strips without compression")
    }

    /// Decodes a file.
    ///
    /// - Parameter value: The value of bytes that the decoder leaves out.
    private static func decode(
        _ bytes: [UInt8], _ kind: PictureKind, onto value: UInt8
    ) throws(LibAVError) -> PixelBuffer {
        let decoder = try CodecContext.decoder(named: kind.decoderName)
        decoder.configureForPictures(kind)
        if kind == .tiff { decoder.fillPictures(with: value) }
        guard let picture = try decoder.decodePicture(in: bytes) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        // The default of ReferenceBlackWhite is the full range (TIFF 6.0, 20 and 21).
        if kind == .tiff, unsafe picture.raw.pointee.color_range == AVCOL_RANGE_UNSPECIFIED {
            unsafe picture.raw.pointee.color_range = AVCOL_RANGE_JPEG
        }
        return try picture.uprightPixels(OrientationTag.number(in: bytes, kind).map(Orientation.init(exif:)))
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
            unsafe context.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
            // The TIFF decoder reports unknown tags as errors.
            if kind != .tiff { unsafe context.err_recognition |= AV_EF_EXPLODE }
            unsafe context.thread_count = 1
        }
    }

    /// Lets each picture consist of one value before it is decoded.
    ///
    /// libavcodec's TIFF decoder returns a picture even if it cannot decode any of it.
    fileprivate func fillPictures(with value: UInt8) {
        unsafe configure { context in
            unsafe context.opaque = UnsafeMutableRawPointer(bitPattern: UInt(value) + 1)
            unsafe context.get_buffer2 = { context, frame, flags in
                let code = unsafe avcodec_default_get_buffer2(context, frame, flags)
                guard code >= 0, let frame = unsafe frame, let opaque = unsafe context?.pointee.opaque else {
                    return code
                }
                // Packed colors, or red, green, blue and alpha.
                let planes = unsafe frame.pointee.buf
                unsafe [planes.0, planes.1, planes.2, planes.3].forEach { plane in
                    guard let plane = unsafe plane?.pointee else { return }
                    unsafe memset(plane.data, Int32(UInt(bitPattern: opaque)) - 1, plane.size)
                }
                return code
            }
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

extension PixelBuffer {
    /// Whether another buffer has the same size and pixels.
    fileprivate func equals(_ other: PixelBuffer) -> Bool {
        guard size == other.size, hasAlpha == other.hasAlpha else { return false }
        return unsafe withBytes { bytes in
            unsafe other.withBytes { others in
                (0..<size.height).allSatisfy { row in
                    let (place, count) = (row * stride, size.width * 4)
                    return unsafe bytes[place..<place + count].elementsEqual(others[place..<place + count])
                }
            }
        }
    }
}

extension MediaFrame {
    /// Converts a decoded picture to upright sRGB pixels with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - orientation: How the picture is stored (default: as the decoder reports).
    ///   - profile: The color profile, if the decoder does not report the file's.
    package func uprightPixels(
        _ orientation: Orientation? = nil, profile: ColorProfile? = nil
    ) throws(LibAVError) -> PixelBuffer {
        let frame = unsafe raw.pointee
        guard unsafe frame.width > 0, unsafe frame.height > 0 else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_receive_frame")
        }
        let pixels = try storedPixels()
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
    private func storedPixels() throws(LibAVError) -> PixelBuffer {
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
///
/// FFmpeg 9.0 also looks for it in PNG.
package enum OrientationTag {
    /// Returns the tag's value in a PNG or TIFF file.
    ///
    /// - Returns: `nil` if the file has no such tag, cannot be read, or has another format.
    static func number(ofFile path: String) -> Int? {
        guard let front = try? PictureContents.front(of: path), let kind = try? front.kind(),
            kind == .tiff || kind == .png, let contents = try? front.whole()
        else { return nil }
        return number(in: contents.bytes, kind)
    }

    /// Returns the tag's value in a format whose decoder does not report it.
    ///
    /// - Returns: `nil` if the file has no such tag, or if its decoder reports it.
    package static func number(in bytes: [UInt8], _ kind: PictureKind) -> Int? {
        switch kind {
        case .tiff: number(inTIFF: bytes[...])
        case .png:
            PictureKind.firstChunk(["eXIf"], ofPNG: bytes)
                .flatMap { number(inTIFF: bytes[$0.data.clamped(to: bytes.indices)]) }
        default: nil
        }
    }

    /// Returns the tag's value in a TIFF file's first directory (TIFF 6.0, 2).
    ///
    /// Exif data has the same structure (CIPA DC-008, 4.5.2).
    private static func number(inTIFF bytes: ArraySlice<UInt8>) -> Int? {
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
