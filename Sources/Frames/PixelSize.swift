/// A width and height in pixels.
public struct PixelSize: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Pixels in a row; positive.
    public let width: Int
    /// Rows; positive.
    public let height: Int

    /// Creates a size; both sides must be positive.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        self.width = width
        self.height = height
    }

    /// Parses `1280x720`; returns `nil` unless both sides are positive.
    public init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }

    /// The size as users write it: `1280x720`.
    public var description: String { "\(width)x\(height)" }

    /// The smallest even size that holds this one, as 4:2:0 video needs: each chroma
    /// sample covers two by two pixels (ITU-T H.264, 6.2).
    public var roundedUpToEven: PixelSize {
        PixelSize(width: width + width % 2, height: height + height % 2)
    }
}
