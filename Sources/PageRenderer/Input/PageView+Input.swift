private import CPageHost
internal import CWebKitGTK
package import EngineLink
internal import Frames

// User input. Clicks and keys reach the page as real GTK events, which it cannot distinguish from a
// user's.

/// Why a step failed, as a sentence for users.
private struct PageStepError: Error {
    let message: String
}

extension PageView {
    /// Performs a step and waits until the page has handled it.
    ///
    /// - Returns: `nil` on success, or else the reason for the failure as a sentence for users.
    package func perform(_ action: PageStep.Action) async -> String? {
        do {
            switch action {
            case .click(let selector): try await click(selector)
            case .hover(let selector): try await movePointer(to: selector, for: .hover)
            case .scroll(let distance): try await ask(InputScripts.scroll(by: distance))
            case .scrollTo(let selector): try await ask(InputScripts.scroll(to: selector))
            case .type(let text, let selector):
                if let selector {
                    try await click(selector)
                    try await ask(InputScripts.expectFocus(after: selector))
                }
                for scalar in text.unicodeScalars { try await press(PageKey(scalar)) }
            case .press(let key): try await press(key)
            }
            return nil
        } catch let error as PageStepError {
            return error.message
        } catch {
            return "The page was gone before the step was done."
        }
    }

    private func click(_ selector: String) async throws {
        let (x, y) = try await movePointer(to: selector, for: .click)
        hasOpenList = false
        try await send { isDown in unsafe recorder_press_button(widget, x, y, isDown ? 1 : 0) }
    }

    private func press(_ key: PageKey) async throws {
        if hasOpenList, key.leavesList {
            hasOpenList = false
            return
        }
        try await send { isDown in unsafe recorder_press_key(widget, key.keyValue, isDown ? 1 : 0) }
    }

    /// Presses something down and releases it.
    private func send(_ event: (_ isDown: Bool) -> Void) async throws {
        guard isOpen else { throw Self.isClosed }
        stamp { event(true) }
        try await waitForInput()
        guard isOpen else { throw Self.isClosed }
        stamp { event(false) }
        // What this did may have replaced the page.
        try? await waitForInput()
    }

    /// Sends an event with the page's time as its time stamp.
    private func stamp(_ event: () -> Void) {
        guard let clock else { return event() }
        // WebKit subtracts the page's clock again, in a floating-point number that resolves 0.24 µs,
        // and rounds the difference down.
        event_times_set(clock.shared.wallTime + 0.000_001, clock.shared.monotonicTime + 0.000_001)
        event()
        event_times_set(0, 0)
    }

    /// How often the pointer follows an element that moves away from it.
    private static let mostMoves = 5

    /// Moves the pointer to an element, and checks that the element gets its events there.
    ///
    /// - Returns: Where the pointer is, in the screen's pixels.
    @discardableResult
    private func movePointer(
        to selector: String, for action: InputScripts.PointerAction
    ) async throws -> (x: Double, y: Double) {
        var pointer: (x: Double, y: Double)?
        for _ in 0...Self.mostMoves {
            // What the page did when the pointer came may have moved, covered or removed the element.
            let answer = try await ask(InputScripts.aim(at: selector, for: action, pointer: pointer))
            let numbers = answer.split(separator: " ").compactMap { Double($0) }
            // From CSS pixels to the screen's.
            let zoom = options.scale.zoom
            if let pointer, numbers.isEmpty { return (pointer.x * zoom, pointer.y * zoom) }
            guard isOpen, numbers.count == 2 else { throw Self.isClosed }
            pointer = (numbers[0], numbers[1])
            stamp { unsafe recorder_move_pointer(widget, numbers[0] * zoom, numbers[1] * zoom) }
            try await waitForInput()
        }
        throw PageStepError(message: "\(selector) moves away from the pointer.")
    }

    /// Waits until the page has received the last event.
    ///
    /// A script that is sent now arrives after that event.
    private func waitForInput() async throws { try await ask("return ''") }

    private static let isClosed = ScriptError(message: "the page has been closed")

    /// Runs a script of ``InputScripts``.
    ///
    /// - Throws: ``PageStepError`` with the script's reason, or ``ScriptError`` if the page is gone.
    @discardableResult
    private func ask(_ script: String) async throws -> String {
        let answer = try await self.answer(to: script)
        if answer.first == InputScripts.failure { throw PageStepError(message: String(answer.dropFirst())) }
        return answer
    }
}

extension PageKey {
    /// The X11 keysym of the key (X11 protocol, appendix A).
    var keyValue: UInt32 {
        switch identity {
        case .named(let name): unsafe gdk_keyval_from_name(name)
        case .typing(let character): gdk_unicode_to_keyval(character)
        }
    }

    /// Whether the key leaves the open list of a `<select>`.
    var leavesList: Bool {
        switch identity {
        case .named(let name): ["Return", "Escape", "space"].contains(name)
        case .typing: false
        }
    }
}
