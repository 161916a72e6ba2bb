internal import EngineLink

/// The scripts for HTML's drag and drop.
///
/// GTK would drag with the display server's pointer, which pages off screen do not have. So the page gets the events of
/// the HTML standard ("Drag and drop", 6.11) from a script; unlike a user's, they are not trusted (`isTrusted`).
enum DragScripts {
    /// The answer of ``begin(_:)`` if the page's element is dragged.
    static let isDragged = "dragged"

    /// Begins to drag an element that is draggable, and tells whether it is.
    static func begin(_ target: PageTarget) -> String {
        """
        \(LocatorScripts.need)
        const {element} = pagereelLocators.locate(\(LocatorScripts.literal(target)));
        const source = element.closest('[draggable=true]');
        if (!source) return '';
        const data = new source.ownerDocument.defaultView.DataTransfer();
        const drag = globalThis.pagereelDrag = {
            source, over: null, isAllowed: false,
            send: (it, type, x, y) => {
                const event = new DragEvent(type, {
                    bubbles: true, composed: true, cancelable: !['dragleave', 'dragend'].includes(type),
                    clientX: x, clientY: y, dataTransfer: data});
                return it.dispatchEvent(event);
            }};
        const box = source.getBoundingClientRect();
        if (drag.send(source, 'dragstart', (box.left + box.right) / 2, (box.top + box.bottom) / 2)) return '\(isDragged)';
        delete globalThis.pagereelDrag;
        return '';
        """
    }

    /// Moves what is dragged to a place of the view.
    static func move(to place: (x: Double, y: Double)) -> String {
        """
        \(LocatorScripts.need)
        const drag = globalThis.pagereelDrag;
        const {element: over, x, y} = pagereelLocators.hitAt(\(place.x), \(place.y));
        drag.place = [x, y];
        drag.send(drag.source, 'drag', x, y);
        if (over !== drag.over) {
            if (over) drag.send(over, 'dragenter', x, y);
            if (drag.over) drag.send(drag.over, 'dragleave', x, y);
            drag.over = over;
        }
        drag.isAllowed = Boolean(over) && !drag.send(over, 'dragover', x, y);
        return '';
        """
    }

    /// Ends the drag where it is; the element there gets it if it wanted to.
    static let drop = """
        const drag = globalThis.pagereelDrag, [x, y] = drag.place;
        delete globalThis.pagereelDrag;
        if (drag.over) drag.send(drag.over, drag.isAllowed ? 'drop' : 'dragleave', x, y);
        drag.send(drag.source, 'dragend', x, y);
        return drag.isAllowed ? '' : '!!Nothing takes what was dragged there.';
        """
}
