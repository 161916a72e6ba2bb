internal import EngineLink

// The scripts that scroll.

extension InputScripts {
    /// Scrolls until an element is centered, as far as the page allows.
    static func scroll(to target: PageTarget) -> String {
        script(
            """
            \(find(target))
            element.scrollIntoView({block: 'center', behavior: 'instant'});
            \(boxes)
            return '';
            """)
    }

    /// Scrolls an element into view unless it is there.
    static func reveal(_ target: PageTarget) -> String {
        script(
            """
            \(find(target))
            \(boxes)
            return '';
            """)
    }

    /// Plans to scroll everything around an element that hides it, without doing so.
    ///
    /// - Parameter isCentered: Whether the element is to be centered, even if it is in view.
    /// - Returns: A script. It returns the largest distance in CSS pixels, and `page` if only the page scrolls, up or down;
    ///   nothing if nothing scrolls.
    static func plan(_ target: PageTarget, isCentered: Bool) -> String {
        script(
            """
            \(find(target))
            const around = [];
            for (let it = element; it;) {
                const isDocument = it.nodeType === Node.DOCUMENT_NODE;
                if (isDocument || it.nodeType === Node.ELEMENT_NODE) around.push(isDocument ? it.scrollingElement : it);
                it = isDocument ? it.defaultView?.frameElement : parentOf(it);
            }
            const placeOf = it => [it.scrollLeft, it.scrollTop];
            const before = new Map(around.filter(it => it).map(it => [it, placeOf(it)]));
            const scroll = (it, [left, top]) => it.scrollTo({left, top, behavior: 'instant'});
            if (\(isCentered)) element.scrollIntoView({block: 'center', behavior: 'instant'});
            \(boxes)
            const moved = [...before].map(([it, from]) => ({it, from, to: placeOf(it)}))
                .filter(({from, to}) => from[0] !== to[0] || from[1] !== to[1]);
            if (!moved.length) return '';
            moved.forEach(({it, from}) => scroll(it, from));
            globalThis.pagereelGlide = part => moved.forEach(({it, from, to}) =>
                scroll(it, [0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * part)));
            const distance = Math.max(...moved.map(({from, to}) => Math.hypot(to[0] - from[0], to[1] - from[1])));
            const isPage = moved.every(({it, from, to}) => it === document.scrollingElement && from[0] === to[0]);
            return `${distance}${isPage ? ' page' : ''}`;
            """)
    }

    /// Does a part, from 0 to 1, of what ``plan(_:isCentered:)`` planned.
    static func glide(_ part: Double) -> String {
        """
        globalThis.pagereelGlide?.(\(part));
        if (\(part) === 1) delete globalThis.pagereelGlide;
        return '';
        """
    }

    /// Scrolls the page.
    ///
    /// - Parameter distance: In CSS pixels; positive is down.
    static func scroll(by distance: Double) -> String {
        script(
            """
            const before = scrollY;
            scrollBy({top: \(distance), behavior: 'instant'});
            if (scrollY !== before || \(distance) === 0) return '';
            fail(`The page does not scroll any further \(distance > 0 ? "down" : "up").`);
            """)
    }
}
