internal import CWebKitGTK

// Whether the page's picture has to be composited, and what follows when not.

extension PageView {
    /// What the page as it stands needs to be composited for, for a person.
    ///
    /// - Returns: Nothing if painting it at once gives the same picture.
    public func compositingNeed() async -> String? { await need(.now) }

    /// What the page, its style sheets or its animations could ever need to
    /// be composited for; a script may still come up with more.
    public func possibleCompositingNeed() async -> String? { await need(.ever) }

    private func need(_ scope: RenderingScripts.Scope) async -> String? {
        do {
            let answer = try await evaluate(RenderingScripts.ask(scope))
            let need = answer.dropFirst()
            if !need.isEmpty { return String(need) }
            guard answer.first == "1" else { return nil }
            // Frames of other origins answer in tasks of their own.
            if let clock, await !clock.settle() { return nil }
            let framesNeed = try await evaluate(
                clock == nil ? RenderingScripts.answerLater : RenderingScripts.answer)
            return framesNeed.isEmpty ? nil : framesNeed
        } catch {
            // The document went away; its successor is asked in its turn.
            return nil
        }
    }

    /// Paints the page at once from now on, without layers; for good, since
    /// WebKit does not go back.
    ///
    /// WebKit notices when it next computes styles, drops the layers, and
    /// then lets the page render and paints all of it. So this is also one
    /// rendering update of the page.
    ///
    /// - Returns: Whether the page came to rest after it.
    func leaveLayers() async -> Bool {
        guard isOpen, isComposited else { return true }
        setComposited(false)
        _ = try? await evaluate(RenderingScripts.refreshStyle)
        guard let clock else { return true }
        guard await clock.settle() else { return false }
        // What WebKit sent before this answer has arrived with it.
        _ = try? await evaluate("return 0")
        return await clock.settle()
    }

    /// Paints the page at once from now on, on the real-time clock.
    public func stepDown() async { _ = await leaveLayers() }
}
