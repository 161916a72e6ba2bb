package import EngineLink

/// What the steps of a take do, as viewers see it over the page at any instant.
///
/// It keeps what happened for a second, because a frame may be drawn after the page's time has passed on.
@MainActor
package final class InputDisplay {
    private var places: [(since: PageInstant, pointer: OverlayState.Pointer, isHidden: Bool)] = []
    private var clicks: [(instant: PageInstant, center: ViewPoint)] = []
    private var keys: [(instant: PageInstant, caps: [String])] = []
    private var highlights: [(number: Int, start: PageInstant, end: PageInstant, places: [HighlightPlace])] = []
    /// The number of highlights so far.
    private var highlightCount = 0
    /// Whether the page has a new picture, so that elements may be elsewhere and the pointer may be over another one.
    var isOld = false

    /// Where a highlighted element is from an instant on; `nil` if it is not seen.
    private typealias HighlightPlace = (since: PageInstant, box: ViewRect?)
    private var captions: [(start: PageInstant, end: PageInstant, text: String)] = []

    /// For how long keys are shown, with the time in which they fade.
    private static let keyTime = Duration.milliseconds(1200)
    private static let fadeTime = Duration.milliseconds(250)
    private static let memory = Duration.seconds(1)

    /// Creates a display that shows nothing.
    package init() {}

    /// Records where the pointer is from an instant on.
    ///
    /// - Parameters:
    ///   - pointer: The pointer.
    ///   - isHidden: Whether the page hides it.
    ///   - instant: Since when it is there.
    func showPointer(_ pointer: OverlayState.Pointer, isHidden: Bool, at instant: PageInstant) {
        places.append((instant, pointer, isHidden))
        // The last of those that are too old still holds.
        while places.count > 1, places[1].since.duration(to: instant) > Self.memory { places.removeFirst() }
    }

    /// Records a press of a button.
    func showClick(around center: ViewPoint, at instant: PageInstant) {
        clicks.removeAll { $0.instant.duration(to: instant) > OverlayState.Ring.duration + Self.memory }
        clicks.append((instant, center))
    }

    /// Records pressed keys.
    func showKeys(_ caps: [String], at instant: PageInstant) {
        keys.removeAll { $0.instant.duration(to: instant) > Self.keyTime + Self.memory }
        keys.append((instant, caps))
    }

    /// Frames an element for a length of time.
    ///
    /// - Returns: The highlight's number.
    func showHighlight(_ box: ViewRect, from start: PageInstant, for length: Duration) -> Int {
        highlights.removeAll { $0.end.duration(to: start) > Self.memory }
        highlightCount += 1
        highlights.append((highlightCount, start, start.advanced(by: length), [(start, box)]))
        return highlightCount
    }

    /// Moves a highlight to where its element is from an instant on; `nil` if it is not seen.
    func moveHighlight(_ number: Int, to box: ViewRect?, at instant: PageInstant) {
        guard let index = highlights.firstIndex(where: { $0.number == number }) else { return }
        var places = highlights[index].places
        guard places.last?.box != box else { return }
        places.append((instant, box))
        while places.count > 1, places[1].since.duration(to: instant) > Self.memory { places.removeFirst() }
        highlights[index].places = places
    }

    /// Shows a caption for a length of time.
    package func showCaption(_ text: String, from start: PageInstant, for length: Duration) {
        captions.removeAll { $0.end.duration(to: start) > Self.memory }
        captions.append((start, start.advanced(by: length), text))
    }

    /// What is seen at an instant.
    func state(at instant: PageInstant) -> OverlayState {
        var state = OverlayState()
        if let place = place(at: instant), !place.isHidden { state.pointer = place.pointer }
        state.rings = clicks.compactMap { click in
            let age = click.instant.duration(to: instant)
            return age >= .zero && age < OverlayState.Ring.duration
                ? OverlayState.Ring(around: click.center, age: age) : nil
        }
        if let last = keys.last(where: { $0.instant <= instant }) {
            let rest = Self.keyTime - last.instant.duration(to: instant)
            if rest > .zero { state.keys = OverlayState.Keys(last.caps, opacity: Self.opacity(rest)) }
        }
        state.highlights = highlights.filter { $0.start <= instant && instant < $0.end }.compactMap { highlight in
            guard let box = highlight.places.last(where: { $0.since <= instant })?.box else { return nil }
            let opacity = Self.opacity(at: instant, from: highlight.start, to: highlight.end)
            return OverlayState.Highlight(box, opacity: opacity)
        }
        if let caption = captions.last(where: { $0.start <= instant && instant < $0.end }) {
            state.caption = OverlayState.Caption(
                caption.text, opacity: Self.opacity(at: instant, from: caption.start, to: caption.end))
        }
        return state
    }

    /// Where the pointer is at an instant, also if the page hides it; `nil` before its first move.
    func pointerPosition(at instant: PageInstant) -> ViewPoint? { place(at: instant)?.pointer.position }

    private func place(at instant: PageInstant) -> (since: PageInstant, pointer: OverlayState.Pointer, isHidden: Bool)?
    {
        places.last { $0.since <= instant }
    }

    private static func opacity(at instant: PageInstant, from start: PageInstant, to end: PageInstant) -> Double {
        opacity(min(start.duration(to: instant) + .milliseconds(1), instant.duration(to: end)))
    }

    /// How opaque something is that begins or ends to be shown.
    private static func opacity(_ time: Duration) -> Double { min(1, time / fadeTime) }
}
