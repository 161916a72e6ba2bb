internal import CWebKitGTK
internal import EngineLink
private import FoundationEssentials
internal import Frames

/// The scripts and style sheets injected into a page.
enum PageScripts {
    /// The name of the recorder's isolated script world.
    static let world = "pagereel"

    /// Adds the user's scripts and style sheets to every page of a view.
    @MainActor
    static func install(
        _ options: PageOptions, of page: PageAddress, into content: UnsafeMutablePointer<WebKitUserContentManager>
    ) {
        if let data = options.data { unsafe add(provide(data, to: page), into: content) }
        if options.scale.zoom != 1 { unsafe add(state(options.scale), into: content) }
        unsafe add(
            ScriptRunner.listener, in: world, frames: WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, into: content)
        unsafe add(reportErrors, in: world, into: content)
        if options.reportsConsole { unsafe add(reportConsole, into: content) }
        if options.rendering != .composited {
            unsafe add(RenderingScripts.inspector, in: world, into: content)
            unsafe add(LayerScripts.watcher, into: content)
        }
        unsafe add(reportMedia, in: world, into: content)
        unsafe add(PictureScripts.driver, in: world, into: content)
        unsafe add(StandardScripts.sharing, into: content)
        unsafe add(once("tracks", StandardScripts.tracks), in: world, into: content)
        unsafe add(once("integers", StandardScripts.integers), in: world, into: content)
        unsafe add(once("missing", MissingFeature.observer), into: content)
        if options.virtualTime != nil {
            unsafe add(once("ids", MissingFeature.idObserver), in: world, into: content)
        }
        if options.tracesSignals {
            unsafe add(SignalSourceScripts.watcher, in: world, into: content)
            unsafe add(SignalSourceScripts.announcer(of: PageSignal.scheme), into: content)
        }
        // After the recorder's own, which listen for their errors and provide the data.
        for source in options.initialScripts {
            unsafe add(source, frames: WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, into: content)
        }
        for source in options.scripts {
            unsafe add(
                source, frames: WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, at: WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END,
                into: content)
        }
        for source in options.styles {
            // Injected at author level: a user style sheet would lose to every rule of the page.
            let sheet = unsafe webkit_user_style_sheet_new(
                source, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_STYLE_LEVEL_AUTHOR, nil, nil)
            unsafe webkit_user_content_manager_add_style_sheet(content, sheet)
            unsafe webkit_user_style_sheet_unref(sheet)
        }
    }

    /// Makes a script run once in a document.
    ///
    /// `document.open()` runs all scripts again, in the same window and the same document (HTML, 8.6.1). What a script
    /// replaces or observes stays as it was, so that each turn would make the page slower.
    ///
    /// - Parameters:
    ///   - name: The script's own name.
    ///   - script: An expression, as a statement.
    private static func once(_ name: String, _ script: String) -> String {
        """
        if (!document[Symbol.for('pagereel.\(name)')]) {
            Object.defineProperty(document, Symbol.for('pagereel.\(name)'), {value: true});
            \(script)
        }
        """
    }

    /// Adds a script that runs in each document.
    ///
    /// - Parameters:
    ///   - world: The script world (default: the page's own).
    ///   - frames: The frames whose documents get it (default: all).
    ///   - time: When it runs (default: before the document's own scripts).
    @MainActor
    private static func add(
        _ source: String, in world: String? = nil,
        frames: WebKitUserContentInjectedFrames = WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
        at time: WebKitUserScriptInjectionTime = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
        into content: UnsafeMutablePointer<WebKitUserContentManager>
    ) {
        let script =
            if let world {
                unsafe webkit_user_script_new_for_world(source, frames, time, world, nil, nil)
            } else {
                unsafe webkit_user_script_new(source, frames, time, nil, nil)
            }
        unsafe webkit_user_content_manager_add_script(content, script)
        unsafe webkit_user_script_unref(script)
    }

    /// Makes a zoomed page see the device pixel ratio, and the size of its window in CSS pixels.
    ///
    /// WebKit reports the screen's. Both stay replaceable, as the standards say ([Replaceable]).
    private static func state(_ scale: DeviceScale) -> String {
        """
        (() => {
            const state = (name, value) => Object.defineProperty(window, name, {
                get: value, set: other => Object.defineProperty(
                    window, name, {value: other, writable: true, configurable: true, enumerable: true}),
                configurable: true, enumerable: true});
            state('devicePixelRatio', () => \(scale));
            for (const name of ['outerWidth', 'outerHeight']) {
                const get = Object.getOwnPropertyDescriptor(window, name)?.get;
                if (get) state(name, () => Math.floor(get.call(window) / \(scale.zoom)));
            }
        })();
        """
    }

