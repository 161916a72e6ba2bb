internal import CGIO
private import CWebKitGTK
public import EngineLink
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

    /// Waits until an element matches a selector.
    ///
    /// - Returns: Whether an element matched; `false` if the document was replaced before.
    /// - Throws: `invalidPlan` if the selector is not valid CSS.
    public func waitForElement(_ selector: String) async throws(PageError) -> Bool {
        do {
            _ = try await evaluate(PageScripts.waitForElement(selector))
            return true
        } catch  where error.message.contains("SyntaxError") {
            throw PageError(.invalidPlan, "\(selector) is not a CSS selector.")
        } catch {
            return false
        }
    }

    /// How often to wait for rendering updates before the first picture: about 1 s.
    private static let mostUpdates = 30

    /// Waits until the page's fonts have loaded and its current state has been painted.
    ///
    /// - Returns: Whether that succeeded; `false` if the document was replaced before.
    public func waitForPicture() async -> Bool {
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
}

/// Why a script failed, as WebKit describes it.
struct ScriptError: Error {
    let message: String
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
