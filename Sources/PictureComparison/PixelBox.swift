/// A rectangle of whole pixels in a picture.
public struct PixelBox: Sendable, Hashable {
    /// The columns, counted from the left; at least one.
    public var columns: ClosedRange<Int>
    /// The rows, counted from the top; at least one.
    public var rows: ClosedRange<Int>

    /// Creates a box.
    public init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
        self.columns = columns
        self.rows = rows
    }
}
