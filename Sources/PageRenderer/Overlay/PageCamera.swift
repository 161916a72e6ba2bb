internal import EngineLink
package import Frames

/// Where the steps of a take let the frames look: at the whole view, or at an enlarged part of it.
///
/// While a pointer is shown, the camera moves as far as needed to keep it in the picture, once the pointer has moved: at
/// rest elsewhere, it does not keep the camera from an element. What the camera did is kept for a second, because a frame
/// may be drawn after the page's time has passed on.
@MainActor
package final class PageCamera {
    private struct Motion {
        let start: PageInstant
        let length: Duration
        let from: CameraView
        let to: CameraView
        /// Where the pointer was when it began; `nil` if the pointer was hidden.
        let pointer: ViewPoint?
    }

    private let view: ViewRect
    /// The size of the frames, in device pixels.
    let frameSize: PixelSize
    /// Device pixels per CSS pixel of a frame that shows the whole view.
    private let scale: Double
    private var motions: [Motion] = []
    /// The display whose pointer is followed; `nil` if no pointer is shown.
    private let display: InputDisplay?

    private static let memory = Duration.seconds(1)
    /// The room around the pointer, as a share of what is shown.
    private static let margin = 0.15
    /// How far the pointer must have moved until the camera follows it all the way, in CSS pixels; before, it follows in
    /// part, so that it never jumps.
    private static let pullingDistance = 100.0
    /// The share of the picture that an element may fill.
    private static let mostFilled = 0.9

    /// Creates a camera that shows the whole view.
    ///
    /// - Parameters:
    ///   - size: The size of the view, in CSS pixels.
    ///   - scale: Device pixels of a frame per CSS pixel.
    ///   - display: What shows the pointer; `nil` if the pointer is hidden.
    package init(_ size: PixelSize, scale: DeviceScale = .one, following display: InputDisplay?) {
        frameSize = scale.pixels(of: size)
        self.scale = scale.value
        view = ViewRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        self.display = display
    }

    /// Whether all of a box is in the view.
    func isInView(_ box: ViewRect) -> Bool { view.intersection(box) == box }

    /// Moves the camera to a part of the view.
    ///
    /// - Parameters:
    ///   - box: What is shown in the middle, in CSS pixels of the view; enlarged less if it would not fit.
    ///   - zoom: How much it is enlarged; at least 1.
    ///   - start: When the camera begins to move.
    ///   - length: How long that takes.
    func move(to box: ViewRect, zoom: Double, from start: PageInstant, over length: Duration) {
        let fitting = min(
            zoom, view.width * Self.mostFilled / max(box.width, 1), view.height * Self.mostFilled / max(box.height, 1))
        let center = ViewPoint(x: box.x + box.width / 2, y: box.y + box.height / 2)
        let goal = CameraView(around: center, zoom: max(1, fitting), in: view)
        let current = view(at: start)
        motions.removeAll { $0.start.advanced(by: $0.length).duration(to: start) > Self.memory }
        motions.append(
            Motion(
                start: start, length: length, from: current, to: goal,
                pointer: display?.pointerPosition(at: start)))
    }

    /// Shows the whole view again, or enlarges what is around the pointer.
    func move(zoom: Double, from start: PageInstant, over length: Duration) {
        let center = display?.pointerPosition(at: start) ?? ViewPoint(x: view.width / 2, y: view.height / 2)
        move(to: ViewRect(x: center.x, y: center.y, width: 0, height: 0), zoom: zoom, from: start, over: length)
    }

    /// What frames show at an instant.
    func view(at instant: PageInstant) -> CameraView {
        let planned = path(at: instant)
        guard planned.zoom > 1, let pointer = display?.pointerPosition(at: instant) else { return planned }
        let following = planned.moved(toShow: pointer, margin: Self.margin, in: view)
        guard let rest = motions.last(where: { $0.start <= instant })?.pointer else { return following }
        let distance = ((pointer.x - rest.x) * (pointer.x - rest.x) + (pointer.y - rest.y) * (pointer.y - rest.y))
            .squareRoot()
        return planned.onTheWay(to: following, part: min(1, distance / Self.pullingDistance))
    }

    /// Where a box of the view is in a frame at an instant, in the frame's pixels; also outside of it.
    func place(of box: ViewRect, at instant: PageInstant) -> ViewRect {
        let shown = view(at: instant)
        let factor = scale * shown.zoom
        return ViewRect(
            x: (box.x - shown.origin.x) * factor, y: (box.y - shown.origin.y) * factor, width: box.width * factor,
            height: box.height * factor)
    }

    /// What frames would show without a pointer.
    private func path(at instant: PageInstant) -> CameraView {
        guard let motion = motions.last(where: { $0.start <= instant }) else { return motions.first?.from ?? .whole }
        guard motion.length > .zero else { return motion.to }
        let time = min(1, motion.start.duration(to: instant) / motion.length)
        // Speed and acceleration are 0 at both ends.
        return motion.from.onTheWay(to: motion.to, part: time * time * time * (10 - 15 * time + 6 * time * time))
    }
}
