/// The scripts that report which frame sends a signal.
enum SignalSourceScripts {
    /// The message handler that both scripts post to.
    static let handler = "pagereelSource"

    /// Runs in each frame's isolated world; reports documents, links and forms.
    static let watcher = """
        (() => {
            const handler = window.webkit.messageHandlers.\(handler);
            const address = location.href;
            const tell = (kind, target = '') => handler.postMessage(`${kind}\\n${address}\\n${target}`);
            tell('arrived');
            addEventListener('pagehide', () => tell('left'));
            // Runs after the page's own listeners, which may cancel the click.
            const followed = event => {
                const link = event.composedPath().find(it => it.localName === 'a' || it.localName === 'area');
                if (link?.href && !event.defaultPrevented) tell('navigates', link.href.baseVal ?? link.href);
            };
            addEventListener('click', followed);
            addEventListener('submit', event => {
                const form = event.target;
                const target = event.submitter?.formAction || form.action;
                if (!event.defaultPrevented) tell('navigates', target);
            });
        })();
        """

    /// Runs in each frame's page world; announces each message to the recorder.
    static func announcer(of recorder: String) -> String {
        """
        (() => {
            const {\(recorder), \(handler)} = window.webkit.messageHandlers;
            const address = location.href;
            const post = \(recorder).postMessage, mark = Symbol.for('pagereel');
            // document.open() runs this again.
            if (!post[mark]) {
                \(recorder).postMessage = message => {
                    \(handler).postMessage(`messages\\n${address}\\n`);
                    return post.call(\(recorder), message);
                };
                Object.defineProperty(\(recorder).postMessage, mark, {value: true});
            }
            // WebKit creates a new handler object unless a reference is kept.
            addEventListener('pagehide', () => \(recorder).postMessage);
        })();
        """
    }
}
