package import EngineLink
package import Frames

// The part of the view that an element takes now.

extension PageView {
    /// Finds the pixels of the first element that matches a selector, as far as they are in the view.
    ///
    /// - Parameters:
    ///   - size: The size of the picture.
    ///   - time: The page's time, for messages.
    /// - Returns: The area; `nil` if the document was replaced.
    /// - Throws: `invalidPlan` for an invalid selector, or if no element matches or it is not in the view.
    package func area(
        of selector: String, in size: PixelSize, at time: Duration
    ) async throws(PageError) -> StepPicture.Area? {
        let answer: String
        do {
            answer = try await evaluate(PageScripts.outline(of: selector))
        } catch  where error.message.contains("SyntaxError") {
            throw PageError(
                .invalidPlan,
                "'\(selector)' is not a CSS selector (--selector). Write '#chart', '.ready' or 'main > img'.")
        } catch {
            return nil
        }
        let sides = answer.split(separator: " ").compactMap { Double($0) }
        guard sides.count == 4 else {
            throw PageError(.invalidPlan, "No element matches --selector '\(selector)' at \(time.preciseText).")
        }
        let scale = Double(size.width) / Double(options.size.width)
        let rect = ViewRect(
            x: sides[0] * scale, y: sides[1] * scale, width: (sides[2] - sides[0]) * scale,
            height: (sides[3] - sides[1]) * scale)
        guard rect.width > 0, rect.height > 0, let part = PixelRect(touchedBy: rect, in: (size.width, size.height))
        else {
            throw PageError(
                .invalidPlan,
                "The element of --selector '\(selector)' is not in the view at \(time.preciseText). Choose a larger --size, "
                    + "or let a step scroll to it.")
        }
        return StepPicture.Area(part)
    }
}

extension StepPicture.Area {
    /// The part of a picture with these pixels.
    init(_ rect: PixelRect) {
        let size = PixelSize(width: rect.right - rect.left, height: rect.bottom - rect.top)
        self.init(x: rect.left, y: rect.top, size: size)
    }
}
