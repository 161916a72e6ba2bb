import Files
import Frames
import LibAV

/// A library that reads a format of pictures, and is loaded when one is read.
enum PictureLibrary {
    /// Returns a library's functions.
    ///
    /// - Parameters:
    ///   - library: The functions; `nil` if the library is not installed.
    ///   - contents: The picture that needs it.
    ///   - name: The library.
    ///   - package: Its Debian package.
    /// - Throws: ``FileError/Code/missingComponent``.
    static func require<Functions>(
        _ library: UnsafePointer<Functions>?, for contents: PictureContents, _ name: String, package: String
    ) throws(FileError) -> UnsafePointer<Functions> {
        if let library = unsafe library { return unsafe library }
        throw FileError(
            .missingComponent,
            "The picture '\(contents.path)' needs \(name), which is not installed: apt-get install \(package)")
    }

    /// The error of a picture larger than ``PictureReader/mostPixels``.
    static func tooLarge(_ contents: PictureContents) -> FileError {
        PictureContents.unreadable(
            contents.path, "it is larger than \(PictureReader.mostPixels >> 20) megapixels")
    }
}

extension PixelBuffer {
    /// Converts a library's pixels, which are not published yet, to sRGB with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - profile: The picture's color profile, if it changes colors.
    ///   - isPremultiplied: Whether colors are multiplied by alpha already.
    func finish(_ profile: ColorProfile?, isPremultiplied: Bool) {
        if let profile {
            if hasAlpha, isPremultiplied { straighten() }
            profile.convert(self)
        }
        if hasAlpha, !isPremultiplied || profile != nil { PremultipliedAlpha.apply(to: self) }
    }

    private func straighten() {
        unsafe withMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            for row in 0..<size.height {
                let line = unsafe start + row * stride
                unsafe StraightAlpha.copyRow(line, line, count: size.width)
            }
        }
    }
}
