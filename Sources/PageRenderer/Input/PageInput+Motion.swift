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
            if cursor == nil { cursor = EngineCursor(of: view) { [weak self] in self?.cursorChanged() } }
            isOnWay = true
            defer { isOnWay = false }
            let begin = pacing.now
            while begin.duration(to: pacing.now) < path.duration {
                try await pacing.passToRefresh()
                let point = path.position(at: begin.duration(to: pacing.now))
                // A curve may leave the view.
                try movePointerOn(
                    to: (
                        min(max(point.x, 0), Double(size.width - 1)), min(max(point.y, 0), Double(size.height - 1))
                    ))
            }
        }
        if pointer.map({ $0 != place }) ?? true {
            try await movePointer(to: place)
        } else {
            // The way's last refresh brought it there, and the page may have answered with another shape since.
            show(found: Self.shape(try await ask(InputScripts.cursor(at: place))))
        }
    }

    /// Moves the pointer to a place of the view, in CSS pixels.
    func movePointer(to place: (x: Double, y: Double)) async throws {
        let script = display == nil ? "return ''" : InputScripts.cursor(at: place)
        let answer = try await send(then: script) { sendMotion(to: place) }
        guard display != nil else { return }
        show(found: Self.shape(answer))
    }

    /// Moves a pointer that is seen to a place on its way, in CSS pixels, and goes on without an answer.
    ///
    /// The page handles the motion before its time passes, and the engine chooses the pointer's shape then.
    private func movePointerOn(to place: (x: Double, y: Double)) throws {
        guard view.isOpen else { throw ScriptError(message: "the page has been closed") }
        view.stamp { sendMotion(to: place) }
        show(shape ?? .arrow)
        let now = pacing.now
        let isDue = shapeTime.map { $0.duration(to: now) >= Self.shapeInterval } ?? true
        guard isDue, let cursor, cursor.keyword == nil else { return }
        shapeTime = now
        view.startEvaluation(InputScripts.cursor(at: place)) { [weak self] outcome in
            // Another document is being loaded, or has no library yet; the end of the way asks again.
            guard let self, case .success(let answer) = outcome, answer != LocatorScripts.missing else { return }
            show(found: Self.shape(answer))
        }
    }

    /// Shows the shape that the engine has chosen for a pointer on its way.
    ///
    /// At rest it does not count: the engine hides the cursor while text is typed.
    private func cursorChanged() {
        guard isOnWay, let keyword = cursor?.keyword else { return }
        show(found: PointerShape.shape(forCursor: keyword))
    }

    /// Shows a shape that has just been found; `nil` if the page hides the pointer.
    private func show(found shape: PointerShape?) {
        (self.shape, shapeTime) = (.some(shape), pacing.now)
        show(shape)
    }

    private func sendMotion(to place: (x: Double, y: Double)) {
        pointer = place
        let zoom = view.options.scale.zoom
        unsafe recorder_move_pointer(
            view.widget, place.x * zoom, place.y * zoom, isPressed ? GDK_BUTTON1_MASK.rawValue : 0)
    }

    /// The shape in the answer of ``InputScripts/cursor(at:)``; `nil` if the page hides the pointer.
    private static func shape(_ answer: String) -> PointerShape? {
        PointerShape.shape(forCursor: String(answer.dropFirst(2)), isOverText: answer.first == "1")
    }

    /// How often the page is asked for the pointer's shape at most, because each time costs as much as a small picture.
    private static let shapeInterval = Duration.milliseconds(100)

    /// How long to wait before ``followPage()`` again: each time costs the page's clock a stop.
    package var followInterval: Duration {
        highlighted.isEmpty ? max(Self.shapeInterval, pacing.refreshInterval) : pacing.refreshInterval
    }

    /// Shows the pointer's shape and the highlights as they fit the page's last picture, if there is a new one.
    package func followPage() async {
        guard let display, display.isOld else { return }
        let now = pacing.now
        let isDue = shapeTime.map { $0.duration(to: now) >= Self.shapeInterval } ?? false
        // A shape that is not due is looked up later, also if the page has no other picture until then.
        if isDue || shape == nil { display.isOld = false }
        highlighted.removeAll { $0.end <= now }
        for (target, number, _) in highlighted {
            // An element that is gone is not framed.
            let outline = try? await ask(InputScripts.outline(of: target))
            display.moveHighlight(number, to: outline.flatMap(Self.box), at: now)
        }
        guard isDue, let pointer, let shape else { return }
        shapeTime = now
        do {
            let found = Self.shape(try await ask(InputScripts.cursor(at: pointer)))
            guard found != shape else { return }
            self.shape = .some(found)
            show(found)
        } catch {
            // Another document is being loaded; the next picture asks again.
        }
    }

    /// Shows the pointer where it is.
    func show(_ shape: PointerShape?) {
        guard let pointer else { return }
        display?.showPointer(
            OverlayState.Pointer(
                at: ViewPoint(x: pointer.x, y: pointer.y), shape: shape ?? .arrow, isPressed: isPressed),
            isHidden: shape == nil, at: pacing.now)
    }

    /// Frames an element, which is scrolled into view, where it is now.
    func highlight(_ target: PageTarget, for length: Duration) async throws {
        try await reveal(target)
        guard let box = Self.box(try await ask(InputScripts.outline(of: target))) else { return }
        guard let number = display?.showHighlight(box, from: pacing.now, for: length) else { return }
        highlighted.append((target, number, pacing.now.advanced(by: length)))
    }

    /// Moves the camera to an element that stands still, which is scrolled into view, or to what is around the pointer.
    func zoom(to target: PageTarget?, by factor: Double, over length: Duration) async throws {
        if let target {
            try await reveal(target)
            let isWhole = Self.box(try await ask(InputScripts.outline(of: target))).map(camera.isInView) ?? true
            if !isWhole { try await ask(InputScripts.scroll(to: target)) }
            var last: String?
            let box = try await insist {
                let outline = try await self.ask(InputScripts.outline(of: target))
                defer { last = outline }
                guard outline == last else { throw Failure(message: "\(target.title) moves.") }
                return Self.box(outline)
            }
            guard let box else { return }
            camera.move(to: box, zoom: factor, from: pacing.now, over: length)
        } else {
            camera.move(zoom: factor, from: pacing.now, over: length)
        }
        try await pacing.pass(for: length)
    }

    /// Waits until an element is visible, and scrolls it into view.
    func reveal(_ target: PageTarget) async throws {
        try await insist { try await self.ask(InputScripts.check(.state(target, .visible))) }
        try await ask(InputScripts.reveal(target))
    }

    /// The box of an outline; `nil` if the element begins to move.
    private static func box(_ outline: String) -> ViewRect? {
        let sides = outline.split(separator: " ").compactMap { Double($0) }
        guard sides.count == 4 else { return nil }
        return ViewRect(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
    }

    /// Keeps a button down for as long as a person does, if it is seen.
    func hold() async throws {
        if display != nil { try await pacing.pass(for: Self.holdTime) }
    }
}
