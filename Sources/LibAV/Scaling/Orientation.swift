package import CLibAV
package import Frames

/// How a stored picture is rotated and mirrored for display.
///
/// Derived from the 3x3 matrix of a file's track header (ISO/IEC 14496-12, 8.3.2), for
/// multiples of 90° only.
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
        guard let data = recorder_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else { return }
        // A point (p, q) is displayed at (a·p + c·q, b·p + d·q).
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

    /// Whether pictures are displayed as stored.
    package var isUpright: Bool { self == Orientation() }

    /// Converts between stored and displayed size.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }
}
