/// A part of a timeline that begins at a time and shows or plays a part of a source.
public protocol TimedItem: Sendable {
    /// The item's times, as they were stated.
    var times: ItemTimes { get set }
}

/// The times of an item, as they were stated.
public struct ItemTimes: Sendable {
    package var at: Written<TimelineTime>?
    package var start: Written<TimelineTime>?
    package var end: Written<TimelineTime>?
    package var length: Written<ItemLength>?

    /// Creates the times of an item that states none.
    public init() {}
}

extension TimedItem {
    /// The time at which an overlay or a sound begins (default: the beginning); clips of the main channel follow each
    /// other.
    public var startTime: TimelineTime? {
        get { times.at?.value }
        set { times.at = newValue.map { Written($0, line: nil) } }
    }

    /// The in point: the first moment of the source that is shown or played (default: its beginning).
    public var inPoint: TimelineTime? {
        get { times.start?.value }
        set { times.start = newValue.map { Written($0, line: nil) } }
    }

    /// The out point: the moment at which the source is left (default: its end); excludes ``duration``.
    public var outPoint: TimelineTime? {
        get { times.end?.value }
        set { times.end = newValue.map { Written($0, line: nil) } }
    }

    /// The length on the timeline (default: that of the part; sounds end with the timeline at the latest, and loops
    /// last until there).
    public var duration: TimelineTime? {
        get { if case .time(let time)? = times.length?.value { time } else { nil } }
        set { times.length = newValue.map { Written(.time($0), line: nil) } }
    }
}

/// The length of a clip or a sound on the timeline.
package enum ItemLength: Sendable {
    /// A length of time.
    case time(TimelineTime)
    /// Up to the end of the main channel, exact to the sample for sounds.
    case end
}

/// The lengths of a fade-in and a fade-out.
public struct Fades: Sendable, Equatable {
    /// The length of the fade-in.
    public var fadeIn: TimelineTime
    /// The length of the fade-out.
    public var fadeOut: TimelineTime

    /// Describes two fades; zero means no fade.
    public init(in fadeIn: TimelineTime = .frames(0), out fadeOut: TimelineTime = .frames(0)) {
        self.fadeIn = fadeIn
        self.fadeOut = fadeOut
    }
}
