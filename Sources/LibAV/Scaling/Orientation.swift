package import CLibAV
private import CPixels
package import Frames

/// How a stored picture is rotated and mirrored for display, by multiples of 90° only.
package struct Orientation: Equatable {
    /// Whether rows become columns.
    package var swapsAxes = false
    /// Whether the first stored column is displayed on the right, or at the bottom if
    /// ``swapsAxes``.
    package var isColumnReversed = false
    /// Whether the first stored row is displayed at the bottom, or on the right if
    /// ``swapsAxes``.
    package var isRowReversed = false

    /// The identity: displayed as stored.
    package init() {}

    /// The orientation that a stream states in its display matrix.
    package init(of stream: UnsafePointer<AVStream>) {
        var size = 0
        guard let data = unsafe recorder_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size) else {
            self.init()
            return
        }
        unsafe self.init(displayMatrix: UnsafeRawBufferPointer(start: data, count: size))
    }

    /// The orientation for a display matrix (ISO/IEC 14496-12, 8.3.2): nine 32-bit numbers, as libav stores them.
    package init(displayMatrix data: UnsafeRawBufferPointer) {
        guard data.count >= 9 * MemoryLayout<Int32>.size else { return }
        // A point (p, q) is displayed at (a·p + c·q, b·p + d·q).
        let matrix = (0..<9).map {
            unsafe data.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Int32>.size, as: Int32.self)
        }
        let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
        if a != 0, d != 0, b == 0, c == 0 {
            (isColumnReversed, isRowReversed) = (a < 0, d < 0)
        } else if a == 0, d == 0, b != 0, c != 0 {
            swapsAxes = true
            (isColumnReversed, isRowReversed) = (b < 0, c < 0)
        }
    }

    /// The orientation for a value of Exif's `Orientation` tag (CIPA DC-008, 4.6.4).
    ///
    /// - Parameter exif: 1 to 8; other values mean upright, as in browsers.
    package init(exif: Int) {
        swapsAxes = (5...8).contains(exif)
        isColumnReversed = [2, 3, 7, 8].contains(exif)
        isRowReversed = [3, 4, 6, 7].contains(exif)
    }

    /// Whether pictures are displayed as stored.
    package var isUpright: Bool { self == Orientation() }

    /// Converts between stored and displayed size.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Returns the upright picture: a copy, unless the stored one is upright already.
    package func upright(_ stored: PixelBuffer) -> PixelBuffer {
        guard !isUpright else { return stored }
        let upright = PixelBuffer(size: turned(stored.size), hasAlpha: stored.hasAlpha)
        let (size, stride) = (upright.size, upright.stride)
        let steps = steps(in: stored.size, pixel: 4, row: stored.stride)
        unsafe stored.withBytes { source in
            unsafe upright.withMutableBytes { target in
                let picture = unsafe composition_picture(
                    pixels: target.bindMemory(to: UInt32.self).baseAddress, stride: stride, width: size.width,
                    height: size.height, is_opaque: !stored.hasAlpha)
                unsafe composition_turn(picture, source.baseAddress?.advanced(by: steps.first), steps.right, steps.down)
            }
        }
        return upright
    }

    /// Where the displayed picture's pixels are stored, in bytes.
    ///
    /// - Parameters:
    ///   - stored: The stored size.
    ///   - pixel: Bytes from a stored pixel to the next one of its row.
    ///   - row: Bytes from a stored row to the next.
    /// - Returns: The offset of the displayed top left pixel, and the steps to its right and
    ///   lower neighbor.
    func steps(in stored: PixelSize, pixel: Int, row: Int) -> (first: Int, right: Int, down: Int) {
        let first =
            (isColumnReversed ? (stored.width - 1) * pixel : 0) + (isRowReversed ? (stored.height - 1) * row : 0)
        let (column, line) = (isColumnReversed ? -pixel : pixel, isRowReversed ? -row : row)
        return swapsAxes ? (first, line, column) : (first, column, line)
    }
}
