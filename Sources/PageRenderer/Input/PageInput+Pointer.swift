internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

// The pointer: clicks, drags, the wheel, and the fields that need a click.

extension PageInput {
    func click(_ target: PageTarget, _ kind: PageStep.Click, _ time: PageInstant) async throws {
        try await point(at: target, for: .click, time)
        view.hasOpenList = false
        let button = UInt32(kind == .secondary ? GDK_BUTTON_SECONDARY : GDK_BUTTON_PRIMARY)
        for number in 1...(kind == .double ? 2 : 1) {
            // Only the first press knows that the page is there.
            try await press(button, isDown: true, mayBeGone: number > 1)
            try await hold()
            // WebKit keeps a release from the page until it knows that no menu is open.
            if kind == .secondary { try await pacing.passRefresh() }
            try await press(button, isDown: false, mayBeGone: true)
        }
    }

    private func press(_ button: UInt32, isDown: Bool, mayBeGone: Bool) async throws {
        guard let pointer else { return }
        let zoom = view.options.scale.zoom
        if isDown {
            // WebKit would compare the machine's times, which have nothing to do with the page's.
            let isRepeated = lastPress.map {
                $0.button == button && hypot($0.place.x - pointer.x, $0.place.y - pointer.y) <= Self.doubleClickDistance
                    && $0.time.duration(to: pacing.now) < Self.doubleClickTime
            }
            let time = isRepeated == true ? Int32.max / 2 : 0
            unsafe recorder_set_integer(gtk_settings_get_default(), "gtk-double-click-time", time)
            lastPress = (button, pointer, pacing.now)
        }
        if isDown { display?.showClick(around: ViewPoint(x: pointer.x, y: pointer.y), at: pacing.now) }
        showButton(isDown: isDown)
        try await send(isRelease: mayBeGone) { [view] in
            unsafe recorder_press_button(
                view.widget, pointer.x * zoom, pointer.y * zoom, button, isDown ? 1 : 0)
        }
    }

    /// Shows the pointer where it is, with its button held down or not.
    private func showButton(isDown: Bool) {
        isPressed = isDown
        if let shape { show(shape) }
    }

    /// Clicks an element and checks that a text can then be typed.
    func focus(_ target: PageTarget, _ time: PageInstant) async throws {
        try await click(target, .single, time)
        try await ask(InputScripts.expectFocus(after: target))
    }

    /// Clicks a checkbox unless it is in the wanted state.
    func check(_ target: PageTarget, _ isChecked: Bool, _ time: PageInstant) async throws {
        let wanted = "\(isChecked)"
        try await pacing.pass(until: time)
        if try await insist({ try await self.ask(InputScripts.isChecked(target)) }) == wanted { return }
        try await click(target, .single, pacing.now)
        try await insist {
            guard try await self.ask(InputScripts.isChecked(target)) != wanted else { return }
            throw Failure(message: "A click did not \(isChecked ? "check" : "uncheck") \(target.title).")
        }
    }

    func upload(_ files: [String], into target: PageTarget) async throws {
        view.filesToChoose = files
        defer { view.filesToChoose = [] }
        let script = InputScripts.openFileChooser(of: target, count: files.count)
        try await insist { try await self.askAsUser(script) }
        try await insist {
            guard !self.view.filesToChoose.isEmpty else { return }
            throw Failure(message: "\(target.title) did not ask for files.")
        }
        // The page is told of its files after the answer.
        try await ask("return ''")
    }

    private func askAsUser(_ script: String) async throws {
        let answer = try await view.answerAsUser(to: script)
        guard answer.first == InputScripts.failure else { return }
        let isFinal = answer.dropFirst().first == InputScripts.failure
        throw Failure(message: String(answer.dropFirst(isFinal ? 2 : 1)), isFinal: isFinal)
    }

    /// Two clicks are a double click within this time and distance, in CSS pixels: GTK's defaults.
    private static let doubleClickTime = Duration.milliseconds(400)
    private static let doubleClickDistance = 5.0

    // MARK: Aiming

