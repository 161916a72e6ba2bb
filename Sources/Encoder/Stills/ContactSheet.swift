public import Files
public import Frames
import LibAV

/// Lays out many pictures on one sheet, each with a caption below it.
public enum ContactSheet {
    /// A picture and its caption.
    public struct Cell: Sendable {
        /// The picture; scaled down if it is wider than a column.
        public let picture: PixelBuffer
        /// The rendered caption, no wider than a column; `nil` for no caption.
        public let caption: PixelBuffer?

        /// Creates a cell.
        public init(picture: PixelBuffer, caption: PixelBuffer? = nil) {
            self.picture = picture
            self.caption = caption
        }
    }

    /// Lays out pictures on a white sheet, row by row.
    ///
    /// The pictures of a row share a bottom edge and are centered in their columns.
    ///
    /// - Parameters:
    ///   - cells: At least one cell.
    ///   - columns: The most pictures in a row; positive.
    ///   - cellWidth: A column's width in pixels; positive.
    ///   - gap: Pixels between and around the pictures.
    /// - Throws: ``FileError/Code/internalFailure`` if scaling fails.
    public static func compose(
        _ cells: [Cell], columns: Int, cellWidth: Int, gap: Int = 8
    ) throws(FileError) -> PixelBuffer {
        precondition(!cells.isEmpty && columns > 0 && cellWidth > 0 && gap >= 0, "a sheet without a picture")
        let cells = try cells.map { cell throws(FileError) in
            Cell(picture: try fitted(cell.picture, width: cellWidth), caption: cell.caption)
        }
        let rows = stride(from: 0, to: cells.count, by: columns).map { cells[$0..<min($0 + columns, cells.count)] }
        let heights = rows.map { row in
            (
                pictures: row.map(\.picture.size.height).max() ?? 0,
                captions: row.compactMap(\.caption?.size.height).max() ?? 0
            )
        }
        let sheet = PixelBuffer(
            size: PixelSize(
                width: min(columns, cells.count) * (cellWidth + gap) + gap,
                height: heights.reduce(gap) { $0 + $1.pictures + $1.captions + gap }))
        unsafe sheet.withMutableBytes { _ = unsafe $0.initializeMemory(as: UInt8.self, repeating: 255) }
        var top = gap
        for (row, height) in zip(rows, heights) {
            for (index, cell) in row.enumerated() {
                let left = gap + index * (cellWidth + gap)
                let line = top + height.pictures
                put(cell.picture, on: sheet, middle: left + cellWidth / 2, top: line - cell.picture.size.height)
                if let caption = cell.caption { put(caption, on: sheet, middle: left + cellWidth / 2, top: line) }
            }
            top += height.pictures + height.captions + gap
        }
        return sheet
    }

    private static func fitted(_ picture: PixelBuffer, width: Int) throws(FileError) -> PixelBuffer {
        guard picture.size.width > width else { return picture }
        let height = max(1, (picture.size.height * width + picture.size.width / 2) / picture.size.width)
        return try PictureScaling().scaled(picture, to: PixelSize(width: width, height: height))
    }

    /// Composites a picture over the sheet; parts beyond the sheet are cropped.
    static func put(_ picture: PixelBuffer, on sheet: PixelBuffer, middle: Int, top: Int) {
        let left = middle - picture.size.width / 2
        unsafe picture.withBytes { source in
            unsafe sheet.withMutableBytes { target in
                for row in 0..<picture.size.height where (0..<sheet.size.height).contains(top + row) {
                    for column in 0..<picture.size.width where (0..<sheet.size.width).contains(left + column) {
                        let pixel = unsafe UInt32(
                            littleEndian: source.load(
                                fromByteOffset: row * picture.stride + column * 4, as: UInt32.self))
                        unsafe target.storeBytes(
                            of: (picture.hasAlpha ? onWhite(pixel) : pixel).littleEndian,
                            toByteOffset: (top + row) * sheet.stride + (left + column) * 4, as: UInt32.self)
                    }
                }
            }
        }
    }

    /// Composites a premultiplied pixel over white by adding the rest of its alpha to each
    /// channel.
    private static func onWhite(_ pixel: UInt32) -> UInt32 {
        let white = 255 - (pixel >> 24)
        // Scaling may leave a channel one step above alpha.
        func channel(_ shift: UInt32) -> UInt32 { min(255, (pixel >> shift & 0xff) + white) << shift }
        return 0xff00_0000 | channel(16) | channel(8) | channel(0)
    }
}
