internal import CGIO
internal import CWebKitGTK
package import EngineLink
private import FoundationEssentials

// Scripts in an isolated world: the page's scripts can neither see them nor change their results.

extension PageView {
    /// Runs the body of an async function in the recorder's isolated world.
    ///
    /// - Parameter body: JavaScript; it may await and return.
    /// - Returns: The result as text.
    /// - Throws: ``ScriptError`` if the script failed or its document was replaced.
    func evaluate(_ body: String) async throws(ScriptError) -> String {
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<String, ScriptError>, Never>) in
            startEvaluation(body) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    /// Sends a script to the page without waiting.
    ///
    /// - Parameter onAnswer: Called once, on the main actor.
    func startEvaluation(_ body: String, onAnswer: @escaping @MainActor (Result<String, ScriptError>) -> Void) {
        guard isOpen else { return onAnswer(.failure(ScriptError(message: "the page has been closed"))) }
        if scriptRunner.start(body, onAnswer: onAnswer) { return }
        unsafe webkit_web_view_call_async_javascript_function(
            webView, body, -1, nil, PageScripts.world, nil, nil, finishEvaluation,
            CallbackBox<ScriptAnswer>.retain(onAnswer))
    }

    /// Starts the body of an async function among the page's own scripts, as if the user had asked for it.
    ///
    /// - Returns: Its result, which may need the page's time to pass; see ``settle(_:)``.
    func startInPage(_ body: String) -> PageScriptResult {
        let result = PageScriptResult()
        unsafe start(asUser: body, in: nil) { result.outcome = $0 }
        return result
    }

    /// Waits until a script of the page has ended, or needs the page's time to pass or something of the network.
    func settle(_ result: PageScriptResult) async {
        // A script that does not wait has answered before this one. It waits for its own tasks at most.
        for isLate in [false, true] {
            if isLate, let clock, await !clock.settle() { return endHung() }
            // A page that is gone has no result, either.
            _ = try? await unsafe answer(asUser: "", in: nil)
            if result.outcome != nil { return }
        }
    }

    /// Runs a script in the recorder's world as if the user had asked for it, which removes a page's permission to do
    /// what needs a click.
    func answerAsUser(to body: String) async throws(ScriptError) -> String {
        try await unsafe answer(asUser: body, in: PageScripts.world)
    }

    private func answer(asUser body: String, in world: UnsafePointer<CChar>?) async throws(ScriptError) -> String {
        guard let clock else { return try await unsafe evaluate(asUser: body, in: world) }
        return try await clock.whileHelping({ () async throws(ScriptError) in
            try await unsafe evaluate(asUser: body, in: world)
        }) { [weak self] in self?.endHung() }
    }

    /// Ends a page that does not answer, whose answer something waits for.
    private func endHung() {
        // Closing the page ends the wait, too.
        guard isOpen else { return }
        report(.hung)
        terminate()
    }

    private func evaluate(asUser body: String, in world: UnsafePointer<CChar>?) async throws(ScriptError) -> String {
        let outcome = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<String, ScriptError>, Never>) in
            unsafe start(asUser: body, in: world) { continuation.resume(returning: $0) }
        }
        return try outcome.get()
    }

    private func start(asUser body: String, in world: UnsafePointer<CChar>?, onAnswer: @escaping ScriptAnswer) {
        guard isOpen else { return onAnswer(.failure(ScriptError(message: "the page has been closed"))) }
        unsafe webkit_web_view_call_async_javascript_function(
            webView, body, -1, nil, world, nil, nil, finishEvaluation, CallbackBox<ScriptAnswer>.retain(onAnswer))
    }

    /// Waits until an element matches a selector.
    ///
    /// - Returns: Whether an element matched; `false` if the document was replaced before.
    /// - Throws: `invalidPlan` if the selector is not valid CSS.
    package func waitForElement(_ selector: String) async throws(PageError) -> Bool {
        do {
            _ = try await evaluate(PageScripts.waitForElement(selector))
            return true
        } catch  where error.message.contains("SyntaxError") {
            throw PageError(
                .invalidPlan,
                "'\(selector)' is not a CSS selector (--wait-for). Write '#chart', '.ready' or 'main > img'.")
        } catch {
            return false
        }
    }

    /// How often to wait for rendering updates before the first picture: about 1 s.
    private static let mostUpdates = 30

    /// Waits until the page's fonts have loaded and its current state has been painted.
    ///
    /// - Returns: Whether that succeeded; `false` if the document was replaced before.
    package func waitForPicture() async -> Bool {
        do {
            _ = try await evaluate(PageScripts.waitForPicture)
            // The picture follows within some rendering updates. A page without content may never
            // have one.
            for _ in 0..<Self.mostUpdates {
                // An answer overtakes what the page paints in the same update; a second one follows it.
                if !hasPicture { _ = try await evaluate("") }
                if hasPicture { break }
                _ = try await evaluate(PageScripts.waitForPicture)
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: Whether the page must be composited

    /// Describes why the page in its current state must be composited, for users.
    ///
    /// - Returns: `nil` if painting it directly gives the same picture.
    package func compositingNeed() async -> String? { await need(.now) }

    /// Describes why the page, its style sheets or its animations could ever need compositing.
    ///
    /// Scripts may still add reasons.
    package func possibleCompositingNeed() async -> String? { await need(.ever) }

    /// Asks what in the current page needs compositing, without waiting.
    ///
    /// The page answers before it becomes idle. Results from frames of other origins come with the
    /// next answer.
    ///
    /// - Parameter onNeed: Called on the main actor, only if something needs compositing.
    package func askForCompositingNeed(_ onNeed: @escaping @MainActor (String) -> Void) {
        startEvaluation(RenderingScripts.ask(.now)) { outcome in
            guard case .success(let answer) = outcome, answer.count > 1 else { return }
            onNeed(String(answer.dropFirst()))
        }
    }

    /// The results from frames of other origins since the last query.
    ///
    /// All earlier answers have arrived by then.
    package func lateCompositingNeed() async -> String? {
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
        return try await clock.whileHelping({ () async throws(ScriptError) in try await evaluate(script) }) {
            [weak self] in self?.endHung()
        }
    }
}

/// Why a script failed, as WebKit describes it.
struct ScriptError: Error {
    let message: String
}

/// The result of a script that was started among a page's own.
@MainActor
final class PageScriptResult {
    /// What the script returned, as text, or why it failed; `nil` before.
    fileprivate(set) var outcome: Result<String, ScriptError>?
}

/// Receives a script's result.
typealias ScriptAnswer = @MainActor (Result<String, ScriptError>) -> Void

private func finishEvaluation(
    object: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?
) {
    var error: UnsafeMutablePointer<GError>?
    let value = unsafe webkit_web_view_call_async_javascript_function_finish(recorder_web_view(object), result, &error)
    let outcome: Result<String, ScriptError>
    if let value = unsafe value {
        let text = unsafe jsc_value_to_string(value)
        outcome = unsafe .success(text.map { unsafe String(cString: $0) } ?? "")
        unsafe g_free(text)
        unsafe g_object_unref(value)
    } else {
        outcome = unsafe .failure(
            ScriptError(message: error?.pointee.message.map { unsafe String(cString: $0) } ?? "no answer"))
        unsafe g_clear_error(&error)
    }
    let answer = unsafe CallbackBox<ScriptAnswer>.take(context)
    MainActor.assumeIsolated { answer?(outcome) }
}
