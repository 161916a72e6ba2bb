/// Reads the scroll position of fixtures/html/clock/scroll.html from its ramp; its head comment
/// defines the ramp.
package enum ScrollRamp {
    /// The part of the picture that contains the ramp, in pixels of a video of 1280x720 at scale 1.
    package static let area = FrameDecoder.Area(x: 1184, y: 0, width: 64, height: 720)

    private static let cell = 8
    private static let rows = 256

    /// The page's y at the top of a picture of the ramp; `nil` if the lines disagree.
    package static func offset(in image: RawImage) -> Int? {
        // A line of the picture fits eight offsets: those that put it into the row with its number.
        var votes = [Int](repeating: 0, count: rows * cell - image.height + 1)
        for line in 0..<image.height {
            let number = (0..<8).reduce(0) { number, bit in
                number << 1 | (image.level(bit * cell + cell / 2, line) > 128 ? 1 : 0)
            }
            let first = number * cell - line
            for offset in first..<first + cell where votes.indices.contains(offset) { votes[offset] += 1 }
        }
        guard let best = votes.indices.max(by: { votes[$0] < votes[$1] }) else { return nil }
        // Lines at the edges of rows may be blurred.
        return votes[best] > image.height * 3 / 4 ? best : nil
    }

    /// The scroll position in each picture of a video.
    package static func offsets(of path: String) async throws -> [Int?] {
        try await FrameDecoder.frames(of: path, as: .gray, area: area).map(offset)
    }
}
