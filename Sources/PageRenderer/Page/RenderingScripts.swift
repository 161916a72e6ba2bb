/// The script that detects whether a page must be composited.
///
/// It runs in every frame, in the recorder's isolated world, and does nothing until it is called.
/// It has no timer, animation frame or observer, so a static page stays idle. docs/rendering.md
/// describes the criteria and how they were measured.
enum RenderingScripts {
    /// Which reasons count.
    enum Scope: String {
        /// The current state of the page.
        case now
        /// Also anything that its style sheets could ever show.
        case ever
    }

    /// Queries the top frame, and through it all others.
    ///
    /// The answer begins with `0` or `1`: whether frames of other origins were queried, which
    /// answer in separate tasks. Then follow the reasons for compositing, if any, or the earlier
    /// answers of such frames.
    static func ask(_ scope: Scope) -> String { "return globalThis.pagereelRendering?.ask('\(scope.rawValue)') ?? '0'" }

    /// Returns what frames of other origins have answered since the query.
    static let answer = "return globalThis.pagereelRendering?.answer() ?? ''"

    /// The same on the real-time clock.
    ///
    /// The recorder cannot know when they have answered, so each hop waits for one task, up to this
    /// nesting depth.
    static let answerLater = """
        for (let hop = 0; hop < 8; hop++) {
            await new Promise(resolve => {
                const {port1, port2} = new MessageChannel();
                port1.onmessage = resolve;
                port2.postMessage(0);
            });
        }
        \(answer)
        """

