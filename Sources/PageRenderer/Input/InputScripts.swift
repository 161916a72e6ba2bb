internal import EngineLink

/// The scripts that prepare and check user input.
///
/// Each returns a reason for users, which begins with ``failure``, or what it found. A reason that begins with it twice
/// stays, however long one waits.
enum InputScripts {
    /// The beginning of a reason.
    static let failure: Character = "!"

    /// What a pointer does at an element.
    enum PointerAction {
        case hover, click
    }

    /// A script that may throw reasons as texts.
    ///
    /// - Parameter body: JavaScript; it has the functions of ``LocatorScripts``.
    static func script(_ body: String) -> String {
        """
        \(LocatorScripts.need)
        const {all, hitAt, isVisible, locate, parentOf, textOf} = pagereelLocators;
        const fail = reason => { throw reason; };
        try {
        \(body)
        } catch (reason) {
            if (typeof reason !== 'string') throw reason;
            return '\(failure)' + reason;
        }
        """
    }

    /// Finds an element.
    static func find(_ target: PageTarget) -> String {
        """
        const title = \(PageScripts.literal(target.title));
        const {element, place, position} = locate(\(LocatorScripts.literal(target)));
        """
    }

    /// Finds the boxes of an element, as far as the view and the element's scroll containers show them.
    static let boxes = """
        const inner = element.ownerDocument.defaultView;
        const clips = [];
        for (let it = element; it?.nodeType === Node.ELEMENT_NODE; it = parentOf(it)) {
            const parent = parentOf(it), root = element.ownerDocument;
            if (inner.getComputedStyle(it).position === 'fixed') break;
            if (!parent || [root, root.body, root.documentElement].includes(parent)) break;
            if (inner.getComputedStyle(parent).overflow !== 'visible') clips.push(parent);
        }
        const cut = (box, by) => ({
            left: Math.max(box.left, by.left), right: Math.min(box.right, by.right),
            top: Math.max(box.top, by.top), bottom: Math.min(box.bottom, by.bottom)});
        const hasSize = box => box.right > box.left && box.bottom > box.top;
        const view = () => {
            const {x, y, scaleX, scaleY} = place();
            return {
                left: Math.max(0, -x / scaleX), top: Math.max(0, -y / scaleY),
                right: Math.min(inner.innerWidth, (innerWidth - x) / scaleX),
                bottom: Math.min(inner.innerHeight, (innerHeight - y) / scaleY)};
        };
        const boxes = () => [...element.getClientRects()].filter(hasSize);
        if (!boxes().length) fail(`${title} is not visible: it takes no space in the page.`);
        const shown = () => {
            const inView = cut(boxes()[0], view());
            return clips.reduce((box, it) => cut(box, it.getBoundingClientRect()), inView);
        };
        if (!hasSize(shown())) element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        // An ancestor with scroll bars need not clip an element that is positioned.
        const visibleBox = () => [shown(), cut(boxes()[0] ?? shown(), view())].find(hasSize)
            ?? fail(`${title} cannot be scrolled into view.`);
        visibleBox();
        """

    /// Finds the point for the pointer at an element, in CSS pixels of the view.
    private static let spot = """
        const spot = () => {
            const {x, y, scaleX, scaleY} = place();
            if (!position) {
                const box = visibleBox();
                return [x + scaleX * (box.left + box.right) / 2, y + scaleY * (box.top + box.bottom) / 2];
            }
            const point = () => {
                const {left, top} = element.getBoundingClientRect();
                return [left + element.clientLeft + position[0], top + element.clientTop + position[1]];
            };
            const isShown = ([x, y], {left, top, right, bottom} = view()) =>
                x >= left && x < right && y >= top && y < bottom;
            if (!isShown(point())) {
                const [left, top] = point();
                inner.scrollBy({
                    left: left - inner.innerWidth / 2, top: top - inner.innerHeight / 2, behavior: 'instant'});
            }
            const [left, top] = point();
            if (!isShown([left, top])) fail(`The position ${position} of ${title} cannot be scrolled into view.`);
            return [x + scaleX * left, y + scaleY * top];
        };
        """

