/// The scripts that prepare a click.
enum InputScripts {
    /// A script that finds an element or reports that nothing matches.
    private static func find(_ selector: String) -> String {
        """
        const selector = \(PageScripts.literal(selector));
        const element = document.querySelector(selector);
        if (!element) return `Nothing in the page matches ${selector}.`;
        """
    }

    /// Scrolls an element into view.
    ///
    /// Returns the center of its visible part in CSS pixels, or the reason why it cannot be
    /// clicked.
    static func middle(of selector: String) -> String {
        find(selector) + """

            const boxes = () => [...element.getClientRects()].filter(it => it.width > 0 && it.height > 0);
            const middle = box => [
                (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2,
                (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2,
            ];
            const isInView = box => box && box.left < innerWidth && box.right > 0 && box.top < innerHeight && box.bottom > 0;
            if (!isInView(boxes()[0])) element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
            const box = boxes()[0];
            if (!isInView(box)) return `${selector} has no place in the page that could be seen.`;
            const [x, y] = middle(box);
            const top = document.elementFromPoint(x, y);
            if (!top || !(element.contains(top) || top.contains(element) || top.shadowRoot?.contains(element)
                || element.labels?.length && [...element.labels].some(it => it.contains(top)))) {
                const cover = top ? `<${top.localName}${top.id ? '#' + top.id : ''}>` : 'nothing';
                return `${selector} is covered by ${cover}, which would get the click.`;
            }
            return `${x} ${y}`;
            """
    }

    /// Scrolls until an element is centered.
    static func scroll(to selector: String) -> String {
        find(selector) + "\nelement.scrollIntoView({block: 'center', behavior: 'instant'}); return '';"
    }
}
