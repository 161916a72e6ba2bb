internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

// The pointer's motion, and what viewers see of it.

extension PageInput {
    /// For how long a person holds a button down.
    private static let holdTime = Duration.milliseconds(80)

    /// Brings the pointer to a place of the view, in CSS pixels: at once, or as a hand would if it is seen.
    func travel(to place: (x: Double, y: Double)) async throws {
        guard display != nil else { return try await movePointer(to: place) }
        let size = view.options.size
        let start = pointer ?? (Double(size.width) / 2, Double(size.height) * 0.8)
        if hypot(place.x - start.x, place.y - start.y) > 1 {
            let path = PointerPath(
                from: ViewPoint(x: start.x, y: start.y), to: ViewPoint(x: place.x, y: place.y), seed: motions)
            motions += 1
            if pointer == nil { try await movePointer(to: start) }
            let begin = pacing.now
            while begin.duration(to: pacing.now) < path.duration {
                try await pacing.passRefresh()
                let point = path.position(at: begin.duration(to: pacing.now))
                // A curve may leave the view.
                try await movePointer(
                    to: (
                        min(max(point.x, 0), Double(size.width - 1)), min(max(point.y, 0), Double(size.height - 1))
                    ))
            }
        }
        if pointer.map({ $0 != place }) ?? true { try await movePointer(to: place) }
    }

    /// Moves the pointer to a place of the view, in CSS pixels.
    func movePointer(to place: (x: Double, y: Double), isPressed: Bool = false) async throws {
        pointer = place
        let zoom = view.options.scale.zoom
        try await send { [view] in
            unsafe recorder_move_pointer(
                view.widget, place.x * zoom, place.y * zoom, isPressed ? GDK_BUTTON1_MASK.rawValue : 0)
        }
        guard display != nil else { return }
        let answer = try await ask(InputScripts.cursor(at: place))
        let found = PointerShape.shape(forCursor: String(answer.dropFirst(2)), isOverText: answer.first == "1")
        shape = .some(found)
        show(found, isPressed: isPressed)
    }

    /// Shows the pointer where it is.
    func show(_ shape: PointerShape?, isPressed: Bool) {
        guard let pointer else { return }
        display?.showPointer(
            shape.map {
                OverlayState.Pointer(at: ViewPoint(x: pointer.x, y: pointer.y), shape: $0, isPressed: isPressed)
            }, at: pacing.now)
    }

    /// Frames an element, which is scrolled into view, where it is now.
    func highlight(_ target: PageTarget, for length: Duration) async throws {
        try await insist { try await self.ask(InputScripts.check(.state(target, .visible))) }
        try await ask(InputScripts.reveal(target))
        let sides = try await ask(InputScripts.outline(of: target)).split(separator: " ").compactMap { Double($0) }
        guard sides.count == 4 else { return }
        display?.showHighlight(
            ViewRect(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1]),
            from: pacing.now,
            for: length)
    }

    /// Keeps a button down for as long as a person does, if it is seen.
    func hold() async throws {
        if display != nil { try await pacing.pass(for: Self.holdTime) }
    }
}
