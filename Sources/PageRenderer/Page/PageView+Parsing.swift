internal import CGIO
internal import CWebKitGTK
internal import EngineLink
private import Foundation

// Finds documents whose parsing a navigation to a signal has aborted.

extension PageView {
    /// Checks whether a navigation to a signal aborted parsing.
    ///
    /// WebKit stops the load of a document whose script navigates. In a body it stops the parser there and then; in a head
    /// only if the navigation is refused before the body exists. It may report the load as finished before it requests the
    /// navigation decision.
    func checkParse(after signal: PageSignal) {
        Task {
            guard await lacksPart() else { return }
            report(
                .trapped(
                    "The page sent \(signal.word) by a navigation while it was still being parsed, and WebKit aborted "
                        + "parsing there: the rest of the page is missing. Send it after DOMContentLoaded, or with "
                        + "window.webkit.messageHandlers.pagereel.postMessage('\(signal.word)')."))
        }
    }

    /// Whether the document ended before its source did.
    private func lacksPart() async -> Bool {
        // A page that is gone cannot be queried and needs no advice.
        guard let state = try? await evaluate(ParsingScripts.state) else { return false }
        guard state == ParsingScripts.stopped else { return state == ParsingScripts.empty }
        // What never arrived is missing, too.
        guard let source = await mainSource() else { return true }
        // The same: a page that is gone.
        return (try? await evaluate(ParsingScripts.lacksPart(of: source))) == "true"
    }

    /// The document's bytes, as they arrived; `nil` if not all of them did.
    private func mainSource() async -> Data? {
        guard isOpen, let resource = unsafe webkit_web_view_get_main_resource(webView) else { return nil }
        return await withCheckedContinuation { (continuation: CheckedContinuation<Data?, Never>) in
            unsafe webkit_web_resource_get_data(
                resource, nil, finishSource, CallbackBox<CheckedContinuation<Data?, Never>>.retain(continuation))
        }
    }
}

private func finishSource(object: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, context: gpointer?) {
    var length: gsize = 0
    let resource = unsafe UnsafeMutableRawPointer(object)?.assumingMemoryBound(to: WebKitWebResource.self)
    let bytes = unsafe webkit_web_resource_get_data_finish(resource, result, &length, nil)
    let data = unsafe bytes.map { unsafe Data(bytes: $0, count: Int(length)) }
    unsafe g_free(bytes)
    unsafe CallbackBox<CheckedContinuation<Data?, Never>>.take(context)?.resume(returning: data)
}

/// Scripts that find out how far a document was parsed.
private enum ParsingScripts {
    /// The document has no body, or is still being parsed.
    static let empty = "empty"
    /// The load was stopped, perhaps after everything was parsed.
    static let stopped = "stopped"

    /// Returns how the load has ended.
    static let state = """
        if (document.body === null || document.readyState === 'loading') return '\(empty)';
        return performance.timing.loadEventStart > 0 ? 'complete' : '\(stopped)';
        """

    /// Returns whether a document lacks what its source has behind the last script that it reached.
    ///
    /// A parser is stopped in a script. Scripts may have changed the rest of the document, so only what follows that one is
    /// counted.
    static func lacksPart(of source: Data) -> String {
        """
        const bytes = Uint8Array.from(atob('\(source.base64EncodedString())'), it => it.charCodeAt(0));
        const text = new TextDecoder(document.characterSet).decode(bytes);
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        const isSame = (a, b) => a.textContent === b.textContent && a.getAttribute('src') === b.getAttribute('src');
        const reached = [...document.scripts];
        const last = [...parsed.scripts].findLast(it => reached.some(other => isSame(it, other)));
        const count = (root, script) => {
            const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            walker.currentNode = script?.lastChild ?? script ?? root;
            let count = 0;
            while (walker.nextNode())
                if (walker.currentNode.nodeType === Node.ELEMENT_NODE || walker.currentNode.data.trim()) count += 1;
            return count;
        };
        const own = last && reached.find(it => isSame(it, last));
        return count(document, own) < count(parsed, last);
        """
    }
}
