import Frames
import Notation
import Timeline
import Yams

/// A clip, a gap or a transition of an OpenTimelineIO track.
struct InterchangeItem {
    enum Kind { case clip, gap, transition }

    let kind: Kind
    /// The item's node in the file.
    let node: Node
    /// Seconds that are cut from the beginning and from the end of the item as it is played, because the range of its
    /// track or of a timeline ends there; at the item's own speed.
    private var cut = (beginning: 0.0, end: 0.0)
    /// The speed of the timelines in which the item is nested, negative for backward.
    private var warp = 1.0
    /// How long one picture of the item is held, in seconds, because a timeline in which it is nested is frozen.
    private var hold: Double?
    /// The time code of the first picture of a clip's file, for a media reference that states no available range.
    var timecode: InterchangeTime?
    /// The length of a gap that takes the place of something else, in seconds.
    private let gap: Double?

    /// Determines the kind of an item.
    ///
    /// - Throws: `YAMLError` for an unsupported kind of item.
    init(_ node: Node, in file: YAMLFile) throws {
        self.node = node
        gap = nil
        let schema = node.schema
        switch schema.split(separator: ".").first {
        case "Clip": kind = node.member("enabled")?.text == "false" ? .gap : .clip
        case "Gap", "Filler": kind = .gap
        case "Transition": kind = .transition
        default:
            throw file.error(at: node, "'\(schema)' is not supported on a track, only clips, gaps and transitions.")
        }
    }

    /// Creates a gap.
    ///
    /// - Parameters:
    ///   - seconds: The length.
    ///   - node: What it takes the place of.
    init(gap seconds: Double, at node: Node) {
        (kind, self.node, gap) = (.gap, node, seconds)
    }

    /// Whether this gap takes the place of something else.
    var isSubstitute: Bool { gap != nil }

    var name: String { node.member("name")?.text ?? "" }

    /// The metadata that this program has written.
    var own: Node? { gap == nil ? node.own : nil }

    /// The media reference of a clip.
    var media: Node? {
        let key = node.member("active_media_reference_key")?.text ?? "DEFAULT_MEDIA"
        return node.member("media_references")?.member(key) ?? node.member("media_reference")
    }

    /// The path of a clip's file; `nil` if the file is not on this machine.
    func path(_ links: InterchangeLinks) -> String? { media?.member("target_url")?.text.flatMap(links.path(of:)) }

    /// The in point, counted from the beginning of the source.
    ///
    /// The file states it on the media's own time line, which begins with the available range: often at a time code,
    /// such as 01:00:00:00. Without that range, a time at or after the file's own time code counts from there.
    var start: InterchangeTime? {
        let first = InterchangeTime(media?.member("available_range")?.member("start_time"))
        guard let stated = InterchangeTime(range?.member("start_time")) else { return nil }
        let isTimecode = timecode.map { stated.seconds >= $0.seconds - 1e-6 } ?? false
        let start = stated.counted(from: isTimecode ? timecode : first)
        let isReversed = node.speed.scalar * warp < 0
        return start.advanced(by: (isReversed ? cut.end : cut.beginning) * abs(node.speed.scalar))
    }

    var length: InterchangeTime? {
        let whole = gap.map { InterchangeTime(value: $0, rate: 1) } ?? InterchangeTime(range?.member("duration"))
        if let hold { return InterchangeTime(value: hold * (whole?.rate ?? 1), rate: whole?.rate ?? 1) }
        guard let shown = whole?.advanced(by: -cut.beginning - cut.end) else { return nil }
        return InterchangeTime(value: shown.value / abs(warp), rate: shown.rate)
    }

    /// The item without some seconds of its track at its beginning and end.
    func shortened(by beginning: Double, _ end: Double) -> InterchangeItem {
        var item = self
        if let hold {
            item.hold = hold - beginning - end
            return item
        }
        item.cut.beginning += beginning * abs(warp)
        item.cut.end += end * abs(warp)
        return item
    }

    /// The item in a nested timeline that is played at another speed.
    ///
    /// - Parameter speed: The speed, negative for backward; not 0.
    func warped(by speed: Double) -> InterchangeItem {
        var item = self
        if let hold {
            item.hold = hold / abs(speed)
            return item
        }
        item.warp *= speed
        if speed < 0 { item.cut = (cut.end, cut.beginning) }
        return item
    }

    /// The item in a nested timeline that is frozen.
    ///
    /// - Parameters:
    ///   - seconds: The time of the picture that is held, from the item's beginning.
    ///   - length: How long it is held, in seconds.
    func held(at seconds: Double, for length: Double) -> InterchangeItem {
        var item = self
        item.hold = length
        guard hold == nil, let whole = self.length else { return item }
        if node.speed.scalar * warp < 0 {
            // Backward, an item begins with its source's last picture.
            let rest = max(0, whole.seconds - seconds) * abs(warp)
            item.cut.end += max(0, rest - 1 / whole.rate)
        } else {
            item.cut.beginning += seconds * abs(warp)
        }
        return item
    }