    /// Finds where an element is.
    ///
    /// - Returns: A script. It returns the sides of its box in CSS pixels, and `begins` if an animation is about to begin,
    ///   separated by spaces.
    static func outline(of target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const {left, top, right, bottom} = element.getBoundingClientRect(), {x, y, scaleX, scaleY} = place();
            // What begins to move is at the same place at its first two refreshes.
            let begins = false;
            for (let it = element; it?.nodeType === Node.ELEMENT_NODE; it = parentOf(it))
                begins ||= it.getAnimations().some(it => it.pending && it.playState === 'running');
            return [
                left * scaleX + x, top * scaleY + y, right * scaleX + x, bottom * scaleY + y, ...begins ? ['begins'] : [],
            ].join(' ');
            """)
    }

    /// Finds the center of an element, or its position that is meant, wherever that is.
    ///
    /// - Returns: A script. It returns `x y` in CSS pixels of the view.
    static func center(of target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const {left, top, right, bottom} = element.getBoundingClientRect(), {x, y, scaleX, scaleY} = place();
            const point = position
                ? [left + element.clientLeft + position[0], top + element.clientTop + position[1]]
                : [(left + right) / 2, (top + bottom) / 2];
            return `${x + scaleX * point[0]} ${y + scaleY * point[1]}`;
            """)
    }

    /// Chooses the point for the pointer at an element, which is scrolled into view, and checks that the
    /// element can be used there: visible, enabled for a click, and not covered.
    ///
    /// The rules are Playwright's, whose name for them is actionability.
    ///
    /// - Parameter pointer: Where the pointer is, once it was moved to the element.
    /// - Returns: A script. It returns the point in CSS pixels as `x y`, or nothing if the element gets
    ///   the events of the pointer.
    static func aim(at target: PageTarget, for action: PointerAction, pointer: (x: Double, y: Double)?) -> String {
        script(
            """
            \(find(target))
            const {visibility, pointerEvents} = element.ownerDocument.defaultView.getComputedStyle(element);
            if (visibility !== 'visible') fail(`${title} is not visible (visibility: ${visibility}).`);
            const isField = element.matches('input, textarea, select') || element.isContentEditable;
            const control = isField ? element
                : element.closest('button, a, [role=button], [role=link]') ?? element;
            if (\(action == .click) && (control.matches(':disabled') || control.closest('[aria-disabled=true]')))
                fail(`${title} is disabled.`);
            \(boxes)
            \(spot)
            let [x, y] = spot();
            const {frames} = place();
            const pointer = \(pointer.map { "[\($0.x), \($0.y)]" } ?? "null");
            if (!pointer) return `${x} ${y}`;
            const deepest = (root, from) => {
                const [x, y] = [(pointer[0] - from.x) / from.scaleX, (pointer[1] - from.y) / from.scaleY];
                let hit = root.elementFromPoint(x, y);
                for (let it; (it = hit?.shadowRoot?.elementFromPoint(x, y)) && it !== hit;) hit = it;
                return hit;
            };
            const holds = (outer, it) => {
                while (it && it !== outer) it = parentOf(it);
                return Boolean(it);
            };
            // Each frame on the way has to get the events, too.
            let hit, root = document, from = {x: 0, y: 0, scaleX: 1, scaleY: 1}, aimed = [control, ...element.labels ?? []];
            for (const frame of [...frames, null]) {
                hit = deepest(root, from);
                if (!frame) break;
                if (!holds(frame.element, hit)) { aimed = []; break; }
                [root, from] = [frame.element.contentDocument, frame];
            }
            if (hit && aimed.some(it => holds(it, hit))) return '';
            if (Math.hypot(x - pointer[0], y - pointer[1]) > 1) return `${x} ${y}`;
            if (pointerEvents === 'none') fail(`${title} gets no pointer events (pointer-events: none).`);
            if (element.closest('[inert]')) fail(`${title} is inert.`);
            const name = it => it.localName + (it.id ? '#' + it.id : [...it.classList].map(it => '.' + it).join(''));
            if (hit && holds(hit, element))
                fail(`${title} gets no pointer events ${position ? 'there' : 'at its center'}; ${name(hit)} behind it does.`);
            // What stays while the page scrolls, such as a header, need not cover the element elsewhere.
            let fixed = hit;
            while (fixed && !/fixed|sticky/.test(inner.getComputedStyle(fixed).position)) fixed = fixed.parentElement;
            const middle = root.elementFromPoint(inner.innerWidth / 2, inner.innerHeight / 2);
            if (fixed && !holds(fixed, element) && !holds(fixed, middle)) {
                element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
                const before = [x, y];
                [x, y] = spot();
                if (Math.hypot(x - before[0], y - before[1]) > 1) return `${x} ${y}`;
            }
            // The nearest with a name, because the topmost may be a nameless part of it.
            let cover = hit;
            while (cover && !cover.id && !cover.classList.length && !(cover.parentElement && holds(cover.parentElement, element)))
                cover = cover.parentElement;
            fail(`${title} is covered by ${hit ? name(cover ?? hit) : 'something outside of the page'}.`);
            """)
    }

    /// Reads the CSS cursor at a place, and whether a text is there that can be selected.
    ///
    /// - Returns: A script. It returns `1` or `0`, a space, and the value of the property `cursor`.
    static func cursor(at place: (x: Double, y: Double)) -> String {
        """
        \(LocatorScripts.need)
        return pagereelLocators.cursorAt(\(place.x), \(place.y));
        """
    }

    /// Checks that the focused element takes text, after a click on an element.
    static func expectFocus(after target: PageTarget) -> String {
        script(
            """
            \(find(target))
            const page = element.ownerDocument;
            let active = page.activeElement;
            while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
            const isEditable = active?.isContentEditable || page.designMode === 'on';
            if (!isEditable && (!active || active === page.body || active === page.documentElement))
                fail(`!${title} does not take the focus, so nothing can be typed into it.`);
            if (active.readOnly) fail(`!${title} is read-only.`);
            return '';
            """)
    }

    /// Checks a condition of an element; returns nothing if it is met.
    static func check(_ condition: PageCondition) -> String {
        switch condition {
        case .state(let target, let state): script(check(target, state))
        case .text(let target, let text, let isExact):
            script(
                """
                \(find(target))
                const shown = element.matches('input, textarea, select') ? element.value : textOf(element);
                const wanted = \(PageScripts.literal(text)).replace(/\\s+/g, ' ').trim();
                if (\(isExact) ? shown === wanted : shown.toLowerCase().includes(wanted.toLowerCase())) return '';
                fail(`${title} shows '${shown.slice(0, 200)}', not '${wanted}'.`);
                """)
        case .value(let target, let value):
            script(
                """
                \(find(target))
                const wanted = \(PageScripts.literal(value));
                if (element.value === wanted) return '';
                fail(`${title} has ${element.value === undefined ? 'no value' : 'another value'}.`);
                """)
        case .count(let target, let count):
            script(
                """
                const title = \(PageScripts.literal(target.title));
                const found = all(\(LocatorScripts.literal(target))).length;
                if (found !== \(count)) fail(`${found} elements match ${title}, not \(count).`);
                return '';
                """)
        case .address, .networkIdle, .signal, .script: "return '';"
        }
    }

    private static func check(_ target: PageTarget, _ state: PageCondition.State) -> String {
        let test =
            switch state {
            case .hidden: "!found.some(isVisible)"
            case .detached: "!found.length"
            case .attached: "element"
            case .visible: "found.some(isVisible)"
            case .enabled: "element && !isDisabled(element)"
            case .disabled: "element && isDisabled(element)"
            case .editable: "element && !isDisabled(element) && !element.readOnly"
            case .checked: "element && isChecked(element)"
            case .unchecked: "element && !isChecked(element)"
            case .focused: "element && element.getRootNode().activeElement === element"
            }
        let wanted =
            switch state {
            case .attached: "in the page"
            case .detached: "gone"
            default: state.rawValue
            }
        let index = target.index.map(String.init) ?? "undefined"
        return """
            const title = \(PageScripts.literal(target.title)), index = \(index);
            const isDisabled = it => it.matches(':disabled') || Boolean(it.closest('[aria-disabled=true]'));
            const isChecked = it => (it.control ?? it).checked ?? it.getAttribute('aria-checked') === 'true';
            let found = [];
            try { found = all(\(LocatorScripts.literal(target))); } catch (reason) {
                // The frame may come, or have gone.
                if (typeof reason !== 'string' || reason.startsWith('!')) throw reason;
            }
            if (index !== undefined) found = [found.at(index)].filter(it => it);
            const element = found.find(isVisible) ?? found[0];
            if (\(test)) return '';
            if (element) fail(`${title} is not \(wanted).`);
            fail(`Nothing in the page matches ${title}.`);
            """
    }
}
