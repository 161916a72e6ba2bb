/// The scripts that prepare and check user input.
///
/// Each returns a reason for users, which begins with ``failure``, or what it found.
enum InputScripts {
    /// The beginning of a reason.
    static let failure: Character = "!"

    /// What a pointer does at an element.
    enum PointerAction {
        case hover, click
    }

    /// A script that finds an element.
    private static func find(_ selector: String) -> String {
        """
        const selector = \(PageScripts.literal(selector));
        const fail = reason => '\(failure)' + reason;
        let element;
        try { element = document.querySelector(selector); } catch { return fail(`${selector} is not a CSS selector.`); }
        if (!element) return fail(`Nothing in the page matches ${selector}.`);
        """
    }

    /// Finds the boxes of an element, as far as the view and the element's scroll containers show them.
    private static let boxes = """
        const clips = [];
        for (let it = element; it && getComputedStyle(it).position !== 'fixed'; it = it.parentElement) {
            const parent = it.parentElement;
            if (!parent || parent === document.body || parent === document.documentElement) break;
            if (getComputedStyle(parent).overflow !== 'visible') clips.push(parent);
        }
        const cut = (box, by) => ({
            left: Math.max(box.left, by.left), right: Math.min(box.right, by.right),
            top: Math.max(box.top, by.top), bottom: Math.min(box.bottom, by.bottom)});
        const hasSize = box => box.right > box.left && box.bottom > box.top;
        const view = () => ({left: 0, top: 0, right: innerWidth, bottom: innerHeight});
        const boxes = () => [...element.getClientRects()].filter(hasSize);
        if (!boxes().length) return fail(`${selector} is not visible: it takes no space in the page.`);
        const shown = () => {
            const inView = cut(boxes()[0], view());
            return clips.reduce((box, it) => cut(box, it.getBoundingClientRect()), inView);
        };
        if (!hasSize(shown())) element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        // An ancestor with scroll bars need not clip an element that is positioned.
        const box = [shown(), cut(boxes()[0] ?? shown(), view())].find(hasSize);
        if (!box) return fail(`${selector} cannot be scrolled into view.`);
        """

    /// Chooses the point for the pointer at an element, which is scrolled into view, and checks that the
    /// element can be used there: visible, enabled for a click, and not covered.
    ///
    /// The rules are Playwright's, whose name for them is actionability.
    ///
    /// - Parameter pointer: Where the pointer is, once it was moved to the element.
    /// - Returns: A script. It returns the point in CSS pixels as `x y`, or nothing if the element gets
    ///   the events of the pointer.
    static func aim(at selector: String, for action: PointerAction, pointer: (x: Double, y: Double)?) -> String {
        """
        \(find(selector))
        const {visibility, pointerEvents} = getComputedStyle(element);
        if (visibility !== 'visible') return fail(`${selector} is not visible (visibility: ${visibility}).`);
        const isField = element.matches('input, textarea, select') || element.isContentEditable;
        const control = isField ? element
            : element.closest('button, a, [role=button], [role=link]') ?? element;
        if (\(action == .click) && (control.matches(':disabled') || control.closest('[aria-disabled=true]')))
            return fail(`${selector} is disabled.`);
        \(boxes)
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const pointer = \(pointer.map { "[\($0.x), \($0.y)]" } ?? "null");
        if (!pointer) return `${x} ${y}`;
        const hit = document.elementFromPoint(...pointer);
        const isHit = hit && (control.contains(hit) || [...element.labels ?? []].some(it => it.contains(hit)));
        if (isHit) return '';
        if (Math.hypot(x - pointer[0], y - pointer[1]) > 1) return `${x} ${y}`;
        if (pointerEvents === 'none') return fail(`${selector} gets no pointer events (pointer-events: none).`);
        if (element.closest('[inert]')) return fail(`${selector} is inert.`);
        const name = it => it.localName + (it.id ? '#' + it.id : [...it.classList].map(it => '.' + it).join(''));
        if (hit?.contains(element))
            return fail(`${selector} gets no pointer events at its center; ${name(hit)} behind it does.`);
        // The nearest with a name, because the topmost may be a nameless part of it.
        let cover = hit;
        while (cover && !cover.id && !cover.classList.length && !cover.parentElement?.contains(element))
            cover = cover.parentElement;
        return fail(`${selector} is covered by ${hit ? name(cover ?? hit) : 'something outside of the page'}.`);
        """
    }

    /// Checks that the focused element takes text, after a click on an element.
    static func expectFocus(after selector: String) -> String {
        """
        \(find(selector))
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        const isEditable = active?.isContentEditable || document.designMode === 'on';
        if (!isEditable && (!active || active === document.body || active === document.documentElement))
            return fail(`${selector} does not take the focus, so nothing can be typed into it.`);
        if (active.readOnly) return fail(`${selector} is read-only.`);
        return '';
        """
    }

    /// Scrolls until an element is centered, as far as the page allows.
    static func scroll(to selector: String) -> String {
        """
        \(find(selector))
        element.scrollIntoView({block: 'center', behavior: 'instant'});
        \(boxes)
        return '';
        """
    }

    /// Scrolls the page.
    ///
    /// - Parameter distance: In CSS pixels; positive is down.
    static func scroll(by distance: Double) -> String {
        """
        const before = scrollY;
        scrollBy({top: \(distance), behavior: 'instant'});
        if (scrollY !== before || \(distance) === 0) return '';
        return '\(failure)The page does not scroll any further \(distance > 0 ? "down" : "up").';
        """
    }
}
