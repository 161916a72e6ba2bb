/// A part of a picture, with straight sides.
public struct PixelBox: Sendable, Hashable {
    /// Columns from the left, at least one.
    public var columns: ClosedRange<Int>
    /// Rows from the top, at least one.
    public var rows: ClosedRange<Int>

    /// Names a part.
    public init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        self.columns = columns
        self.rows = rows
    }
}