    /// How often the pointer follows an element that moves away from it.
    private static let mostMoves = 5

    /// Moves the pointer to an element that stands still and can be used, at a time or later.
    func point(at target: PageTarget, for action: InputScripts.PointerAction, _ time: PageInstant) async throws {
        // An element stands still if it is at the same place at two refreshes.
        var last = try await outline(of: target)
        try await pacing.pass(until: max(time, pacing.now.advanced(by: last == nil ? .zero : pacing.refreshInterval)))
        try await insist {
            let outline = try await self.outline(of: target)
            defer { last = outline }
            // Without an outline, aiming says why.
            if let outline, outline != last {
                // The reasons why it cannot be used come first.
                _ = try await self.ask(InputScripts.aim(at: target, for: action, pointer: nil))
                throw Failure(message: "\(target.title) moves.")
            }
            try await self.aim(at: target, for: action)
        }
    }

    /// Where an element is, as text; `nil` if it cannot be found now.
    private func outline(of target: PageTarget) async throws -> String? {
        do {
            return try await ask(InputScripts.outline(of: target))
        } catch let failure as Failure {
            if failure.isFinal { throw failure }
            return nil
        } catch is ScriptError {
            // Another document replaces the page's.
            return nil
        }
    }

    /// Moves the pointer to an element, and checks that the element gets its events there.
    private func aim(at target: PageTarget, for action: InputScripts.PointerAction) async throws {
        var isThere = false
        for _ in 0...Self.mostMoves {
            // What the page did when the pointer came may have moved, covered or removed the element.
            let answer = try await ask(InputScripts.aim(at: target, for: action, pointer: isThere ? pointer : nil))
            let numbers = answer.split(separator: " ").compactMap { Double($0) }
            if isThere && numbers.isEmpty { return }
            guard numbers.count == 2 else { throw ScriptError(message: "the page has been closed") }
            try await travel(to: (numbers[0], numbers[1]))
            isThere = true
        }
        throw Failure(message: "\(target.title) moves away from the pointer.")
    }

    // MARK: Dragging

    /// The refreshes that a drag takes.
    private static let dragLength = 12

    func drag(_ target: PageTarget, to end: PageStep.DragEnd, _ time: PageInstant) async throws {
        try await point(at: target, for: .click, time)
        guard let start = pointer else { return }
        let isNative = try await ask(DragScripts.begin(target)) == DragScripts.isDragged
        if isNative {
            showButton(isDown: true)
        } else {
            try await press(UInt32(GDK_BUTTON_PRIMARY), isDown: true, mayBeGone: false)
        }
        var place = start
        for number in 1...Self.dragLength {
            try await pacing.passRefresh()
            // The end may move while things make room.
            let goal = try await self.place(of: end, from: start)
            let part = 1 / Double(Self.dragLength + 1 - number)
            place = (place.x + (goal.x - place.x) * part, place.y + (goal.y - place.y) * part)
            if isNative {
                pointer = place
                showButton(isDown: true)
                try await ask(DragScripts.move(to: place))
            } else {
                try await movePointer(to: place)
            }
        }
        if isNative {
            try await ask(DragScripts.drop(at: place))
            showButton(isDown: false)
        } else {
            try await press(UInt32(GDK_BUTTON_PRIMARY), isDown: false, mayBeGone: true)
        }
    }

