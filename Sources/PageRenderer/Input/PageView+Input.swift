internal import CWebKitGTK
public import EngineLink
internal import Frames

// User input. Clicks and keys reach the page as real GTK events, which it cannot distinguish from a
// user's.

extension PageView {
    /// Performs a step and waits until the page has handled it.
    ///
    /// - Returns: `nil` on success, or else the reason for the failure as a sentence for users.
    public func perform(_ action: PageStep.Action) async -> String? {
        do {
            switch action {
            case .click(let selector): try await click(selector)
            case .hover(let selector): _ = try await movePointer(to: selector)
            case .scroll(let distance): try await ask("scrollBy({top: \(distance), behavior: 'instant'})", about: nil)
            case .scrollTo(let selector): try await ask(InputScripts.scroll(to: selector), about: selector)
            case .type(let text, let selector):
                if let selector { try await click(selector) }
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
        let (x, y) = try await movePointer(to: selector)
        for isDown in [true, false] {
            guard isOpen else { return }
            unsafe recorder_press_button(widget, x, y, isDown ? 1 : 0)
            try await waitForInput()
        }
    }

    private func movePointer(to selector: String) async throws -> (x: Double, y: Double) {
        let answer = try await ask(InputScripts.middle(of: selector), about: selector)
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw PageStepError(message: answer) }
        guard isOpen else { return (0, 0) }
        // From CSS pixels to the screen's.
        let (x, y) = (numbers[0] * options.scale.zoom, numbers[1] * options.scale.zoom)
        unsafe recorder_move_pointer(widget, x, y)
        try await waitForInput()
        return (x, y)
    }

    private func press(_ key: PageKey) async throws {
        for isDown in [true, false] {
            guard isOpen else { return }
            unsafe recorder_press_key(widget, key.keyValue, isDown ? 1 : 0)
            try await waitForInput()
        }
    }

    /// Waits until the page has received the last event.
    ///
    /// A script that is sent now arrives after that event.
    private func waitForInput() async throws { try await ask("return ''", about: nil) }

    @discardableResult
    private func ask(_ script: String, about selector: String?) async throws -> String {
        do {
            return try await answer(to: script)
        } catch {
            guard error.message.contains("SyntaxError") else { throw error }
            throw PageStepError(message: "\(selector ?? "") is not a CSS selector.")
        }
    }
}
