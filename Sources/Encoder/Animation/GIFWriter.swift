package import Files
package import Frames
import LibAV

/// Writes pictures as an animated GIF that goes on for ever.
///
/// One palette serves all pictures, and is known once all have been seen; so
/// they wait in a temporary file until then. Used by one thread at a time. The
/// file is removed with the writer unless it was finished.
package final class GIFWriter {
    /// The most frames a second: many players take a shorter delay than two
    /// hundredths of a second for a tenth.
    package static let highestRate = 50
    /// Colours; the last of the 256 is what stays as it was.
    private static let colors = 255

    private let path: String
    private let size: PixelSize
    private let frameRate: FrameRate
    private let pictures: SpoolFile
    private var histogram = ColorHistogram()
    private var last: PixelBuffer?
    /// Frames that were added.
    package private(set) var count = 0

    /// Starts an animation; its file is made when it is finished.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist; its folder must.
    ///   - size: Of every picture.
    ///   - frameRate: Frames a second, at most ``highestRate``.
    package init(path: String, size: PixelSize, frameRate: FrameRate) throws(FileError) {
        guard size.width <= 65_535, size.height <= 65_535 else {
            throw FileError(.invalidSettings, "A GIF has at most 65535 pixels a side, not \(size).")
        }
        self.path = path
        self.size = size
        self.frameRate = frameRate
        pictures = try SpoolFile()
    }

    /// Adds a picture as the next frame.
    package func append(_ pixels: PixelBuffer) throws(FileError) {
        guard pixels.size == size else {
            throw FileError(.internalFailure, "A frame is \(pixels.size) pixels; the GIF is \(size).")
        }
        count += 1
        // One byte tells whether a picture follows or the last one stays.
        if pixels === last {
            try pictures.append([0])
            return
        }
        last = pixels
        histogram.add(pixels)
        var bytes: [UInt8] = [1]
        bytes.reserveCapacity(1 + size.width * size.height * 4)
        pixels.withBytes { rows in
            for row in 0..<size.height {
                bytes.append(contentsOf: rows[row * pixels.stride..<row * pixels.stride + size.width * 4])
            }
        }
        try pictures.append(bytes)
    }

    /// Chooses the palette and writes the file.
    ///
    /// - Parameter isCancelled: Asked before each frame; when it says so, the
    ///   file is given up.
    /// - Returns: The file's length in bytes.
    /// - Throws: ``FileError/Code/cannotCreateOutput``,
    ///   ``FileError/Code/cannotWriteOutput``, or `CancellationError`.
    package func finish(isCancelled: () -> Bool) throws -> Int {
        guard count > 0 else {
            throw FileError(.internalFailure, "A GIF without a single frame cannot be written.")
        }
        last = nil
        var map = PaletteMap(histogram.palette(count: Self.colors))
        histogram = ColorHistogram()
        let file = try GIFFile(
            creating: path, size: size, palette: map.palette, lastDelay: time(ofFrame: count) - time(ofFrame: count - 1)
        )
        var offset = 0
        let picture = PixelBuffer(size: size)
        for index in 0..<count {
            if isCancelled() { throw CancellationError() }
            let isNew = try pictures.read(1, at: offset) == [1]
            offset += 1
            if isNew {
                try read(into: picture, at: offset)
                offset += size.width * size.height * 4
            }
            try file.append(picture, isNew: isNew, at: time(ofFrame: index), map: &map)
        }
        return try file.finish()
    }

    /// The hundredth of a second at which a frame is shown, to the nearest:
    /// single delays differ, their sum does not drift.
    private func time(ofFrame index: Int) -> Int { frameRate.sampleCount(forFrames: index, sampleRate: 100) }

    private func read(into picture: PixelBuffer, at offset: Int) throws(FileError) {
        let bytes = try pictures.read(size.width * size.height * 4, at: offset)
        bytes.withUnsafeBytes { source in
            picture.withMutableBytes { target in
                for row in 0..<size.height {
                    let line = source[row * size.width * 4..<(row + 1) * size.width * 4]
                    UnsafeMutableRawBufferPointer(rebasing: target[(row * picture.stride)...]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: line))
                }
            }
        }
    }
}