    private func place(
        of end: PageStep.DragEnd, from start: (x: Double, y: Double)
    ) async throws -> (x: Double, y: Double) {
        switch end {
        case .offset(let x, let y): return (start.x + x, start.y + y)
        case .target(let target):
            let sides = try await ask(InputScripts.outline(of: target)).split(separator: " ").compactMap { Double($0) }
            guard sides.count == 4 else { throw ScriptError(message: "the page has been closed") }
            return ((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2)
        }
    }

    // MARK: The wheel

    /// How long the page may go on scrolling after the last wheel event.
    private static let longestGlide = Duration.seconds(1)

    /// By how many CSS pixels rounded events may miss their goal.
    private static let mostRounding = 4

    /// Scrolls what is under the pointer, with wheel events whose distances add up.
    func scroll(by distance: Double, over length: Duration) async throws {
        let size = view.options.size
        let place = pointer ?? (Double(size.width) / 2, Double(size.height) / 2)
        // The pixels of a line (Scrollbar::pixelsPerLineStep) differ between versions, and are measured.
        var lineLength = pow(Double(size.height), 2.0 / 3)
        var (lines, events) = (0.0, 0)
        _ = try await wheelEvents()
        let start = pacing.now
        let top = try await ask("return scrollY")
        var part = 0.0
        while part < 1 {
            try await pacing.passRefresh()
            part = min(1, start.duration(to: pacing.now) / max(length, pacing.refreshInterval))
            // Slow at both ends.
            let wanted = distance * part * part * (3 - 2 * part) / lineLength
            try await turnWheel(by: wanted - lines, at: place)
            (lines, events) = (wanted, events + 1)
            let seen = try await wheelEvents()
            // WebKit may deliver them later, and a frame with the pointer over it keeps its events to itself.
            if seen.count == events, seen.distance != 0 { lineLength = abs(seen.distance / lines) }
        }
        let end = pacing.now
        var last = try await ask("return `${scrollX} ${scrollY}`")
        while end.duration(to: pacing.now) < Self.longestGlide {
            try await pacing.passRefresh()
            let now = try await ask("return `${scrollX} ${scrollY}`")
            if now == last { break }
            last = now
        }
        // WebKit rounds on the way. A page that scrolled something else is left as it is.
        try await ask(
            """
            globalThis.pagereelWheel?.stop();
            const rest = \(top) + \(distance) - scrollY;
            if (Math.abs(rest) < \(Self.mostRounding)) scrollBy({top: rest, behavior: 'instant'});
            return '';
            """)
    }

    /// The number of all wheel events that the page has got since the first call, and their distance in CSS pixels.
    private func wheelEvents() async throws -> (count: Int, distance: Double) {
        let answer = try await ask(
            """
            globalThis.pagereelWheel ??= (() => {
                const wheel = {
                    count: 0, distance: 0, note: event => { wheel.count++; wheel.distance += event.deltaY; },
                    stop: () => {
                        removeEventListener('wheel', wheel.note, true);
                        delete globalThis.pagereelWheel;
                    }};
                addEventListener('wheel', wheel.note, {capture: true, passive: true});
                return wheel;
            })();
            return `${pagereelWheel.count} ${pagereelWheel.distance}`;
            """
        ).split(separator: " ")
        return (answer.first.flatMap { Int($0) } ?? 0, answer.last.flatMap { Double($0) } ?? 0)
    }

    private func turnWheel(by lines: Double, at place: (x: Double, y: Double)) async throws {
        let zoom = view.options.scale.zoom
        try await send { [view] in
            unsafe recorder_turn_wheel(view.widget, place.x * zoom, place.y * zoom, lines)
        }
    }

    /// Scrolls until an element is centered, as far as the page allows.
    func scroll(to target: PageTarget, over length: Duration?) async throws {
        if let length {
            let sides = try await insist { try await self.ask(InputScripts.outline(of: target)) }
                .split(separator: " ").compactMap { Double($0) }
            if sides.count == 4 {
                try await scroll(by: (sides[1] + sides[3] - Double(view.options.size.height)) / 2, over: length)
            }
        }
        // The rest, such as in a smaller scroll container.
        try await insist { try await self.ask(InputScripts.scroll(to: target)) }
    }

    // MARK: Documents

    /// Loads another document, and waits until it begins to arrive.
    func goTo(_ address: String) async throws {
        let before = view.documentCount
        try await ask(
            """
            const address = \(PageScripts.literal(address));
            try { new URL(address, location); } catch { return `!!'${address}' is not an address.`; }
            location.assign(address);
            return '';
            """)
        try await insist {
            guard self.view.documentCount == before else { return }
            throw Failure(message: "No document came from \(address).")
        }
    }
}
