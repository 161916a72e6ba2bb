internal import Frames

/// The pixels of a picture that something is drawn over, kept so that the picture can be had again.
struct CoveredPixels {
    /// The areas; they may overlap.
    private let areas: [PixelRect]
    /// The rows of the areas, one after another.
    private let pixels: [UInt8]

    /// Keeps the pixels of a picture.
    ///
    /// - Parameters:
    ///   - areas: Parts of the picture.
    ///   - picture: The picture, before something is drawn over it.
    init(of areas: [PixelRect], in picture: PixelBuffer) {
        self.areas = areas
        pixels = unsafe Array(unsafeUninitializedCapacity: areas.reduce(0) { $0 + $1.rowLength * $1.rows.count }) {
            kept, count in
            for area in areas {
                for row in area.rows {
                    unsafe picture.withBytes { bytes in
                        let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[area.bytes(ofRow: row, in: picture)])
                        unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(kept)[count...])
                            .copyMemory(from: line)
                    }
                    count += area.rowLength
                }
            }
        }
    }

    /// The rows of the areas.
    var rows: RangeSet<Int> { RangeSet(areas.map(\.rows)) }

    /// Puts the pixels back where they were.
    ///
    /// - Parameter picture: The same picture with something over it, or a copy, not yet published.
    func restore(in picture: PixelBuffer) {
        unsafe pixels.withUnsafeBytes { kept in
            var offset = 0
            for area in areas {
                for row in area.rows {
                    unsafe picture.withMutableBytes { bytes in
                        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[area.bytes(ofRow: row, in: picture)])
                            .copyMemory(
                                from: UnsafeRawBufferPointer(rebasing: kept[offset..<offset + area.rowLength]))
                    }
                    offset += area.rowLength
                }
            }
        }
    }
}

extension PixelRect {
    fileprivate var rows: Range<Int> { top..<bottom }

    /// The bytes of one of its rows.
    fileprivate var rowLength: Int { (right - left) * 4 }

    fileprivate func bytes(ofRow row: Int, in picture: PixelBuffer) -> Range<Int> {
        let start = row * picture.stride + left * 4
        return start..<start + rowLength
    }
}
