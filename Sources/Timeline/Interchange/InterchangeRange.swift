import Yams

/// A range of a track or of all tracks, in seconds from their beginning.
///
/// It may reach beyond them on both sides.
struct InterchangeRange {
    private let begin: Double
    private let end: Double

    /// The length.
    var length: Double { end - begin }

    /// Shorter rests of items are the rounding of times: 10 µs.
    static let tolerance = 1e-5

    /// Reads a `TimeRange`.
    init?(_ node: Node) {
        guard let start = InterchangeTime(node.member("start_time")),
            let length = InterchangeTime(node.member("duration"))
        else { return nil }
        begin = start.seconds
        end = start.seconds + length.seconds
    }

    /// Returns the items that the range shows, the first and the last one cut.
    ///
    /// A transition is shown if its cut is inside the range. Gaps fill the range where there is no item.
    ///
    /// - Parameter node: The composition that states the range.
    func cut(_ items: [InterchangeItem], of node: Node) -> [InterchangeItem] {
        var time = 0.0
        var shown: [InterchangeItem] = []
        func addGap(_ first: Double, _ last: Double) {
            guard last - first > Self.tolerance else { return }
            shown.append(InterchangeItem(gap: last - first, at: node))
        }
        addGap(begin, min(0, end))
        for var item in items {
            let length = item.length?.seconds ?? 0
            if item.kind == .transition {
                if time > begin + Self.tolerance && time < end - Self.tolerance { shown.append(item) }
                continue
            }
            let (first, last) = (time, time + length)
            time = last
            guard min(last, end) - max(first, begin) > Self.tolerance else { continue }
            item.cut.beginning += max(0, begin - first)
            item.cut.end += max(0, last - end)
            shown.append(item)
        }
        addGap(max(begin, time), end)
        return shown
    }
}
