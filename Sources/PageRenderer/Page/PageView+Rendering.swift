internal import CWebKitGTK

// Detects whether the page must be composited.

extension PageView {
    /// Describes why the page in its current state must be composited, for users.
    ///
    /// - Returns: `nil` if painting it directly gives the same picture.
    public func compositingNeed() async -> String? { await need(.now) }

    /// Describes why the page, its style sheets or its animations could ever need compositing.
    ///
    /// Scripts may still add reasons.
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

    /// The results from frames of other origins since the last query.
    ///
    /// All earlier answers have arrived by then.
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
            // Frames of other origins answer in separate tasks.
            if let clock, await !clock.settle() { return nil }
            let framesNeed = try await self.answer(
                to: clock == nil ? RenderingScripts.answerLater : RenderingScripts.answer)
            return framesNeed.isEmpty ? nil : framesNeed
        } catch {
            // The document was replaced; its successor is queried separately.
            return nil
        }
    }

    /// Returns a script's result, advancing time if the page needs that to run it.
    func answer(to script: String) async throws(ScriptError) -> String {
        guard let clock else { return try await evaluate(script) }
        return try await clock.whileHelping { () async throws(ScriptError) in try await evaluate(script) }
    }
}
