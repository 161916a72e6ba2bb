/// Locates a box that a page moves to the right, to a fraction of a pixel.
package struct MovingBox: Sendable {
    /// The box's width.
    package let side: Double
    /// By how much the width in the picture may differ.
    let widthTolerance: Double
    /// The gray of what is around it, and its own.
    package let background: Double
    package let foreground: Double

    /// The white box on gray of the pages in fixtures/html/clock.
    package static let ofClockPages = MovingBox(side: 32, widthTolerance: 0.75, background: 128, foreground: 255)

    /// The black boxes on white of the pages in fixtures/html/movers.
    ///
    /// WebKit draws a layer with a filter up to 1 px narrower when it lies between pixels.
    package static let ofMovers = MovingBox(side: 16, widthTolerance: 1.25, background: 255, foreground: 0)

    /// A strip through the center of that box's path, in pixels of a video of 1280x720 at scale 1.
    package static let area = FrameDecoder.Area(x: 0, y: 126, width: 1280, height: 4)

    /// The x of the box's left edge in rows of a picture (default: all); `nil` if no box has the
    /// right width.
    ///
    /// The brightness of a partly covered column is proportional to its coverage. So the centroid
    /// of the light is the box's center, wherever its edges are.
    package func left(in image: RawImage, rows: Range<Int>? = nil) -> Double? {
        let rows = rows ?? 0..<image.height
        let coverage = (0..<image.width).map { column in
            let level = rows.reduce(0) { $0 + image.level(column, $1) }
            return (Double(level) / Double(rows.count) - background) / (foreground - background)
        }
        guard let first = coverage.firstIndex(where: { $0 > 0.5 }), let last = coverage.lastIndex(where: { $0 > 0.5 })
        else { return nil }
        // The edge columns, and compression artifacts next to them.
        let columns = max(first - 3, 0)...min(last + 3, image.width - 1)
        let sum = columns.reduce(0) { $0 + coverage[$1] }
        guard abs(sum - side) < widthTolerance else { return nil }
        let middle = columns.reduce(0) { $0 + coverage[$1] * (Double($1) + 0.5) } / sum
        return middle - side / 2
    }

    /// The position of a clock page's box in each picture of a video.
    package static func lefts(of path: String) async throws -> [Double?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area).map { ofClockPages.left(in: $0) }
    }
}
