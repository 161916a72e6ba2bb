internal import CWebKitGTK

// Whether the page's picture has to be composited.

extension PageView {
    /// What the page as it stands needs to be composited for, for a person.
    ///
    /// - Returns: Nothing if painting it at once gives the same picture.
    public func compositingNeed() async -> String? { await need(.now) }

    /// What the page, its style sheets or its animations could ever need to
    /// be composited for; a script may still come up with more.
    public func possibleCompositingNeed() async -> String? { await need(.ever) }

    /// Asks what in the current page needs compositing, without waiting.
    ///
    /// The page answers before it becomes idle. Results from frames of other origins come with the
    /// next answer.
    ///
    /// - Parameter onNeed: Called on the main actor, only if something needs compositing.
    public func askForCompositingNeed(_ onNeed: @escaping @MainActor (String) -> Void) {
        startEvaluation(RenderingScripts.ask(.now)) { outcome in
            guard case .success(let answer) = outcome, answer.count > 1 else { return }
            onNeed(String(answer.dropFirst()))
        }
    }

    /// What frames of other origins have said since the page was asked; all
    /// answers to what was asked before have come by then.
    public func lateCompositingNeed() async -> String? {
        guard let need = try? await answer(to: RenderingScripts.answer), !need.isEmpty else { return nil }
        return need
    }

    private func need(_ scope: RenderingScripts.Scope) async -> String? {
        do {
            let answer = try await answer(to: RenderingScripts.ask(scope))
            let need = answer.dropFirst()
            if !need.isEmpty { return String(need) }
            guard answer.first == "1" else { return nil }
            // Frames of other origins answer in tasks of their own.
            if let clock, await !clock.settle() { return nil }
            let framesNeed = try await self.answer(
                to: clock == nil ? RenderingScripts.answerLater : RenderingScripts.answer)
            return framesNeed.isEmpty ? nil : framesNeed
        } catch {
            // The document went away; its successor is asked in its turn.
            return nil
        }
    }

    /// What a script comes to, also where time has to pass before the page can
    /// run it.
    func answer(to script: String) async throws(ScriptError) -> String {
        guard let clock else { return try await evaluate(script) }
        return try await clock.whileHelping { () async throws(ScriptError) in try await evaluate(script) }
    }
}
