/// Locates the white box that the pages in fixtures/html/clock move to the right, to a fraction of
/// a pixel.
package enum MovingBox {
    /// A strip through the center of the box's path, in pixels of a video of 1280x720 at scale 1.
    package static let area = FrameDecoder.Area(x: 0, y: 126, width: 1280, height: 4)

    private static let side = 32.0
    /// The page's gray and the box's white.
    private static let background = 128.0
    private static let foreground = 255.0

    /// The x of the box's left edge in a picture of the strip; `nil` if no box has the right width.
    ///
    /// The brightness of a partly covered column is proportional to its coverage. So the centroid
    /// of the light is the box's center, wherever its edges are.
    package static func left(in image: RawImage) -> Double? {
        let coverage = (0..<image.width).map { column in
            let level = (0..<image.height).reduce(0) { $0 + image.level(column, $1) }
            return (Double(level) / Double(image.height) - background) / (foreground - background)
        }
        guard let first = coverage.firstIndex(where: { $0 > 0.5 }), let last = coverage.lastIndex(where: { $0 > 0.5 })
        else { return nil }
        // The edge columns, and compression artifacts next to them.
        let columns = max(first - 3, 0)...min(last + 3, image.width - 1)
        let sum = columns.reduce(0) { $0 + coverage[$1] }
        guard abs(sum - side) < 0.75 else { return nil }
        let middle = columns.reduce(0) { $0 + coverage[$1] * (Double($1) + 0.5) } / sum
        return middle - side / 2
    }

    /// The position of the box's left edge in each picture of a video.
    package static func lefts(of path: String) async throws -> [Double?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area).map(left)
    }
}
