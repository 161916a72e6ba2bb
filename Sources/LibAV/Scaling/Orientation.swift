package import CLibAV
package import Frames

/// How a picture is turned and mirrored before it is seen.
///
/// From the 3x3 matrix of a file's track header (ISO/IEC 14496-12, 8.3.2), as
/// far as it turns by right angles.
package struct Orientation: Equatable {
    /// Whether rows become columns.
    package var swapsAxes = false
    /// Whether the picture's first column is seen on the right, or at the
    /// bottom where axes change places.
    package var isColumnReversed = false
    /// Whether the picture's first row is seen at the bottom, or on the right
    /// where axes change places.
    package var isRowReversed = false

    /// As it is.
    package init() {}

    /// As a stream says.
    package init(of stream: UnsafePointer<AVStream>) {
        var size = 0
        guard let data = recorder_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else { return }
        // A point (p, q) is seen at (a·p + c·q, b·p + d·q).
        let matrix = (0..<9).map {
            UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * MemoryLayout<Int32>.size, as: Int32.self)
        }
        let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
        if a != 0, d != 0, b == 0, c == 0 {
            (isColumnReversed, isRowReversed) = (a < 0, d < 0)
        } else if a == 0, d == 0, b != 0, c != 0 {
            swapsAxes = true
            (isColumnReversed, isRowReversed) = (b < 0, c < 0)
        }
    }

    /// Whether nothing is to be done.
    package var isUpright: Bool { self == Orientation() }

    /// The size that a stored picture is seen in, or that one is stored in.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }
}
