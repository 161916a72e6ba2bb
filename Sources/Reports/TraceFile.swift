package import Frames
private import Synchronization

/// What a recording's time was spent on, in the Trace Event Format (its JSON Object Format), which Perfetto and Chromium's
/// `chrome://tracing` show.
///
/// Each kind of work is a complete event on the track of what does it: the page, the engine or the encoder. Any thread may
/// use it.
package final class TraceFile: Sendable {
    private let log = Mutex((spans: [WorkSpan](), hasLeftOut: false))
    private let most: Int

    /// Begins without work.
    ///
    /// - Parameter most: The highest number of pieces of work that are kept; later ones are left out. The default is
    ///   enough for an hour at 60 frames per second.
    package init(most: Int = 2_000_000) { self.most = most }

    /// Keeps pieces of work, from any process of the recording; an impossible time of an engine is left out.
    package func add(_ spans: [WorkSpan]) {
        let possible = spans.filter { $0.begun >= 0 && $0.length >= 0 }
        log.withLock { log in
            let room = most - log.spans.count
            log.spans += possible.prefix(room)
            if possible.count > room { log.hasLeftOut = true }
        }
    }

    /// Whether work has been left out.
    package var isCut: Bool { log.withLock(\.hasLeftOut) }

    /// The file's bytes: JSON in UTF-8, an event on each line.
    package var bytes: [UInt8] {
        let spans = log.withLock(\.spans).sorted { ($0.begun, -$0.length) < ($1.begun, -$1.length) }
        var text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
        text += #"{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"pagereel"}}"#
        for track in Track.allCases {
            text += ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":\(track.rawValue),\"name\":\"thread_name\","
            text += "\"args\":{\"name\":\"\(track)\"}}"
        }
        for span in spans {
            text += ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":\(Track(of: span.kind).rawValue),"
            text += "\"name\":\"\(span.kind.rawValue)\","
            text += "\"ts\":\(Self.microseconds(span.begun - (spans.first?.begun ?? 0))),"
            text += "\"dur\":\(Self.microseconds(span.length))"
            if let frame = span.frame { text += ",\"args\":{\"frame\":\(frame)}" }
            text += "}"
        }
        return Array((text + "\n]}\n").utf8)
    }

    /// What does the work; the raw values are the tracks' numbers.
    private enum Track: Int, CaseIterable {
        case page = 1
        case engine, encoder

        init(of kind: WorkSpan.Kind) {
            self =
                switch kind {
                case .run, .render, .settle: .page
                case .wait, .copy, .overlay: .engine
                case .convert, .encode, .write: .encoder
                }
        }
    }

    /// Nanoseconds, at least 0, as microseconds, the format's unit, with all digits.
    private static func microseconds(_ nanoseconds: Int64) -> String {
        let digits = String(nanoseconds % 1000)
        return "\(nanoseconds / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }
}
