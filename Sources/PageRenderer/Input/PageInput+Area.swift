package import EngineLink
internal import Frames

// The part of the view that an element takes.

extension PageInput {
    /// Finds the pixels of an element that stands still, which is scrolled into view.
    ///
    /// - Parameter time: The earliest time; the element is looked at before.
    /// - Returns: The area in device pixels, or the reason for the failure as a sentence for users.
    package func area(
        of target: PageTarget, notBefore time: PageInstant
    ) async -> (area: StepPicture.Area?, reason: String?) {
        do {
            try await reveal(target)
            var last = try await outline(of: target)
            try await pacing.pass(until: max(time, pacing.now.advanced(by: pacing.refreshInterval)))
            let area = try await insist {
                let outline = try await self.outline(of: target)
                defer { last = outline }
                guard let outline, outline == last else { throw Failure(message: "\(target.title) moves.") }
                return try self.area(of: target, from: outline)
            }
            return (area, nil)
        } catch {
            return (nil, Self.reason(for: error))
        }
    }

    /// Converts an element's sides to whole pixels.
    private func area(of target: PageTarget, from outline: String) throws -> StepPicture.Area {
        let sides = outline.split(separator: " ").prefix(4).compactMap { Double($0) }
        guard sides.count == 4 else { throw ScriptError(message: "the page has been closed") }
        let view = view.options.size
        // Sides lie between pixels, and text may overhang by less than one.
        guard sides[0] > -1, sides[1] > -1, sides[2] < Double(view.width + 1), sides[3] < Double(view.height + 1) else {
            let (width, height) = (sides[2] - sides[0], sides[3] - sides[1])
            let isLarger = width > Double(view.width) || height > Double(view.height)
            let problem = isLarger ? "does not fit into the view" : "is not completely in the view"
            throw Failure(
                message: "\(target.title), of \(Int(width.rounded(.up)))x\(Int(height.rounded(.up))) CSS pixels, "
                    + "\(problem) of \(view).")
        }
        let box = ViewRect(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
        let rect = camera.place(of: box, at: pacing.now)
        let picture = camera.frameSize
        let frame = ViewRect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        guard frame.expanded(by: rect.width / max(1, box.width)).intersection(rect) == rect else {
            throw Failure(
                message: "\(target.title) is not completely in the picture: the camera shows another part of the page.")
        }
        guard let part = PixelRect(touchedBy: rect, in: (picture.width, picture.height)) else {
            throw Failure(message: "\(target.title) is not visible: it takes no space in the page.")
        }
        return StepPicture.Area(part)
    }
}
