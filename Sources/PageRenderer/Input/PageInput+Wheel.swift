internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

// Scrolling.

extension PageInput {
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
        // WebKit scrolls at the refresh after an event, by as much as the time between them allows.
        try await pacing.pass(until: pacing.refresh(notBefore: pacing.now).advanced(by: pacing.refreshInterval / 2))
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
            // WebKit passes wheel events on in another thread, so that a script may overtake them.
            _ = await view.clock?.settle()
            let seen = try await wheelEvents()
            // A frame with the pointer over it keeps its events to itself.
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
            let plan = try await insist { try await self.ask(InputScripts.plan(target, isCentered: true)) }
            let sides = try await ask(InputScripts.outline(of: target)).split(separator: " ").compactMap { Double($0) }
            if let distance = Double(plan) {
                try await glide(distance, over: length)
            } else if sides.count == 4 {
                try await scroll(by: (sides[1] + sides[3] - Double(view.options.size.height)) / 2, over: length)
            }
        }
        // The rest, such as in a smaller scroll container.
        try await insist { try await self.ask(InputScripts.scroll(to: target)) }
    }

    /// Scrolls to an element that is out of view, as a person would, if it is seen.
    func approach(_ target: PageTarget) async throws {
        guard display != nil else { return }
        let plan = try await ask(InputScripts.plan(target, isCentered: false)).split(separator: " ")
        if let distance = plan.first.flatMap({ Double($0) }) { try await glide(distance, over: nil) }
    }

    /// Scrolls what was planned, slowly at both ends and without wheel events.
    private func glide(_ distance: Double, over length: Duration?) async throws {
        let path = PointerPath(from: ViewPoint(x: 0, y: 0), to: ViewPoint(x: distance, y: 0), seed: 0)
        let begin = pacing.now
        var part = 0.0
        while part < 1 {
            try await pacing.passRefresh()
            part = min(1, begin.duration(to: pacing.now) / (length ?? path.duration))
            let way = part < 1 ? path.position(at: path.duration * part).x / distance : 1
            try await ask(InputScripts.glide(way))
        }
    }
}
