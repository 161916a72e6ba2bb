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

    /// Creates a range.
    ///
    /// - Parameters:
    ///   - begin: The beginning, in seconds.
    ///   - length: The length, in seconds.
    init(begin: Double, length: Double) {
        (self.begin, end) = (begin, begin + length)
    }

    /// The range that a speed shows in the time of this one.
    func played(at speed: Double) -> InterchangeRange { InterchangeRange(begin: begin, length: length * abs(speed)) }

    /// Returns the item at the range's beginning, whose picture is held for the range's length.
    ///
    /// - Parameter node: The composition that states the range.
    func held(_ items: [InterchangeItem], of node: Node) -> [InterchangeItem] {
        var time = 0.0
        for item in items where item.kind != .transition {
            let first = time
            time += item.length?.seconds ?? 0
            guard begin > first - Self.tolerance, begin < time - Self.tolerance, item.kind == .clip else { continue }
            return [item.held(at: max(0, begin - first), for: length)]
        }
        return [InterchangeItem(gap: length, at: node)]
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
        for item in items {
            let length = item.length?.seconds ?? 0
            if item.kind == .transition {
                if time > begin + Self.tolerance && time < end - Self.tolerance { shown.append(item) }
                continue
            }
            let (first, last) = (time, time + length)
            time = last
            guard min(last, end) - max(first, begin) > Self.tolerance else { continue }
            shown.append(item.shortened(by: max(0, begin - first), max(0, last - end)))
        }
        addGap(max(begin, time), end)
        return shown
    }
}
