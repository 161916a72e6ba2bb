/// Scripts that make pages look as the standards say where WebKitGTK does not.
///
/// They run in the recorder's isolated world unless they say otherwise.
enum StandardScripts {
    /// Hides shared memory from pages that do not isolate themselves; runs in the page's own world.
    ///
    /// WebKit offers it to none unless `JSC_useSharedArrayBuffer` is set, and then to all. The HTML standard asks for
    /// both headers, Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy.
    static let sharing = "if (!globalThis.crossOriginIsolated) delete globalThis.SharedArrayBuffer;"

    /// Shows the subtitles that a page marks as its default.
    ///
    /// WebKit shows subtitles only to users who prefer them (HTMLMediaElement.cpp, configureTextTrackGroup). The
    /// HTML standard also shows a default track (4.8.11.11.3), and so do other browsers.
    static let tracks = """
        (() => {
            const kinds = ['subtitles', 'captions'];
            const show = element => {
                const player = element.parentNode;
                if (!(player instanceof HTMLMediaElement) || !kinds.includes(element.kind)) return;
                if (Array.from(player.textTracks).some(it => kinds.includes(it.kind) && it.mode === 'showing')) return;
                if (element.track.mode === 'disabled') element.track.mode = 'showing';
            };
            new MutationObserver(records => {
                for (const {addedNodes} of records) {
                    for (const node of addedNodes) {
                        if (node.nodeType !== 1) continue;
                        if (node.matches('track[default]')) show(node);
                        node.querySelectorAll('track[default]').forEach(show);
                    }
                }
            }).observe(document, {childList: true, subtree: true});
        })();
        """

    /// Rounds whole-number properties where counters use them.
    ///
    /// WebKit animates a custom property of the syntax `<integer>` without rounding it (CSS Properties and Values,
    /// 2.4), and a counter takes no other number. `calc()` rounds. It cannot be added to style sheets of another
    /// origin, which for a `file:` page are all linked ones.
    static let integers = """
        (() => {
            const properties = ['counterReset', 'counterSet', 'counterIncrement'];
            const visit = (rules, found) => {
                for (const rule of rules) {
                    if (rule.styleSheet) visitSheet(rule.styleSheet, found);
                    else if (rule instanceof CSSPropertyRule) {
                        if (rule.syntax.includes('<integer>')) found.names.add(rule.name);
                    } else if (rule.style && properties.some(it => rule.style[it]?.includes('var('))) found.users.push(rule.style);
                    if (rule.cssRules?.length) visit(rule.cssRules, found);
                }
            };
            const visitSheet = (sheet, found) => { try { visit(sheet.cssRules, found); } catch {} };
            const round = () => {
                const found = {names: new Set(), users: []};
                for (const sheet of document.styleSheets) visitSheet(sheet, found);
                if (!found.names.size) return;
                for (const style of found.users) {
                    for (const property of properties) {
                        const text = style[property];
                        const rounded = text?.replace(/(^|\\s)(var\\(\\s*(--[^\\s,)]+)\\s*\\))/g,
                            (all, space, value, name) => found.names.has(name) ? `${space}calc(${value})` : all);
                        if (rounded !== text) style[property] = rounded;
                    }
                }
            };
            new MutationObserver(records => {
                if (records.some(it => Array.from(it.addedNodes).some(node => node.localName === 'style'))) round();
            }).observe(document, {childList: true, subtree: true});
            document.addEventListener('load', ({target}) => { if (target.localName === 'link') round(); }, true);
        })();
        """
}
