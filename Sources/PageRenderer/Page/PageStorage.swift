internal import CWebKitGTK
internal import EngineLink
private import FoundationEssentials

/// The local storage of a page's origins: set before a document's own scripts run, and read again.
///
/// Only documents of the main frame count. The scripts run in the recorder's world, where the page neither sees the
/// values nor changes the functions.
@MainActor
@safe final class PageStorage {
    /// The message handler, in the recorder's world, that receives what has been set, and what documents leave.
    static let handler = "pagereelStorage"

    private let content: UnsafeMutablePointer<WebKitUserContentManager>
    /// The scripts of the origins whose storage has not been set yet, with one reference each.
    private var setters: [String: OpaquePointer] = unsafe [:]
    /// What is known of each origin, as it was given or left.
    private(set) var known: PageState
    private let isRead: Bool
    /// The origins of the main frame's documents so far.
    private var visited: Set<PageAddress.Origin> = []

    /// Adds the scripts.
    init(_ options: PageOptions, in content: UnsafeMutablePointer<WebKitUserContentManager>) {
        unsafe self.content = content
        isRead = options.savesState
        known = PageState(origins: options.state?.origins ?? [])
        for origin in known.origins where !origin.localStorage.isEmpty {
            unsafe setters[origin.origin] = unsafe add(Self.set(origin))
        }
        if isRead {
            unsafe webkit_user_script_unref(add(Self.watch))
        }
    }

    isolated deinit { close() }

    /// Releases the scripts.
    func close() {
        unsafe setters.values.forEach { unsafe webkit_user_script_unref($0) }
        unsafe setters = [:]
    }

    private func add(_ source: String) -> OpaquePointer? {
        let script = unsafe webkit_user_script_new_for_world(
            source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
            PageScripts.world, nil, nil)
        unsafe webkit_user_content_manager_add_script(content, script)
        return unsafe script
    }

    /// Receives a message of the scripts.
    func receive(_ message: String) {
        if message.hasPrefix(Self.setWord) {
            // Later documents of the origin find what the page has made of it. They are requested after this message,
            // so the web process learns of the removal before it runs their scripts.
            guard let script = unsafe setters.removeValue(forKey: String(message.dropFirst(Self.setWord.count))) else {
                return
            }
            unsafe webkit_user_content_manager_remove_script(content, script)
            unsafe webkit_user_script_unref(script)
        } else if isRead {
            note(message)
        }
    }

    /// Notes that a document has begun to arrive in the main frame.
    func visit(_ address: String) {
        guard isRead, visited.count < Self.mostOrigins, let origin = PageAddress.origin(of: address) else { return }
        visited.insert(origin)
    }

    /// The most origins whose storage is read; a page could visit others without end.
    private static let mostOrigins = 50

    /// Keeps what a document has left, or has now.
    ///
    /// A process that a page has taken over cannot speak for origins that were not visited.
    func note(_ text: String) {
        guard let origin = Self.origin(text), let name = PageAddress.origin(of: origin.origin), visited.contains(name)
        else { return }
        known.add(PageState(origins: [origin]))
    }

    /// Reads the result of ``read``: an origin, and its items' keys and values in turn; `nil` for a document without
    /// storage.
    private static func origin(_ text: String) -> PageState.Origin? {
        // A document without an origin has no storage, and no text of this form.
        guard let texts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)), let name = texts.first,
            texts.count % 2 == 1
        else { return nil }
        let items = stride(from: 1, to: texts.count, by: 2).map {
            PageState.Origin.Item(name: texts[$0], value: texts[$0 + 1])
        }
        return PageState.Origin(origin: name, localStorage: items)
    }

    private static let setWord = "set "

    /// Sets the items of an origin in its first document.
    ///
    /// `document.open()` runs scripts again in the same document.
    private static func set(_ origin: PageState.Origin) -> String {
        let items = origin.localStorage.map { "[\(PageScripts.literal($0.name)),\(PageScripts.literal($0.value))]" }
        let name = PageScripts.literal(origin.origin)
        return """
            (() => {
                const mark = Symbol.for('pagereel.storage');
                if (document[mark] || location.origin !== new URL(\(name)).origin) return;
                Object.defineProperty(document, mark, {value: true});
                try {
                    for (const [name, value] of [\(items.joined(separator: ","))]) localStorage.setItem(name, value);
                } catch {}
                window.webkit.messageHandlers.\(handler).postMessage('\(setWord)' + \(name));
            })();
            """
    }

    /// Returns the document's origin, and the keys and values of its storage in turn, as a list in JSON.
    ///
    /// Swift's strings cannot hold half of a surrogate pair.
    private static let reader = """
        const read = () => {
            if (!/^https?:/.test(location.origin)) return '';
            const texts = [location.origin];
            try {
                for (let index = 0; index < localStorage.length; index++) {
                    const key = localStorage.key(index);
                    texts.push(key, localStorage.getItem(key));
                }
            } catch { return ''; }
            return JSON.stringify(texts.map(text => text.toWellFormed?.() ?? text));
        };
        """

    /// The body of a function that returns the storage of the document's origin.
    static let read = "\(reader) return read();"

    /// Posts the storage of a document's origin when the document is left.
    ///
    /// If another process shows the next document, `pagehide` comes too late for its message.
    private static let watch = """
        (() => {
            const mark = Symbol.for('pagereel.leaving');
            if (document[mark]) return;
            Object.defineProperty(document, mark, {value: true});
            \(reader)
            for (const event of ['beforeunload', 'pagehide']) {
                addEventListener(event, () => {
                    const text = read();
                    if (text) window.webkit.messageHandlers.\(handler).postMessage(text);
                });
            }
        })();
        """
}
