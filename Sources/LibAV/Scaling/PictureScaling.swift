public import Files
public import Frames

/// Brings pictures to other sizes: the mean of what becomes one pixel where
/// they become smaller, cubic curves between pixels where they become larger.
///
/// What scaling needs to know is kept as long as the sizes stay. Used by one
/// thread at a time.
public final class PictureScaling {
    private struct Kind: Hashable {
        var from: PixelSize
        var to: PixelSize
        var hasAlpha: Bool
    }

    private var kind: Kind?
    private var scaler: SizeScaler?

    /// Makes a scaling without any size yet.
    public init() {}

    /// Draws a part of a picture in another size.
    ///
    /// - Parameters:
    ///   - picture: The picture; its transparency stays.
    ///   - columns: The columns of the part, inside the picture; all without.
    ///   - rows: The rows of the part, inside the picture; all without.
    ///   - size: What the part becomes.
    /// - Returns: The picture itself if there is nothing to do.
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
                scaler = try SizeScaler.make(from: part, to: size, hasAlpha: picture.hasAlpha)
                self.kind = kind
            }
            try scaler?.scale(
                picture, offset: rows.lowerBound * picture.stride + columns.lowerBound * 4, into: target)
        } catch {
            throw .failure("Bringing a picture from \(part) to \(size) pixels", error)
        }
        return target
    }
}
