public import Files
public import Frames

/// Scales pictures: down by averaging areas, up by bicubic interpolation.
///
/// Keeps libswscale's context as long as the sizes stay the same. Use from one thread at a
/// time.
public final class PictureScaling {
    private struct Kind: Hashable {
        var from: PixelSize
        var to: PixelSize
        var hasAlpha: Bool
    }

    private var kind: Kind?
    private var scaler: Scaler?

    /// Creates a scaler for any sizes.
    public init() {}

    /// Scales a part of a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture; alpha is preserved.
    ///   - columns: The part's columns, inside the picture (default: all).
    ///   - rows: The part's rows, inside the picture (default: all).
    ///   - size: The output's size.
    /// - Returns: The picture itself if nothing changes.
    /// - Throws: ``FileError/Code/internalFailure`` if libswscale fails.
    public func scaled(
        _ picture: PixelBuffer, columns: Range<Int>? = nil, rows: Range<Int>? = nil, to size: PixelSize
    ) throws(FileError) -> PixelBuffer {
        let columns = columns ?? 0..<picture.size.width
        let rows = rows ?? 0..<picture.size.height
        precondition(
            !columns.isEmpty && !rows.isEmpty && columns.lowerBound >= 0 && rows.lowerBound >= 0
                && columns.upperBound <= picture.size.width && rows.upperBound <= picture.size.height,
            "a part is inside its picture")
        let part = PixelSize(width: columns.count, height: rows.count)
        if part == picture.size && size == picture.size { return picture }
        let target = PixelBuffer(size: size, hasAlpha: picture.hasAlpha)
        do throws(LibAVError) {
            let kind = Kind(from: part, to: size, hasAlpha: picture.hasAlpha)
            if kind != self.kind {
                scaler = try Scaler(from: part, to: size, hasAlpha: picture.hasAlpha)
                self.kind = kind
            }
            try scaler?.convert(
                picture, at: rows.lowerBound * picture.stride + columns.lowerBound * 4, into: target)
        } catch {
            throw .failure("Bringing a picture from \(part) to \(size) pixels", error)
        }
        return target
    }
}

/// Resizes a sequence of pictures to one size.
///
/// Unchanged pictures arrive as the same buffer, and are resized once. Use from one thread at a
/// time.
package final class PictureResizer {
    private let size: PixelSize
    private let scaling = PictureScaling()
    private var last: (source: PixelBuffer, result: PixelBuffer)?

    /// Creates a resizer.
    package init(to size: PixelSize) { self.size = size }

    /// Resizes a picture.
    ///
    /// - Returns: The picture itself if it has the size already.
    /// - Throws: ``FileError/Code/internalFailure`` if libswscale fails.
    package func resized(_ pixels: PixelBuffer) throws(FileError) -> PixelBuffer {
        if let last, last.source === pixels { return last.result }
        let result = try scaling.scaled(pixels, to: size)
        last = (pixels, result)
        return result
    }
}