    /// Sets `window.pagereelData` in top-level documents of the page's origin; all `file:` pages count as one.
    private static func provide(_ data: String, to page: PageAddress) -> String {
        """
        (() => {
            const page = new URL(\(literal(page.uri)));
            const isPage = page.protocol === 'file:'
                ? location.protocol === 'file:' : location.origin === page.origin;
            if (window === top && isPage) window.pagereelData = JSON.parse(\(literal(data)));
        })();
        """
    }

    /// The message handler that receives console messages.
    static let consoleHandler = "pagereelConsole"

    /// Functions of the scripts that post lines: the text of a value, and a line of a kind and values.
    private static let lineFunctions = """
        const text = value => {
            if (typeof value === 'string') return value;
            // An error of another frame or script world is no instance of this one's Error.
            if (Object.prototype.toString.call(value) === '[object Error]') return `${value.name}: ${value.message}`;
            try { return JSON.stringify(value) ?? String(value); } catch { return String(value); }
        };
        const line = (kind, values) => `${kind}: ${values.map(text).join(' ')}`.slice(0, 4000);
        """

    /// Posts each console message, and forwards it unchanged.
    ///
    /// A document that the page opens anew (`document.open()`) runs the script again, with the same console.
    private static let reportConsole = """
        (() => {
            \(lineFunctions)
            const mark = Symbol.for('pagereel');
            if (console[mark]) return;
            Object.defineProperty(console, mark, {value: true});
            const handler = window.webkit.messageHandlers.\(consoleHandler);
            const post = (kind, values) => { try { handler.postMessage(line(kind, values)); } catch {} };
            for (const kind of ['debug', 'log', 'info', 'warn', 'error', 'trace', 'assert', 'table', 'dir']) {
                const original = console[kind];
                console[kind] = (...values) => {
                    if (kind !== 'assert') post(kind, values);
                    else if (!values[0]) post('assertion failed', values.slice(1));
                    original.apply(console, values);
                };
            }
        })();
        """

    /// The message handler, in the recorder's world, that receives the page's errors.
    static let errorHandler = "pagereelErrors"

    /// Posts each uncaught error, unhandled rejection and file that cannot be loaded.
    private static let reportErrors = """
        (() => {
            \(lineFunctions)
            const handler = window.webkit.messageHandlers.\(errorHandler);
            const post = (kind, values) => handler.postMessage(line(kind, values));
            const place = (file, line) => file ? ` (${file}:${line})` : '';
            addEventListener('error', event => {
                const {target} = event;
                if (target !== window) {
                    const isMedia = target instanceof HTMLMediaElement || target instanceof HTMLSourceElement;
                    // A script in the document fails if a module that it imports does.
                    const name = target.localName === 'script' ? 'a module that a <script> imports' + (
                        location.protocol === 'file:' ? ' (pages from file: cannot; serve the page over http)' : '')
                        : `<${target.localName}>`;
                    post(isMedia ? 'cannot play' : 'cannot load', [target.src || target.href || name]);
                } else {
                    // The engine hides errors from other origins, and treats every file: page as
                    // another origin.
                    const hidden = event.message !== 'Script error.' ? '' : location.protocol === 'file:'
                        ? ' (WebKit hides the text in file: pages; serve the page over http to see it)'
                        : ' (WebKit hides the text for --script, --init-script and scripts of other hosts)';
                    // By design, and harmless: an observer whose changes wait for the next frame.
                    const kind = event.message.startsWith('ResizeObserver loop') ? 'warn' : 'uncaught error';
                    post(kind, [`${event.message}${hidden}${place(event.filename, event.lineno)}`]);
                }
            }, true);
            addEventListener('unhandledrejection', event => post('unhandled rejection', [event.reason]));
        })();
        """

    /// The message handler, in the recorder's world, that receives the addresses of media that cannot
    /// be played.
    static let mediaHandler = "pagereelMedia"

