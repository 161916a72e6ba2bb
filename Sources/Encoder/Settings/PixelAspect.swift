/// The shape of a video's pixels: the ratio of their width to their height.
///
/// Players stretch the picture by it (ITU-T H.264, E.2.1: sample aspect ratio).
public struct PixelAspect: Sendable, Hashable, CustomStringConvertible {
    /// The width's part of the ratio, from 1 to 1000.
    public let width: Int
    /// The height's part of the ratio, from 1 to 1000.
    public let height: Int

    /// Square pixels.
    public static let square = PixelAspect(1, 1)
    /// How a ratio is written, for messages.
    public static let form = "a ratio like 4:3, each side from 1 to 1000"

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// Parses `4:3`; returns `nil` unless both sides are from 1 to 1000.
    public init?(_ text: String) {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...1000).contains(width),
            (1...1000).contains(height)
        else { return nil }
        self.init(width, height)
    }

    /// The ratio as users write it: `4:3`.
    public var description: String { "\(width):\(height)" }
}
