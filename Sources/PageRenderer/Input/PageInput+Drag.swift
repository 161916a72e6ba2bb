internal import CWebKitGTK
internal import EngineLink

// Dragging.

extension PageInput {
    /// The refreshes that a drag takes if nobody sees it.
    private static let dragLength = 12

    func drag(_ target: PageTarget, to end: PageStep.DragEnd, _ time: PageInstant) async throws {
        try await point(at: target, for: .click, time)
        guard let start = pointer else { return }
        let isNative = try await ask(DragScripts.begin(target)) == DragScripts.isDragged
        if isNative {
            showPress(isDown: true)
        } else {
            try await press(UInt32(GDK_BUTTON_PRIMARY), isDown: true, mayBeGone: false)
        }
        try await hold()
        // The end may move while things make room.
        var goal = try await place(of: end, from: start)
        let begin = pacing.now
        let length =
            display == nil
            ? pacing.refreshInterval * Self.dragLength : dragPath(from: start, to: goal).duration
        var part = 0.0
        while part < 1 {
            try await pacing.passToRefresh()
            goal = try await place(of: end, from: start)
            part = min(1, begin.duration(to: pacing.now) / length)
            var place = (x: start.x + (goal.x - start.x) * part, y: start.y + (goal.y - start.y) * part)
            if display != nil {
                let path = dragPath(from: start, to: goal)
                let point = path.position(at: path.duration * part)
                place = (point.x, point.y)
            }
            if isNative {
                pointer = place
                if let shape { show(shape) }
                try await ask(DragScripts.move(to: place))
            } else {
                try await movePointer(to: place)
            }
        }
        motions += 1
        try await hold()
        if isNative {
            try await ask(DragScripts.drop)
            showPress(isDown: false)
            // The page has not seen the pointer move.
            if view.isOpen, let pointer { try await movePointer(to: pointer) }
        } else {
            try await press(UInt32(GDK_BUTTON_PRIMARY), isDown: false, mayBeGone: true)
        }
    }

    /// How a hand drags, which is slower than it points.
    private func dragPath(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> PointerPath {
        PointerPath(
            from: ViewPoint(x: start.x, y: start.y), to: ViewPoint(x: end.x, y: end.y), seed: motions, speed: 0.8)
    }

    private func place(
        of end: PageStep.DragEnd, from start: (x: Double, y: Double)
    ) async throws -> (x: Double, y: Double) {
        switch end {
        case .offset(let x, let y): return (start.x + x, start.y + y)
        case .target(let target):
            let numbers = try await ask(InputScripts.center(of: target)).split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 2 else { throw ScriptError(message: "the page has been closed") }
            return (numbers[0], numbers[1])
        }
    }
}
