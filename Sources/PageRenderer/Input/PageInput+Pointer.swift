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

    func press(_ button: UInt32, isDown: Bool, mayBeGone: Bool) async throws {
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
        showPress(isDown: isDown)
        try await send(isRelease: mayBeGone) { [view] in
            unsafe recorder_press_button(
                view.widget, pointer.x * zoom, pointer.y * zoom, button, isDown ? 1 : 0)
        }
    }

    /// Shows that a button is pressed or released.
    func showPress(isDown: Bool) {
        isPressed = isDown
        guard let pointer else { return }
        if isDown { display?.showClick(around: ViewPoint(x: pointer.x, y: pointer.y), at: pacing.now) }
        if let shape { show(shape) }
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
    func outline(of target: PageTarget) async throws -> String? {
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
        try await approach(target)
        var isThere = false
        for _ in 0...Self.mostMoves {
            // What the page did when the pointer came may have moved, covered or removed the element.
            let answer = try await ask(InputScripts.aim(at: target, for: action, pointer: isThere ? pointer : nil))
            let numbers = answer.split(separator: " ").compactMap { Double($0) }
            if isThere && numbers.isEmpty { return }
            guard numbers.count == 2 else { throw ScriptError(message: "the page has been closed") }
            // WebKit answers a motion at the next refresh. After two motions before it, a release would be late.
            if isThere { try await pacing.passRefresh() }
            try await travel(to: (numbers[0], numbers[1]))
            isThere = true
        }
        throw Failure(message: "\(target.title) moves away from the pointer.")
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
