internal import EngineLink

/// The scripts that find the elements that steps are about, in the page and in its frames.
///
/// The ways to find elements are described in Playwright's documentation ("Locators"), roles and names in "WAI-ARIA 1.2",
/// "HTML Accessibility API Mappings 1.0" and "Accessible Name and Description Computation 1.2", of which the usual parts
/// are implemented.
enum LocatorScripts {
    /// The answer of a script whose document has no ``library`` yet.
    static let missing = "\(InputScripts.failure)locators"

    /// The beginning of a script that uses the ``library``, which is only sent to documents that do not have it: parsing
    /// it takes longer than most scripts.
    static let need = "if (!globalThis.pagereelLocators) return '\(missing)';"

    /// Defines `pagereelLocators` in the recorder's world, once in each document.
    ///
    /// `locate(target)` returns the element, its document, and how far that is from the page's corner. `all(target)`
    /// returns all matching elements. Both throw a text for users, which begins with `!` if waiting does not help.
    /// `cursorAt(x, y)` is for ``InputScripts/cursor(at:)``.
    static let library = """
        globalThis.pagereelLocators ??= (() => {
            const squeeze = text => text.replace(/\\s+/g, ' ').trim();
            const matches = (text, value, isExact) => isExact ? squeeze(text) === squeeze(value)
                : squeeze(text).toLowerCase().includes(squeeze(value).toLowerCase());
            // Of a link, too, `host` is a property.
            const parentOf = ({parentNode: it}) => it?.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? it.host : it;
            const styleOf = element => element.ownerDocument.defaultView.getComputedStyle(element);
            const isVisible = element =>
                [...element.getClientRects()].some(box => box.width > 0 && box.height > 0)
                && styleOf(element).visibility === 'visible';
            const every = root => [...root.querySelectorAll('*')]
                .flatMap(it => it.shadowRoot ? [it, ...every(it.shadowRoot)] : [it]);
            const css = (root, selector) => {
                const found = [...root.querySelectorAll(selector)];
                const shadows = every(root).filter(it => it.shadowRoot);
                return found.concat(shadows.flatMap(it => [...it.shadowRoot.querySelectorAll(selector)]));
            };

            // Texts.
            const silent = ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD'];
            const childrenOf = element => [...element.childNodes, ...element.shadowRoot?.childNodes ?? []];
            const textOf = (element, known) => {
                if (silent.includes(element.tagName)) return '';
                if (element.matches('input[type=submit], input[type=button], input[type=reset]')) return element.value;
                let text = known.get(element);
                if (text === undefined) {
                    text = childrenOf(element).map(it =>
                        it.nodeType === Node.TEXT_NODE ? it.data
                            : it.nodeType === Node.ELEMENT_NODE ? textOf(it, known) : '').join('');
                    known.set(element, text);
                }
                return text;
            };
            const byText = (root, value, isExact) => {
                const known = new Map();
                const has = it => it.nodeType === Node.ELEMENT_NODE && matches(textOf(it, known), value, isExact);
                return every(root).filter(it => !silent.includes(it.tagName) && has(it) && !childrenOf(it).some(has));
            };

            // Roles.
            const inputs = {
                button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox',
                radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', text: 'textbox',
                email: 'textbox', tel: 'textbox', url: 'textbox'};
            const elements = {
                article: 'article', aside: 'complementary', button: 'button', datalist: 'listbox', dd: 'definition',
                details: 'group', dfn: 'term', dialog: 'dialog', dt: 'term', fieldset: 'group', figure: 'figure',
                h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
                hr: 'separator', li: 'listitem', main: 'main', menu: 'list', meter: 'meter', nav: 'navigation',
                ol: 'list', optgroup: 'group', option: 'option', output: 'status', p: 'paragraph',
                progress: 'progressbar', search: 'search', table: 'table', tbody: 'rowgroup', td: 'cell',
                textarea: 'textbox', tfoot: 'rowgroup', thead: 'rowgroup', tr: 'row', ul: 'list'};
            const roleOf = element => {
                const given = element.getAttribute('role')?.trim().split(/\\s+/)[0];
                if (given) return given;
                const name = element.localName;
                const isSectioned = () => element.closest('article, aside, main, nav, section');
                switch (name) {
                case 'a': case 'area': return element.hasAttribute('href') ? 'link' : 'generic';
                case 'footer': return isSectioned() ? 'generic' : 'contentinfo';
                case 'header': return isSectioned() ? 'generic' : 'banner';
                case 'form': return nameOf(element) ? 'form' : 'generic';
                case 'section': return nameOf(element) ? 'region' : 'generic';
                case 'img': return element.getAttribute('alt') === '' ? 'presentation' : 'img';
                case 'select': return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
                case 'th': return element.scope === 'row' ? 'rowheader' : 'columnheader';
                case 'input': {
                    const role = inputs[element.type] ?? '';
                    return element.list && ['textbox', 'searchbox'].includes(role) ? 'combobox' : role;
                }
                default: return elements[name] ?? 'generic';
                }
            };
            const isHidden = element => {
                for (let it = element; it?.nodeType === Node.ELEMENT_NODE; it = parentOf(it))
                    if (it.getAttribute('aria-hidden') === 'true' || styleOf(it).display === 'none') return true;
                return styleOf(element).visibility !== 'visible';
            };

            // Accessible names.
            const named = [
                'button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem',
                'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip',
                'treeitem'];
            const contentOf = (element, isReferenced, labeled) => squeeze(childrenOf(element).map(it => {
                if (it.nodeType === Node.TEXT_NODE) return it.data;
                // The value of a field is not part of its label.
                if (it.nodeType !== Node.ELEMENT_NODE || silent.includes(it.tagName) || it === labeled) return '';
                if (!isReferenced && isHidden(it)) return '';
                const text = givenName(it) || (it.matches('input, textarea') ? it.value : '')
                    || contentOf(it, isReferenced, labeled) || it.getAttribute('title') || '';
                return styleOf(it).display.startsWith('inline') ? text : ` ${text} `;
            }).join(''));
            const labelsOf = element => [...element.labels ?? []].map(it => contentOf(it, false, element)).join(' ');
            const givenName = element => {
                const label = element.getAttribute('aria-label')?.trim();
                if (label) return label;
                switch (element.localName) {
                case 'img': case 'area': return element.getAttribute('alt') ?? '';
                case 'input':
                    if (['submit', 'reset', 'button'].includes(element.type))
                        return element.value || {submit: 'Submit', reset: 'Reset'}[element.type] || '';
                    return element.type === 'image' ? element.alt : '';
                case 'svg': return element.querySelector(':scope > title')?.textContent ?? '';
                default: return '';
                }
            };
            const nameOf = element => {
                const root = element.getRootNode();
                const references = (element.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter(it => it)
                    .map(id => root.getElementById?.(id)).filter(it => it);
                if (references.length)
                    return squeeze(references.map(it => givenName(it) || contentOf(it, true)).join(' '));
                const child = {fieldset: 'legend', table: 'caption', figure: 'figcaption'}[element.localName];
                const title = child && element.querySelector(`:scope > ${child}`);
                return squeeze(
                    givenName(element) || labelsOf(element) || (title ? contentOf(title, false) : '')
                    || (named.includes(element.getAttribute('role') ?? '') || named.includes(nameRole(element))
                        ? contentOf(element, false) : '')
                    || element.getAttribute('title') || element.getAttribute('placeholder') || '');
            };
            // Those whose role depends on their name are not named by their content.
            const nameRole = element => ['form', 'section'].includes(element.localName) ? '' : roleOf(element);

            // What can have a label, and its labels.
            const byLabel = (root, value, isExact) => every(root).filter(it => {
                const label = it.getAttribute('aria-label') ?? '';
                const text = it.labels?.length ? labelsOf(it) : it.hasAttribute('aria-labelledby') ? nameOf(it) : label;
                return text !== '' && matches(text, value, isExact);
            });
            const byAttribute = (root, name, value, isExact) =>
                css(root, `[${name}]`).filter(it => matches(it.getAttribute(name), value, isExact));

            const find = (root, {kind, value, name, isExact}) => {
                switch (kind) {
                case 'css':
                    try { return css(root, value); } catch { throw `!${value} is not a CSS selector.`; }
                case 'text': return byText(root, value, isExact);
                case 'role': return every(root).filter(it =>
                    roleOf(it) === value && !isHidden(it)
                    && (name === undefined || matches(nameOf(it), name, isExact)));
                case 'label': return byLabel(root, value, isExact);
                case 'testid': return byAttribute(root, 'data-testid', value, true);
                default: return byAttribute(root, kind, value, isExact);
                }
            };
            const one = (root, target, title) => {
                const found = find(root, target);
                if (target.index !== undefined) {
                    const element = found.at(target.index);
                    if (element) return element;
                } else if (target.kind === 'css') {
                    if (found.length) return found[0];
                } else {
                    const shown = found.filter(isVisible);
                    if (shown.length > 1) throw `${shown.length} visible elements match ${title}; nth: chooses one.`;
                    if (found.length) return shown[0] ?? found[0];
                }
                throw `Nothing in the page matches ${title}.`;
            };

            // Frames.
            const enter = frames => {
                let place = {root: document, x: 0, y: 0, scaleX: 1, scaleY: 1, frames: []};
                for (const frame of frames) {
                    const element = one(place.root, frame, frame.title);
                    if (!('contentDocument' in element)) throw `!${frame.title} is not a frame.`;
                    if (!element.contentDocument)
                        throw `!The frame ${frame.title} shows another origin, whose elements cannot be found.`;
                    const inner = insideOf(element), {x, y, scaleX, scaleY} = place;
                    place = {
                        root: element.contentDocument, x: x + scaleX * inner.x, y: y + scaleY * inner.y,
                        scaleX: scaleX * inner.scaleX, scaleY: scaleY * inner.scaleY, frames: place.frames};
                    place.frames = [...place.frames, {...place, element}];
                }
                return place;
            };
            // Where a frame's document begins in the document around it, and how much larger it is shown there.
            const insideOf = frame => {
                const box = frame.getBoundingClientRect(), style = styleOf(frame);
                const scaleX = box.width / frame.offsetWidth || 1, scaleY = box.height / frame.offsetHeight || 1;
                return {
                    x: box.left + scaleX * (frame.clientLeft + parseFloat(style.paddingLeft)),
                    y: box.top + scaleY * (frame.clientTop + parseFloat(style.paddingTop)), scaleX, scaleY};
            };
            // The deepest element at a place of the view, and that place in its document.
            const hitAt = (x, y) => {
                let root = document, hit = null;
                for (;;) {
                    const next = root?.elementFromPoint(x, y);
                    if (!next || next === hit) return {element: hit, x, y};
                    hit = next;
                    if (hit.shadowRoot) { root = hit.shadowRoot; continue; }
                    if (!hit.contentDocument) return {element: hit, x, y};
                    const inner = insideOf(hit);
                    [root, x, y] = [hit.contentDocument, (x - inner.x) / inner.scaleX, (y - inner.y) / inner.scaleY];
                }
            };
            // Whether a text that can be selected is there, and the value of the property `cursor`.
            const cursorAt = (left, top) => {
                const {element: hit, x, y} = hitAt(left, top);
                if (!hit) return '0 default';
                const {cursor, userSelect, webkitUserSelect} = styleOf(hit);
                if (cursor !== 'auto') return `0 ${cursor}`;
                if (hit.closest('a[href]')) return '0 pointer';
                if (hit.isContentEditable || hit.matches('textarea, input:not([type])')) return '1 auto';
                if (hit.matches('input, button, select, label, option')) {
                    const isText = /^(text|search|email|url|tel|password|number)$/.test(hit.type);
                    return isText && hit.localName === 'input' ? '1 auto' : '0 auto';
                }
                if ((userSelect ?? webkitUserSelect) === 'none') return '0 auto';
                const range = hit.ownerDocument.createRange();
                const isOver = [...hit.childNodes].some(it => {
                    if (it.nodeType !== Node.TEXT_NODE) return false;
                    range.selectNodeContents(it);
                    return [...range.getClientRects()].some(
                        box => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
                });
                return `${isOver ? 1 : 0} auto`;
            };
            return {
                hitAt, cursorAt, isVisible, parentOf,
                all: target => find(enter(target.frames).root, target),
                locate: target => {
                    const element = one(enter(target.frames).root, target, target.title);
                    return {element, place: () => enter(target.frames), position: target.position};
                },
                textOf: element => squeeze(textOf(element, new Map())),
            };
        })();
        """

    /// A target as the library expects it, in JavaScript.
    static func literal(_ target: PageTarget) -> String {
        let texts = [
            ("kind", target.kind.rawValue), ("value", target.value), ("title", target.title),
        ]
        var fields = texts.map { "\($0.0): \(PageScripts.literal($0.1))" }
        if let name = target.name { fields.append("name: \(PageScripts.literal(name))") }
        if let index = target.index { fields.append("index: \(index)") }
        if let position = target.position { fields.append("position: [\(position.x), \(position.y)]") }
        fields.append("isExact: \(target.isExact)")
        fields.append("frames: [\(target.frames.map(literal).joined(separator: ", "))]")
        return "{\(fields.joined(separator: ", "))}"
    }
}
