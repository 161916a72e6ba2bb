/// Reads the frame number of an animated image or video of the fixtures; fixtures/images/README.md
/// defines the code.
package enum ImageCode {
    /// The area of the animated image on the pages in fixtures/html/clock, in pixels of a video at
    /// scale 1.
    package static let imageArea = FrameDecoder.Area(x: 16, y: 16, width: 64, height: 64)

    /// The area of the video on fixtures/html/clock/video.html, in pixels of a video at scale 1.
    package static let videoArea = FrameDecoder.Area(x: 16, y: 16, width: 320, height: 180)

    private static let cellsInRow = 4

    /// The number in a picture of the area; `nil` if its check or references are wrong, or nothing
    /// is shown.
    package static func number(in image: RawImage) -> Int? {
        let width = image.width / cellsInRow
        let height = image.height / cellsInRow
        let levels = (0..<16).map { cell in
            // The center of the cell, away from blurred edges.
            image.mean(
                x: cell % cellsInRow * width + width / 4, y: cell / cellsInRow * height + height / 4,
                width: width / 2, height: height / 2)[0]
        }
        let white = (levels[0] + levels[15]) / 2
        let black = (levels[1] + levels[14]) / 2
        guard white - black > 128 else { return nil }
        let bits = levels.map { $0 > (white + black) / 2 ? 1 : 0 }
        let number = bits[2...11].reduce(0) { $0 << 1 | $1 }
        let check = bits[12...13].reduce(0) { $0 << 1 | $1 }
        let pairs = stride(from: 0, to: 10, by: 2).reduce(0b10) { $0 ^ (number >> $1 & 0b11) }
        return check == pairs ? number : nil
    }

    /// The numbers in the pictures of a video.
    package static func numbers(of path: String, area: FrameDecoder.Area = imageArea) async throws -> [Int?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area).map(number)
    }
}
