import Composition
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
    ///   - cells: At least one cell, unless there is a head.
    ///   - head: A cell above the others, scaled down if it is wider than all columns or higher than three of them are
    ///     wide; its caption is no wider than all columns (default: none).
    ///   - columns: The most pictures in a row; positive.
    ///   - cellWidth: A column's width in pixels; positive.
    ///   - gap: Pixels between and around the pictures.
    /// - Throws: ``FileError/Code/internalFailure`` if scaling fails.
    public static func compose(
        _ cells: [Cell], below head: Cell? = nil, columns: Int, cellWidth: Int, gap: Int = 8
    ) throws(FileError) -> PixelBuffer {
        precondition(
            (!cells.isEmpty || head != nil) && columns > 0 && cellWidth > 0 && gap >= 0, "a sheet without a picture")
        let head = try head.map { head throws(FileError) in
            let size = head.picture.size
            let widest = min(inner(columns, cellWidth, gap), max(1, 3 * cellWidth * size.width / size.height))
            return Cell(picture: try fitted(head.picture, width: widest), caption: head.caption)
        }
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
        let headWidths = [head?.picture.size.width, head?.caption?.size.width].compactMap(\.self)
        let width = max(inner(min(columns, cells.count), cellWidth, gap), headWidths.max() ?? 0)
        let headHeights = [head?.picture.size.height, head?.caption?.size.height].compactMap(\.self)
        let above = head == nil ? gap : headHeights.reduce(2 * gap, +)
        let sheet = PixelBuffer(
            size: PixelSize(
                width: width + 2 * gap, height: heights.reduce(above) { $0 + $1.pictures + $1.captions + gap }))
        let canvas = Canvas(sheet)
        canvas.fill(.white)
        var top = gap
        if let head {
            canvas.draw(head.picture, x: gap + (width - head.picture.size.width) / 2, y: top)
            top += head.picture.size.height
            if let caption = head.caption {
                canvas.draw(caption, x: gap + (width - caption.size.width) / 2, y: top)
                top += caption.size.height
            }
            top += gap
        }
        for (row, height) in zip(rows, heights) {
            for (index, cell) in row.enumerated() {
                let middle = gap + index * (cellWidth + gap) + cellWidth / 2
                let line = top + height.pictures
                let size = cell.picture.size
                canvas.draw(cell.picture, x: middle - size.width / 2, y: line - size.height)
                if let caption = cell.caption { canvas.draw(caption, x: middle - caption.size.width / 2, y: line) }
            }
            top += height.pictures + height.captions + gap
        }
        return sheet
    }

    /// The width of columns with the gaps between them.
    private static func inner(_ columns: Int, _ cellWidth: Int, _ gap: Int) -> Int {
        max(0, columns * (cellWidth + gap) - gap)
    }

    /// Scales a picture down to a width; a narrower one stays as it is.
    package static func fitted(_ picture: PixelBuffer, width: Int) throws(FileError) -> PixelBuffer {
        guard picture.size.width > width else { return picture }
        let height = max(1, (picture.size.height * width + picture.size.width / 2) / picture.size.width)
        return try PictureScaling().scaled(picture, to: PixelSize(width: width, height: height))
    }
}
