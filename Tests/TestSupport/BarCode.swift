private import BarCode

/// Reads the page's time from the pixels of fixtures/html/bar-code.html; its head comment defines
/// the code.
package enum BarCode {
    /// The part of the picture that contains the code, in pixels of a video at scale 1.
    package static let area = area(below: 0)

    private static let cellsInRow = 16
    private static let cellWidth = 16
    private static let cellHeight = 32

    /// The area of a code that is some pixels below the first.
    ///
    /// On the pages in fixtures/html/clock, the second code is 80 below.
    package static func area(below shift: Int) -> FrameDecoder.Area {
        FrameDecoder.Area(x: 16, y: 16 + shift, width: 256, height: 64)
    }

    /// The time in milliseconds in a picture of the area; `nil` if its check nibble or references
    /// are wrong.
    package static func time(in image: RawImage) -> Int? {
        let levels = (0..<TimeCode.cells).map { cell in
            // A patch of 8x16 pixels around the cell's center, away from blurred edges.
            image.mean(
                x: cell % cellsInRow * cellWidth + 4, y: cell / cellsInRow * cellHeight + 8, width: 8, height: 16)[0]
        }
        return TimeCode.number(in: levels.map(Double.init))
    }

    /// The times in the pictures of a video.
    ///
    /// - Parameter shift: The distance of the code below the first one, in pixels.
    package static func times(of path: String, below shift: Int = 0) async throws -> [Int?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area(below: shift)).map(time)
    }
}
