private import Dispatch
private import Synchronization

/// A piece of work in the making of a video, and the real time that it took.
public struct WorkSpan: Sendable, Hashable, Codable {
    /// A kind of work.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The page's time passes until the frame is due: timers, messages and their scripts.
        case run
        /// The page renders: animation frames, style, layout and painting.
        case render
        /// The page goes on after its picture was taken, until it is idle.
        case settle
        /// The engine waits until the encoder can take another frame.
        case wait
        /// The page's picture is copied from the view.
        case copy
        /// The pointer and the camera's part of the page are drawn.
        case overlay
        /// The picture is converted to the encoder's pixel format.
        case convert
        /// The encoder takes the picture, and returns what it has encoded so far.
        case encode
        /// What was encoded is written to the file.
        case write
    }

    /// The kind of work.
    public let kind: Kind
    /// When it began, in nanoseconds since the machine's start without suspension (`CLOCK_MONOTONIC`,
    /// clock_gettime(2)); all processes of a recording share this clock.
    public let begun: Int64
    /// How long it took, in nanoseconds.
    public let length: Int64
    /// The index of the frame for which it was done; `nil` outside the recording.
    public let frame: Int?
}

/// Measures work.
///
/// Any thread may use it.
package final class WorkMeter: Sendable {
    private let spans = Mutex<[WorkSpan]>([])

    /// Work that has begun.
    package struct Begun {
        fileprivate let meter: WorkMeter
        fileprivate let kind: WorkSpan.Kind
        fileprivate let frame: Int?
        fileprivate let instant = WorkMeter.now

        /// Notes that it has ended.
        package func end() {
            let span = WorkSpan(kind: kind, begun: instant, length: WorkMeter.now - instant, frame: frame)
            meter.spans.withLock { $0.append(span) }
        }
    }

    /// Creates a meter that has measured nothing.
    package init() {}

    /// Begins to measure.
    ///
    /// - Parameter frame: The index of the frame for which the work is done; `nil` outside the recording.
    package func begin(_ kind: WorkSpan.Kind, frame: Int?) -> Begun { Begun(meter: self, kind: kind, frame: frame) }

    /// Returns what was measured since the last call that returned something, in the order of the ends.
    ///
    /// - Parameter least: Nothing is returned before there are so many spans.
    package func take(atLeast least: Int = 1) -> [WorkSpan] {
        spans.withLock { spans in
            guard spans.count >= least else { return [] }
            defer { spans = [] }
            return spans
        }
    }

    private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}
