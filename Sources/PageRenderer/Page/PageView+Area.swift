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
            answer = try await self.answer(to: PageScripts.outline(of: selector))
        } catch  where error.message.contains("SyntaxError") {
            throw Self.invalid(selector, of: "--selector")
        } catch {
            return nil
        }
        guard !answer.isEmpty else {
            throw PageError(.invalidPlan, "No element matches --selector '\(selector)' at \(time.preciseText).")
        }
        guard let area = area(within: answer, in: size) else {
            throw PageError(
                .invalidPlan,
                "The element of --selector '\(selector)' is not in the view at \(time.preciseText). Choose a larger --size, "
                    + "or let a step scroll to it.")
        }
        return area
    }

    /// How much of the page is below the view, in CSS pixels; 0 if the document was replaced.
    package func hiddenHeight() async -> Int {
        // A document that is gone has no picture either.
        let answer = try? await self.answer(to: PageScripts.hiddenHeight)
        return answer.flatMap { Double($0) }.map { Int(min(max(0, $0), 1e9)) } ?? 0
    }

    /// The most elements of one selector that are left out of comparisons.
    private static let mostElements = 1000

    /// Finds the pixels of all elements that match a selector, as far as they are in the view.
    ///
    /// - Parameters:
    ///   - size: The size of the picture.
    ///   - time: The page's time, for messages.
    /// - Returns: The areas, and the number of elements; `nil` if the document was replaced.
    /// - Throws: `invalidPlan` for an invalid selector, or if too many elements match.
    package func areas(
        of selector: String, in size: PixelSize, at time: Duration
    ) async throws(PageError) -> (areas: [StepPicture.Area], count: Int)? {
        let answer: String
        do {
            answer = try await self.answer(to: PageScripts.outlines(of: selector, most: Self.mostElements))
        } catch  where error.message.contains("SyntaxError") {
            throw Self.invalid(selector, of: "--ignore")
        } catch {
            return nil
        }
        let lines = answer.split(separator: "\n")
        guard let count = lines.first.flatMap({ Int($0) }) else { return nil }
        guard count <= Self.mostElements else {
            throw PageError(
                .invalidPlan,
                "--ignore '\(selector)' matches \(count) elements at \(time.preciseText), more than \(Self.mostElements). "
                    + "Choose the element that contains them.")
        }
        return (lines.dropFirst().compactMap { area(within: String($0), in: size) }, count)
    }

    private static func invalid(_ selector: String, of option: String) -> PageError {
        PageError(
            .invalidPlan, "'\(selector)' is not a CSS selector (\(option)). Write '#chart', '.ready' or 'main > img'.")
    }

    /// Converts an element's sides, in CSS pixels, to pixels of a picture; `nil` if it takes no space there.
    private func area(within sides: String, in size: PixelSize) -> StepPicture.Area? {
        let sides = sides.split(separator: " ").compactMap { Double($0) }
        guard sides.count == 4 else { return nil }
        let scale = Double(size.width) / Double(options.size.width)
        let rect = ViewRect(
            x: sides[0] * scale, y: sides[1] * scale, width: (sides[2] - sides[0]) * scale,
            height: (sides[3] - sides[1]) * scale)
        guard rect.width > 0, rect.height > 0 else { return nil }
        return PixelRect(touchedBy: rect, in: (size.width, size.height)).map { StepPicture.Area($0) }
    }
}

extension StepPicture.Area {
    /// The part of a picture with these pixels.
    init(_ rect: PixelRect) {
        let size = PixelSize(width: rect.right - rect.left, height: rect.bottom - rect.top)
        self.init(x: rect.left, y: rect.top, size: size)
    }
}
