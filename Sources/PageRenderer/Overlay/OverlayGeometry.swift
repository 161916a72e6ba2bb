/// A position in the view, in CSS pixels from its upper left corner.
package struct ViewPoint: Sendable, Hashable {
    /// The distance from the left edge.
    package var x: Double
    /// The distance from the top edge.
    package var y: Double

    /// Describes a position.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A rectangle in the view, in CSS pixels from the view's upper left corner.
package struct ViewRect: Sendable, Hashable {
    /// The upper left corner.
    package var x, y: Double
    /// The size; not negative.
    package var width, height: Double

    /// Describes a rectangle.
    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The smallest rectangle that contains all points; `nil` for no points.
    init?(containing points: [ViewPoint]) {
        guard let first = points.first else { return nil }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points.dropFirst() {
            (left, right) = (min(left, point.x), max(right, point.x))
            (top, bottom) = (min(top, point.y), max(bottom, point.y))
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The rectangle with all its edges moved outward.
    func expanded(by distance: Double) -> ViewRect {
        ViewRect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The part of the rectangle that is in another one; `nil` if they do not overlap.
    func intersection(_ other: ViewRect) -> ViewRect? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let width = min(x + width, other.x + other.width) - left
        let height = min(y + height, other.y + other.height) - top
        guard width >= 0, height >= 0 else { return nil }
        return ViewRect(x: left, y: top, width: width, height: height)
    }

    /// The smallest rectangle that contains this one and another.
    func union(_ other: ViewRect) -> ViewRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return ViewRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// Whole pixels of a frame: columns and rows, each without its upper bound.
package struct PixelRect: Sendable, Hashable {
    /// The first column and row.
    package let left, top: Int
    /// The columns and rows after the last ones.
    package let right, bottom: Int

    /// Describes a rectangle; `nil` if it contains no pixel.
    package init?(left: Int, top: Int, right: Int, bottom: Int) {
        guard left < right, top < bottom else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// All pixels that a rectangle in device pixels touches, in a frame of some size; `nil` if it touches none.
    init?(touchedBy rect: ViewRect, in size: (width: Int, height: Int)) {
        guard [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) else { return nil }
        func side(_ position: Double, _ end: Int) -> Int { Int(max(0, min(position, Double(end)))) }
        self.init(
            left: side(rect.x.rounded(.down), size.width), top: side(rect.y.rounded(.down), size.height),
            right: side((rect.x + rect.width).rounded(.up), size.width),
            bottom: side((rect.y + rect.height).rounded(.up), size.height))
    }

    /// The smallest rectangle that contains this one and another.
    package func union(_ other: PixelRect?) -> PixelRect {
        guard let other else { return self }
        return PixelRect(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom)) ?? self
    }

    /// Whether the rectangle contains a pixel.
    package func contains(column: Int, row: Int) -> Bool {
        left <= column && column < right && top <= row && row < bottom
    }
}