    /// Posts the address of each `<audio>` and `<video>` that cannot be played, at most 20 of a
    /// document.
    ///
    /// A `<source>` counts if it is the last, because the others are alternatives.
    private static let reportMedia = """
        (() => {
            const posted = new Set();
            addEventListener('error', ({target}) => {
                const isPlayer = target instanceof HTMLMediaElement;
                const isLast = target instanceof HTMLSourceElement && target.parentNode instanceof HTMLMediaElement
                    && target.nextElementSibling?.localName !== 'source';
                if (!isPlayer && !isLast) return;
                const address = target.currentSrc || target.src;
                // A page empties `src` to reset a player.
                if (!address || !target.getAttribute('src') || posted.has(address) || posted.size >= 20) return;
                posted.add(address);
                window.webkit.messageHandlers.\(mediaHandler).postMessage(address.slice(0, 500));
            }, true);
        })();
        """

    /// Returns the sides of the first element that matches a selector: left, top, right and bottom; nothing without one.
    static func outline(of selector: String) -> String {
        """
        const element = document.querySelector(\(literal(selector)));
        if (!element) return '';
        const box = element.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom].join(' ');
        """
    }

    /// Returns how many CSS pixels of the page are below the view, scrolled down from its top.
    ///
    /// Many apps do not scroll themselves but have an element that does, which is as tall as the view or nearly so.
    static let hiddenHeight = """
        const clips = element => ['hidden', 'clip'].includes(getComputedStyle(element).overflowY);
        const isFixed = [document.documentElement, document.body].some(element => element && clips(element));
        const root = document.scrollingElement ?? document.documentElement;
        let hidden = isFixed ? 0 : root.scrollHeight - innerHeight;
        let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
        for (; element && element !== root && hidden <= 0; element = element.parentElement) {
            if (!['auto', 'scroll'].includes(getComputedStyle(element).overflowY)) continue;
            if (element.clientHeight >= innerHeight / 2) hidden = element.scrollHeight - element.clientHeight;
        }
        return Math.max(0, Math.ceil(hidden) || 0);
        """

    /// Returns the number of elements that match a selector, then the sides of the first ones in the same order, a line for
    /// each that takes space.
    ///
    /// - Parameter most: The number of elements whose sides are returned, at most.
    static func outlines(of selector: String, most: Int) -> String {
        """
        const elements = document.querySelectorAll(\(literal(selector)));
        const boxes = [...elements].slice(0, \(most)).map(element => element.getBoundingClientRect())
            .filter(box => box.width > 0 && box.height > 0);
        return [elements.length, ...boxes.map(box => [box.left, box.top, box.right, box.bottom].join(' '))].join('\\n');
        """
    }

    /// Resolves once the selector matches; fails at once if the selector is invalid.
    static func waitForElement(_ selector: String) -> String {
        """
        const selector = \(literal(selector));
        if (document.querySelector(selector)) return;
        await new Promise(resolve => {
            const observer = new MutationObserver(() => {
                if (!document.querySelector(selector)) return;
                observer.disconnect();
                resolve();
            });
            observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        });
        """
    }

    /// Waits for three rendering updates.
    ///
    /// As measured, the view's picture is never complete after one, mostly after two, always after
    /// three.
    static let waitForUpdates = """
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        """

    /// Waits for the page's fonts, and then for its picture.
    ///
    /// WebKit says that fonts are ready after the first layout of a document that is loading. One whose load was aborted,
    /// by `window.stop()` or a navigation to a signal while it was parsed, may never have that: there each font says when
    /// it has loaded. The fonts of others are ready before three more updates.
    static let waitForPicture =
        """
        const updates = async () => { \(waitForUpdates) };
        const loading = () => [...document.fonts].filter(font => font.status === 'loading').map(font => font.loaded);
        const settle = async () => {
            do {
                await Promise.allSettled(loading());
                await updates();
            } while (loading().length);
        };
        await Promise.race([document.fonts.ready, settle()]);
        await updates();
        """

    /// Returns a text as a JavaScript string literal.
    ///
    /// JSON strings are a subset of JavaScript's (ECMA-262 since 2019).
    static func literal(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else {
            // Encoding a string cannot fail. If it did, the empty selector would fail in the page
            // with a clear message.
            return "\"\""
        }
        return String(decoding: data, as: UTF8.self)
    }
}