    /// Runs at the start of each document.
    static let inspector = """
        (() => {
            'use strict';
            if (globalThis.pagereelRendering) return;
            // Messages between frames; each is kept from the page.
            const channel = 'pagereel-rendering:';
            // Larger style sheets are reread only in turn.
            const most = 300, turns = 30;
            let turn = 0, answered = '', asked = false;
            const sheets = new WeakMap(), styles = new WeakMap(), watched = new WeakMap();

            // A variable may contain any text, but nothing within a function's brackets that closes
            // them (CSS Syntax, 8.2: any value).
            const canBeAnything = text => {
                let depth = 0;
                for (const [token] of (text ?? '').matchAll(/var\\(|[()]/gi)) {
                    if (depth === 0 && token.length > 1) return true;
                    depth += token === ')' ? -1 : 1;
                }
                return false;
            };
            // These keywords reset a property or take its value from another declaration, which is examined by itself
            // (CSS Cascade, 7.3). A declaration of `all` sets every property to one.
            const isKeyword = value => /^\\s*(?:initial|inherit|unset|revert|revert-layer)\\s*$/i.test(value);
            const isSet = value => value && value !== 'none' && !isKeyword(value);
            // The declared value, not the computed one.
            const mentioned = style => {
                const is3D = /perspective|rotate(?:x|y|3d)|matrix3d/i;
                if (is3D.test(style.transform) || canBeAnything(style.transform)) return 'transform';
                if (/preserve-3d|var\\(/.test(style.transformStyle)) return 'transform-style';
                if (isSet(style.perspective)) return 'perspective';
                if (/\\s|var\\(/.test(style.rotate ?? '')) return 'rotate';
                if (isSet(style.backdropFilter || style.webkitBackdropFilter)) return 'backdrop-filter';
                return /blur|drop-shadow/.test(style.filter) || canBeAnything(style.filter) ? 'filter' : '';
            };
            const inline = ['3d', 'rotatex', 'rotatey', 'perspective', 'backdrop-filter', 'rotate:', 'blur(', 'drop-shadow(']
                .map(text => `[style*="${text}" i]`).join() + ',[style*="transform"][style*="var("]';

            const nested = (outer, text) => {
                if (/^\\s*[>+~]|:scope|:host|::part|::slotted/.test(text)) return '*';
                if (!outer) return text.includes('&') ? '*' : text;
                return text.includes('&') ? text.replaceAll('&', `:is(${outer})`) : `:is(${outer}) :is(${text})`;
            };
            const note = (known, selector) => {
                for (const name of ['before', 'after', 'backdrop']) {
                    if (new RegExp(`::?${name}\\\\b`).test(selector)) known.pseudos.add('::' + name);
                }
                const element = selector.replace(/(^|[\\s,>+~(])::?(?:before|after|backdrop)\\b/g, '$1*')
                    .replace(/::?(?:before|after|backdrop)\\b|::[\\w-]+(?:\\([^)]*\\))?/g, '');
                try {
                    document.createDocumentFragment().querySelector(element);
                    known.selectors.add(element);
                } catch { known.selectors.add('*'); }
            };
            const read = (rules, outer, known) => {
                for (const rule of rules) {
                    if (rule.styleSheet) { merge(known, look(rule.styleSheet)); continue; }
                    const isScope = globalThis.CSSScopeRule && rule instanceof CSSScopeRule;
                    const selector = isScope ? '*' : rule.selectorText === undefined
                        ? outer : outer === '*' ? '*' : nested(outer, rule.selectorText);
                    if (globalThis.CSSViewTransitionRule && rule instanceof CSSViewTransitionRule) {
                        known.navigates ||= rule.navigation === 'auto';
                    }
                    const what = rule.style ? mentioned(rule.style) : '';
                    if (what) {
                        known.ever ||= what;
                        if (selector) note(known, selector);
                    }
                    if (rule.cssRules?.length) read(rule.cssRules, selector, known);
                }
            };
            const fresh = () => ({ever: '', navigates: false, selectors: new Set(), pseudos: new Set()});
            const merge = (into, from) => {
                into.ever ||= from.ever;
                into.navigates ||= from.navigates;
                from.selectors.forEach(it => into.selectors.add(it));
                from.pseudos.forEach(it => into.pseudos.add(it));
            };
            // Which style rules may require compositing, and for which elements.
            const look = sheet => {
                let known = sheets.get(sheet);
                let rules;
                try { rules = sheet.cssRules; } catch {
                    // A sheet of another origin cannot be read: check every element.
                    known ??= {ever: '', selectors: new Set('*'), pseudos: new Set(['::before', '::after'])};
                    sheets.set(sheet, known);
                    return known;
                }
                if (known && known.length === rules.length && rules.length > most && turn % turns) return known;
                known = fresh();
                known.length = rules.length;
                read(rules, null, known);
                sheets.set(sheet, known);
                return known;
            };

            const name = (element, pseudo) => {
                const id = element.id ? '#' + element.id : '';
                const names = typeof element.className === 'string' && element.className.trim()
                    ? '.' + element.className.trim().split(/\\s+/).join('.') : '';
                return `<${(element.localName + id + names).slice(0, 60)}>${pseudo ?? ''}`;
            };
            // Whether the element needs compositing in its current state.
            const needOf = (element, pseudo) => {
                let style = pseudo ? undefined : styles.get(element);
                if (!style) {
                    style = element.ownerDocument.defaultView?.getComputedStyle(element, pseudo);
                    if (!style) return '';
                    if (!pseudo) styles.set(element, style);
                }
                let what = '';
                const backdrop = style.backdropFilter || style.webkitBackdropFilter;
                if (backdrop && backdrop !== 'none') what = 'backdrop-filter';
                else if (style.perspective !== 'none') what = 'perspective';
                else if (style.transformStyle === 'preserve-3d') what = 'transform-style: preserve-3d';
                else {
                    const isTurned = style.rotate && / /.test(style.rotate);
                    const matrix = style.transform.startsWith('matrix3d(')
                        ? style.transform.slice(9, -1).split(',').map(Number) : null;
                    if (matrix && [3, 7, 11].some(it => Math.abs(matrix[it]) > 1e-9)) what = 'a transform in perspective';
                    else if (style.backfaceVisibility === 'hidden' && (isTurned || matrix?.[10] < 0)) {
                        what = 'backface-visibility of something turned';
                    } else {
                        what = /blur\\((?!0px)|drop-shadow/.exec(style.filter)?.[0].replace('(', '') ?? '';
                        if (what) what = `filter: ${what}()`;
                    }
                }
                if (!what || !element.getClientRects().length) return '';
                return `${what} on ${name(element, pseudo)}`;
            };

            // If a sheet cannot be read: check changed elements and their descendants, and a
            // different part of the rest each time.
            const some = root => {
                let state = watched.get(root);
                if (!state) {
                    state = {changed: new Set([root]), restyled: new Set(), place: 0};
                    const note = records => {
                        for (const {attributeName, target, addedNodes} of records) {
                            // A class may affect sibling elements.
                            if (attributeName === 'style') state.restyled.add(target);
                            else if (attributeName) state.changed.add(target.parentNode ?? target);
                            else for (const node of addedNodes) if (node.nodeType === 1) state.changed.add(node);
                        }
                    };
                    state.observer = new MutationObserver(note);
                    state.note = note;
                    state.observer.observe(root, {subtree: true, childList: true, attributes: true});
                    watched.set(root, state);
                }
                state.note(state.observer.takeRecords());
                const found = new Set(state.restyled);
                state.restyled.clear();
                for (const node of state.changed) {
                    if (node.nodeType === 1) found.add(node);
                    for (const element of node.querySelectorAll('*')) {
                        if (found.size >= 500) break;
                        found.add(element);
                    }
                    if (found.size >= 500) break;
                }
                state.changed.clear();
                const all = root.querySelectorAll('*');
                for (let count = Math.min(100, all.length); count > 0; count--) found.add(all[state.place++ % all.length]);
                return found;
            };

            const inspect = (root, scope) => {
                root.defaultView?.dispatchEvent(new Event('\(LayerScripts.lookEvent)'));
                const known = fresh();
                for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets ?? []]) merge(known, look(sheet));
                // The next document may move before it is inspected, or end the page's process (2.54).
                if (known.navigates) return '@view-transition in a style sheet';
                if (scope === 'ever' && known.ever) return `${known.ever} in a style sheet`;
                const everything = known.selectors.delete('*');
                const animations = root.getAnimations?.() ?? [];
                let elements = root.querySelectorAll([inline, ...known.selectors].join());
                if (everything) elements = [...elements, ...some(root)];
                if (scope === 'ever' && elements.length && !everything) {
                    for (const element of elements) {
                        const what = element.style && mentioned(element.style);
                        if (what) return `${what} on ${name(element)}`;
                    }
                }
                for (const element of elements) {
                    let need = needOf(element);
                    if (!need && known.pseudos.size) {
                        for (const pseudo of known.pseudos) need ||= needOf(element, pseudo);
                    }
                    if (need) return need;
                }
                if (root.host) {
                    const need = needOf(root.host);
                    if (need) return need;
                }
                for (const animation of animations) {
                    const target = animation.effect?.target;
                    const need = target && needOf(target, animation.effect.pseudoElement || undefined);
                    if (need) return need;
                    if (scope === 'ever' && target && animation.effect.getKeyframes().some(mentioned)) {
                        return `an animation of ${name(target)}`;
                    }
                }
                for (const element of root.querySelectorAll('*')) {
                    const need = element.shadowRoot && inspect(element.shadowRoot, scope);
                    if (need) return need;
                }
                for (const frame of root.querySelectorAll('iframe,frame,object,embed')) {
                    let need = '';
                    if (frame.contentDocument) need = inspect(frame.contentDocument, scope);
                    else if (frame.contentWindow) {
                        asked = true;
                        frame.contentWindow.postMessage(channel + scope, '*');
                    }
                    if (need) return `${need}, in a frame`;
                }
                return '';
            };

            addEventListener('message', event => {
                if (typeof event.data !== 'string' || !event.data.startsWith(channel)) return;
                event.stopImmediatePropagation();
                const text = event.data.slice(channel.length);
                if (text === 'now' || text === 'ever') {
                    turn++;
                    const need = inspect(document, text);
                    if (need) top.postMessage(`${channel}!${need}, in a frame of another origin`, '*');
                } else if (window === top) answered ||= text.slice(1);
            }, true);
            globalThis.pagereelRendering = {
                ask: scope => {
                    turn++;
                    const before = answered;
                    answered = '';
                    asked = false;
                    const need = inspect(document, scope);
                    return (asked ? '1' : '0') + (need || before);
                },
                answer: () => answered,
            };
        })();
        """
}
