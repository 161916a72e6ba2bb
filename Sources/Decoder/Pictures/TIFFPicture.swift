import CPictureLibraries
import Files
import Frames
import LibAV

/// Reads TIFF files with libtiff.
enum TIFFPicture {
    /// Decodes a file's first picture: upright sRGB pixels with premultiplied alpha.
    ///
    /// libtiff applies the orientation, and multiplies colors by alpha that is not associated (TIFF 6.0, 18).
    static func decode(_ contents: PictureContents) throws(FileError) -> PixelBuffer {
        let library = try unsafe PictureLibrary.require(
            recorder_tiff_load(), for: contents, "libtiff", package: "libtiff6")
        return try unsafe contents.bytes.withUnsafeBufferPointer { bytes throws(FileError) in
            guard let start = bytes.baseAddress,
                let file = unsafe recorder_tiff_open(library, start, bytes.count)
            else { throw damaged(contents) }
            defer { unsafe library.pointee.TIFFClose(file) }
            return try unsafe decode(file, library, contents)
        }
    }

    private static func decode(
        _ file: OpaquePointer, _ library: UnsafePointer<recorder_tiff>, _ contents: PictureContents
    ) throws(FileError) -> PixelBuffer {
        func number(_ tag: Int32, _ missing: UInt32) -> UInt32 {
            unsafe recorder_tiff_number(library, file, UInt32(tag), missing)
        }
        let size = PixelSize(width: Int(number(TIFFTAG_IMAGEWIDTH, 0)), height: Int(number(TIFFTAG_IMAGELENGTH, 0)))
        guard size.width > 0, size.height > 0 else { throw damaged(contents) }
        guard size.width.multipliedReportingOverflow(by: size.height).partialValue <= PictureReader.mostPixels,
            max(size.width, size.height) <= PictureReader.mostPixels
        else { throw PictureLibrary.tooLarge(contents) }
        var reason = [CChar](repeating: 0, count: 1024)
        guard unsafe library.pointee.TIFFRGBAImageOK(file, &reason) != 0 else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw PictureContents.unreadable(
                contents.path, "libtiff does not support it (\(text)); save it with 8 or 16 bits a channel")
        }
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        let orientation = number(TIFFTAG_ORIENTATION, UInt32(ORIENTATION_TOPLEFT))
        // libtiff mirrors pictures, but does not turn them: it is asked for the pixels as stored. It stops at damage.
        guard
            unsafe library.pointee.TIFFReadRGBAImageOriented(
                file, UInt32(size.width), UInt32(size.height), &pixels, Int32(bitPattern: orientation), 1) != 0
        else { throw damaged(contents) }
        let picture = picture(pixels, size)
        var length: UInt32 = 0
        let profile = unsafe recorder_tiff_profile(library, file, &length).flatMap {
            unsafe ColorProfile(Array(UnsafeBufferPointer(start: $0, count: Int(length))))
        }
        picture.finish(profile, isPremultiplied: true)
        return Orientation(exif: Int(orientation)).upright(picture)
    }

    /// Reorders libtiff's pixels: red in the lowest byte, alpha in the highest.
    private static func picture(_ pixels: [UInt32], _ size: PixelSize) -> PixelBuffer {
        let picture = PixelBuffer(size: size, hasAlpha: pixels.contains { $0 >> 24 != 255 })
        unsafe picture.withMutableBytes { bytes in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let pixel = pixels[row * size.width + column]
                    let value = pixel & 0xff00_ff00 | (pixel & 0xff) << 16 | pixel >> 16 & 0xff
                    unsafe bytes.storeBytes(
                        of: value, toByteOffset: row * picture.stride + column * 4, as: UInt32.self)
                }
            }
        }
        return picture
    }

    private static func damaged(_ contents: PictureContents) -> FileError {
        PictureContents.unreadable(contents.path, "it is damaged or cut short")
    }
}
