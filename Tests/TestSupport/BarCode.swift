private import BarCode

/// Reads the page's time from the pixels of fixtures/html/bar-code.html; its head comment defines
/// the code.
package enum BarCode {
    /// The part of the picture that contains the code, in pixels of a video at scale 1.
    package static let area = FrameDecoder.Area(x: 16, y: 16, width: 256, height: 64)

    /// The distance of the second code below the first on the pages in fixtures/html/clock and
    /// fixtures/html/batch, in pixels.
    package static let distance = 80

    /// The part of the picture that contains both codes.
    package static let bothAreas = FrameDecoder.Area(x: 16, y: 16, width: 256, height: 144)

    private static let cellsInRow = 16
    private static let cellWidth = 16
    private static let cellHeight = 32

    /// The time in milliseconds in a picture of the area; `nil` if its check nibble or references
    /// are wrong.
    ///
    /// - Parameter shift: The distance of the code from the picture's top, in pixels.
    package static func time(in image: RawImage, below shift: Int = 0) -> Int? {
        let levels = (0..<TimeCode.cells).map { cell in
            // A patch of 8x16 pixels around the cell's center, away from blurred edges.
            let top = shift + cell / cellsInRow * cellHeight + 8
            return image.mean(x: cell % cellsInRow * cellWidth + 4, y: top, width: 8, height: 16)[0]
        }
        return TimeCode.number(in: levels.map(Double.init))
    }

    /// The times in the pictures of a video.
    package static func times(of path: String) async throws -> [Int?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area).map { time(in: $0) }
    }

    /// The times in the pictures of a video, and the numbers in their second codes.
    package static func timesAndNumbers(of path: String) async throws -> (times: [Int?], numbers: [Int?]) {
        let images = try await FrameDecoder.frames(of: path, as: .gray, area: bothAreas)
        return (images.map { time(in: $0) }, images.map { time(in: $0, below: distance) })
    }
}
