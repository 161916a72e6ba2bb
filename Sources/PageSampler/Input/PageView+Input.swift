internal import CWebKitGTK
public import EngineLink

// What a person would do to the page. Clicks and keys come to it as real
// events, by way of GTK; it cannot tell them from others.

extension PageView {
    /// Does a step, and waits until the page has taken it in.
    ///
    /// - Returns: Why it could not be done, as a sentence for a person;
    ///   `nil` if it was.
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
            recorder_press_button(widget, x, y, isDown ? 1 : 0)
            try await waitForInput()
        }
    }

    private func movePointer(to selector: String) async throws -> (x: Double, y: Double) {
        let answer = try await ask(InputScripts.middle(of: selector), about: selector)
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw PageStepError(message: answer) }
        guard isOpen else { return (0, 0) }
        recorder_move_pointer(widget, numbers[0], numbers[1])
        try await waitForInput()
        return (numbers[0], numbers[1])
    }

    private func press(_ key: PageKey) async throws {
        for isDown in [true, false] {
            guard isOpen else { return }
            recorder_press_key(widget, key.keyValue, isDown ? 1 : 0)
            try await waitForInput()
        }
    }

    /// Waits until the page has had the last event: what is asked of it comes
    /// behind that.
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
