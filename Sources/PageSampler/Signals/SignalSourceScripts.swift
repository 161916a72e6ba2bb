/// The scripts that tell from which frame signals come.
enum SignalSourceScripts {
    /// The message handler that both scripts post to.
    static let handler = "pagereelSource"

    /// For the recorder's own world of each frame: tells of documents, links
    /// and forms.
    static let watcher = """
        (() => {
            const handler = window.webkit.messageHandlers.\(handler);
            const address = location.href;
            const tell = (kind, target = '') => handler.postMessage(`${kind}\\n${address}\\n${target}`);
            tell('arrived');
            addEventListener('pagehide', () => tell('left'));
            // Behind the page's own listeners, which may keep the click.
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

    /// For the page's world of each frame: announces each message to the
    /// recorder.
    static func announcer(of recorder: String) -> String {
        """
        (() => {
            const {\(recorder), \(handler)} = window.webkit.messageHandlers;
            const address = location.href;
            const post = \(recorder).postMessage;
            \(recorder).postMessage = message => {
                \(handler).postMessage(`messages\\n${address}\\n`);
                return post.call(\(recorder), message);
            };
            // WebKit makes a new object of a handler that nobody holds.
            addEventListener('pagehide', () => \(recorder).postMessage);
        })();
        """
    }
}
