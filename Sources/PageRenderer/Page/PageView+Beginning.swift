internal import CWebKitGTK
private import EngineLink

// The delay before a document's first task.
//
// A document's time origin is the start of its navigation. On the virtual clock no time would pass
// until its scripts run, so `performance.now()` and timestamps would be exactly 0, which no browser
// shows. WebKit requests a policy decision when the response arrives; the decision is delayed by a
// millisecond.

extension PageView {
    /// Accepts a document's response after a millisecond of the page's time.
    ///
    /// - Parameters:
    ///   - decision: WebKit's pending decision about the response.
    ///   - address: The response's URL.
    ///   - isPage: Whether it is the main frame's document.
    /// - Returns: Whether the decision is delayed; if not, the caller decides.
    func useLater(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, for address: String, isPage: Bool) -> Bool {
        guard let clock else { return false }
        // Other pending requests stop a subframe's delay. They do not stop the
        // main frame's: they belong to the document that it replaces.
        let pause = requests.stopClock ? requests.pause(address) : nil
        guard isPage || !requests.stopClock || pause != nil else { return false }
        if isPage { loadState.next.beginning = now }
        unsafe g_object_ref(UnsafeMutableRawPointer(decision))
        nonisolated(unsafe) let decision = unsafe decision
        clock.schedule(after: Self.beginning, waitsForNetwork: !isPage) { [weak self] in
            MainActor.assumeIsolated {
                if let pause { self?.requests.resume(pause) }
                unsafe webkit_policy_decision_use(decision)
                unsafe g_object_unref(UnsafeMutableRawPointer(decision))
            }
        }
        return true
    }

    /// The delay.
    ///
    /// Scripts see whole milliseconds, rounded down; 5 microseconds absorb the
    /// floating-point error.
    private static let beginning = Duration.microseconds(1005)
}
