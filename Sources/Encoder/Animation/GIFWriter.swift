package import Files
package import Frames

/// Writes pictures as an animated GIF that repeats forever.
///
/// All pictures share one palette, which is computed once all of them have been added; until
/// then they wait in a temporary file. The output is removed unless ``finish(isCanceled:)``
/// succeeds. Use from one thread at a time.
package final class GIFWriter {
    /// The highest frame rate, in frames per second.
    ///
    /// Many players show a delay below two hundredths of a second as a tenth.
    package static let highestRate = 50
    /// Colors of the palette; the last of the 256 entries marks unchanged pixels.
    private static let colors = 255

    private let place: OutputPlace
    private let size: PixelSize
    private let frameRate: FrameRate
    private let pictures: SpoolFile
    private var histogram = ColorHistogram()
    private var last: PixelBuffer?
    /// The number of frames added so far.
    package private(set) var count = 0

    /// Starts an animation; ``finish(isCanceled:)`` creates the file.
    ///
    /// - Parameters:
    ///   - place: The file, which must not exist; its folder must.
    ///   - size: The size of every picture in pixels, at most 65535 a side.
    ///   - frameRate: Frames per second, at most ``highestRate``.
    /// - Throws: ``FileError/Code/invalidSettings`` if the size is too large.
    package init(_ place: OutputPlace, size: PixelSize, frameRate: FrameRate) throws(FileError) {
        guard size.width <= 65_535, size.height <= 65_535 else {
            throw FileError(
                .invalidSettings, "A GIF cannot have \(size) pixels: the limit is 65535 for width and height.")
        }
        self.place = place
        self.size = size
        self.frameRate = frameRate
        pictures = try SpoolFile()
    }

    /// Adds a picture as the next frame.
    package func append(_ pixels: PixelBuffer) throws(FileError) {
        guard pixels.size == size else {
            throw FileError(.internalFailure, "The frame has \(pixels.size) pixels, but the GIF has \(size).")
        }
        count += 1
        // One byte says whether a picture follows (1) or the last one repeats (0).
        if pixels === last {
            try pictures.append([0])
            return
        }
        last = pixels
        histogram.add(pixels)
        try unsafe pictures.append(pixels.withBytes { unsafe [1] + $0 })
    }

    /// Chooses the palette and writes the file.
    ///
    /// - Parameter isCanceled: Called before each frame; writing stops when it returns `true`.
    /// - Returns: The file's length in bytes.
    /// - Throws: ``FileError/Code/cannotCreateOutput``,
    ///   ``FileError/Code/cannotWriteOutput``, or `CancellationError`.
    package func finish(isCanceled: () -> Bool) throws -> Int {
        guard count > 0 else {
            throw FileError(.internalFailure, "The GIF cannot be written: it has no frames.")
        }
        last = nil
        var map = PaletteMap(histogram.palette(count: Self.colors))
        histogram = ColorHistogram()
        let file = try GIFFile(
            creating: place, size: size, palette: map.palette,
            lastDelay: time(ofFrame: count) - time(ofFrame: count - 1)
        )
        var offset = 0
        let picture = PixelBuffer(size: size)
        for index in 0..<count {
            if isCanceled() { throw CancellationError() }
            let isNew = try pictures.read(1, at: offset) == [1]
            offset += 1
            if isNew {
                let bytes = try pictures.read(PixelBuffer.byteCount(of: size), at: offset)
                unsafe picture.withMutableBytes { unsafe $0.copyBytes(from: bytes) }
                offset += bytes.count
            }
            try file.append(picture, isNew: isNew, at: time(ofFrame: index), map: &map)
        }
        return try file.finish()
    }

    /// Returns when a frame is shown, rounded to the nearest hundredth of a second.
    ///
    /// Single delays vary, but their sum does not drift.
    private func time(ofFrame index: Int) -> Int { frameRate.sampleCount(forFrames: index, sampleRate: 100) }
}