    private var range: Node? {
        if let range = node.member("source_range"), range.mapping != nil { return range }
        return media?.member("available_range")
    }

    /// How long a transition is before the cut; 0 if it does not say.
    var before: InterchangeTime? { offset(warp < 0 ? "out_offset" : "in_offset") }

    /// How long a transition is after the cut; 0 if it does not say.
    var after: InterchangeTime? { offset(warp < 0 ? "in_offset" : "out_offset") }

    private func offset(_ key: String) -> InterchangeTime? {
        InterchangeTime(node.member(key)).map {
            InterchangeTime(value: max(0, $0.value / abs(warp)), rate: $0.rate)
        }
    }

    /// The playback speed, negative for backward, 0 for one picture that is held, and the names of unsupported effects.
    var speed: (scalar: Double, others: [String]) {
        let own = node.speed
        return (hold == nil ? own.scalar * warp : 0, own.others)
    }
}

extension Node {
    /// The effects of an OpenTimelineIO object: its playback speed, negative for backward and 0 for one picture that is
    /// held, and the names of others.
    var speed: (scalar: Double, others: [String]) {
        var scalar = 1.0
        var others: [String] = []
        for effect in member("effects")?.sequence ?? [] where effect.member("enabled")?.text != "false" {
            let factor = effect.member("time_scalar")?.text.flatMap(Double.init)
            if effect.schema.hasPrefix("LinearTimeWarp."), let factor {
                scalar *= factor
            } else if effect.schema.hasPrefix("FreezeFrame.") {
                scalar = 0
            } else {
                others.append(effect.member("effect_name")?.text ?? effect.schema)
            }
        }
        return (scalar, others)
    }

    /// The value of a key of a mapping.
    func member(_ key: String) -> Node? { mapping?.first { $0.key.scalar?.string == key }?.value }

    /// The kind of an OpenTimelineIO object and its version, such as `Clip.2`.
    var schema: String { member("OTIO_SCHEMA")?.text ?? "" }

    /// The metadata of an OpenTimelineIO object that this program has written.
    var own: Node? { member("metadata")?.member(OTIO.namespace) }

    /// The text of a scalar; `nil` for JSON's null.
    var text: String? { null == nil ? scalar?.string : nil }
}

/// A range of a track or of all tracks, in seconds from their beginning.
///
/// It may reach beyond them on both sides.
struct InterchangeRange {
    private let begin: Double
    private let end: Double

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

/// A time of an OpenTimelineIO file.
struct InterchangeTime {
    /// The value, in units of 1/``rate`` s.
    let value: Double
    /// Units per second; positive.
    let rate: Double

    init(value: Double, rate: Double) {
        self.value = value
        self.rate = rate
    }

    /// Reads a `RationalTime`.
    init?(_ node: Node?) {
        guard let value = node?.member("value")?.text.flatMap(Double.init), value.isFinite, abs(value) < 1e12,
            let rate = node?.member("rate")?.text.flatMap(Double.init), rate.isFinite, rate > 0, rate < 1e9
        else { return nil }
        self.init(value: value, rate: rate)
    }

    /// The time from an origin to this time, in units of this time (default origin: 0).
    func counted(from origin: InterchangeTime?) -> InterchangeTime {
        guard let origin else { return self }
        return InterchangeTime(value: value - (origin.rate == rate ? origin.value : origin.seconds * rate), rate: rate)
    }

    /// The time some seconds later.
    func advanced(by seconds: Double) -> InterchangeTime {
        InterchangeTime(value: value + seconds * rate, rate: rate)
    }

    var seconds: Double { value / rate }

    /// The time in frames of a rate.
    func frames(at frameRate: FrameRate) -> Double {
        // Other programs may round the rate to a few decimal places: 29.97.
        abs(rate / frameRate.framesPerSecond - 1) < 1e-4 ? value : seconds * frameRate.framesPerSecond
    }

    /// The time as descriptions state it: in frames if it is a whole number of them.
    func text(at frameRate: FrameRate) -> String {
        let frames = frames(at: frameRate)
        return abs(frames - frames.rounded()) < 1e-6 ? "\(Int(nearestTo: frames))f" : Self.text(seconds: seconds)
    }

    /// A time in seconds, to the nanosecond, as descriptions state it.
    static func text(seconds: Double) -> String {
        // What is longer than a year, descriptions refuse.
        let limited = seconds > 0 ? min(seconds, 1e9) : 0
        return Duration.nanoseconds(Int64((limited * 1e9).rounded())).exactText
    }
}

extension Int {
    /// The whole number nearest to a value of a file, at most 10¹⁵, which is beyond any timeline; 0 for no number.
    ///
    /// A file's times and speeds can multiply to more than an integer holds.
    init(nearestTo value: Double) {
        let limit = 1e15
        self = value.isNaN ? 0 : Int(Swift.min(limit, Swift.max(-limit, value)).rounded())
    }
}
