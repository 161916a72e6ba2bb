internal import EngineLink

/// Determines which of a page's frames sent a signal.
///
/// WebKit does not report which frame navigates. So scripts in each frame report what they see
/// (``SignalSourceScripts``): documents that come and go, clicked links, submitted forms, and
/// messages. They cannot see assignments to `location`. Then the frame is known only if it is the
/// only one, or the only one with the origin of the request's referrer.
struct SignalSources {
    /// A report from a frame's script.
    struct Note: Equatable {
        /// The kind of report.
        enum Kind: String {
            /// A document has begun.
            case arrived
            /// A document was left.
            case left
            /// A link was clicked, or a form submitted.
            case navigates
            /// A message is on its way to the recorder.
            case messages
        }

        let kind: Kind
        /// The document's initial address.
        let frame: String
        /// The target of the link or form.
        let target: String

        /// Parses kind, frame and target, one per line; `nil` if the text is anything else.
        init?(_ text: String) {
            let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
            guard lines.count == 3, let kind = Kind(rawValue: String(lines[0])) else { return nil }
            self.kind = kind
            frame = PageAddress.withoutCredentials(String(lines[1]))
            target = String(lines[2])
        }
    }

    /// The current documents by address; an address may occur more than once.
    private var frames: [String] = []
    private var navigating: [Note] = []
    private var messaging: [Note] = []

    /// The maximum number of entries: a page may send reports without end.
    private static let most = 1000

    /// Handles a report from a frame's script.
    mutating func take(_ note: Note) {
        switch note.kind {
        // A frame's initial empty document sends nothing, and is replaced without a report.
        case .arrived where note.frame != "about:blank": if frames.count < Self.most { frames.append(note.frame) }
        case .arrived: break
        case .left: if let index = frames.firstIndex(of: note.frame) { frames.remove(at: index) }
        case .navigates: Self.remember(note, in: &navigating)
        case .messages: Self.remember(note, in: &messaging)
        }
    }

    private static func remember(_ note: Note, in notes: inout [Note]) {
        notes.append(note)
        if notes.count > most { notes.removeFirst() }
    }

    /// Returns the frame that sent the message that is being received.
    mutating func sourceOfMessage() -> String? {
        // Each message is announced, in order.
        messaging.isEmpty ? onlyFrame : messaging.removeFirst().frame
    }

    /// Returns the frame that requested a navigation.
    ///
    /// - Parameters:
    ///   - target: The address.
    ///   - referrer: The request's referrer, perhaps only an origin.
    mutating func sourceOfNavigation(to target: String, referrer: String?) -> String? {
        // A form's target gets its query only when it is submitted.
        let place = target.prefix { !"?#".contains($0) }
        if let index = navigating.firstIndex(where: { $0.target.prefix { !"?#".contains($0) } == place }) {
            defer { navigating.removeSubrange(...index) }
            return navigating[index].frame
        }
        if let onlyFrame { return onlyFrame }
        guard let referrer, !referrer.isEmpty else { return nil }
        let candidates = Set(frames.filter { $0.hasPrefix(referrer) })
        return candidates.count == 1 ? candidates.first : nil
    }

    private var onlyFrame: String? {
        guard let first = frames.first, frames.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

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
