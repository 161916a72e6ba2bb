// A list of any length, of which only the visible rows are in the document.
'use strict';

class RowList {
    /**
     * - label: The list's name for screen readers.
     * - rowHeight: The height of each row in pixels; the style sheet has the same.
     * - cells: Returns the contents of a row for an item.
     * - onSelect: Called with an item that the reader selected.
     */
    constructor({label, id, rowHeight, cells, onSelect, empty}) {
        Object.assign(this, {id, rowHeight, cells, onSelect});
        this.items = [];
        this.selected = -1;
        this.room = element('div', {class: 'room', role: 'presentation'});
        this.box = element('div', {class: 'rows', role: 'listbox', tabindex: '0', 'aria-label': label, id}, this.room);
        this.none = element('p', {class: 'none', hidden: true}, empty);
        this.element = element('div', {class: 'list'}, this.box, this.none);
        this.box.addEventListener('scroll', () => this.plan());
        this.box.addEventListener('keydown', event => this.hear(event));
        this.box.addEventListener('click', event => this.click(event));
        new ResizeObserver(() => this.plan()).observe(this.box);
    }

    show(items) {
        const before = this.items[this.selected];
        this.items = items;
        this.selected = items.indexOf(before);
        this.room.style.height = `${items.length * this.rowHeight}px`;
        this.box.hidden = items.length === 0;
        this.none.hidden = items.length > 0;
        this.draw();
    }

    /** Selects an item, or none; brings its row into view, but does not tell `onSelect`. */
    mark(item) {
        this.selected = this.items.indexOf(item);
        if (this.selected >= 0) this.reveal(this.selected);
        this.draw();
    }

    /** Brings the row into view that stands for a moment of playing. */
    reveal(index) {
        const [top, height] = [index * this.rowHeight, this.box.clientHeight];
        if (top < this.box.scrollTop) this.box.scrollTop = top;
        else if (top + this.rowHeight > this.box.scrollTop + height) this.box.scrollTop = top + this.rowHeight - height;
    }

    /** Selects the item that many rows away. */
    move(step) {
        if (this.items.length === 0) return;
        const start = this.selected < 0 ? (step > 0 ? -1 : this.items.length) : this.selected;
        this.choose(Math.min(Math.max(start + step, 0), this.items.length - 1));
    }

    choose(index) {
        const item = this.items[index];
        if (!item) return;
        this.mark(item);
        this.onSelect(item);
    }

    hear(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const page = Math.max(1, Math.floor(this.box.clientHeight / this.rowHeight) - 1);
        const steps = {
            ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.items.length, End: this.items.length,
        };
        if (!(event.key in steps)) return;
        event.preventDefault();
        this.move(steps[event.key]);
    }

    click(event) {
        const row = event.target.closest('[role=option]');
        if (row) this.choose(Number(row.dataset.index));
    }

    /** Draws before the next picture, once for many scroll events. */
    plan() {
        if (this.planned) return;
        this.planned = requestAnimationFrame(() => {
            this.planned = 0;
            this.draw();
        });
    }

    draw() {
        // Some rows beyond the edges, so that scrolling does not show gaps.
        const spare = 6;
        const first = Math.max(0, Math.floor(this.box.scrollTop / this.rowHeight) - spare);
        const count = Math.ceil((this.box.clientHeight || 400) / this.rowHeight) + 2 * spare;
        const rows = this.items.slice(first, first + count).map((item, offset) => this.row(item, first + offset));
        const isSelectedDrawn = this.selected >= first && this.selected < first + count;
        this.room.replaceChildren(...rows);
        if (isSelectedDrawn) this.box.setAttribute('aria-activedescendant', `${this.id}-${this.selected}`);
        else this.box.removeAttribute('aria-activedescendant');
    }

    row(item, index) {
        const row = element('div', {
            id: `${this.id}-${index}`, role: 'option', class: item.isProblem ? 'row problem' : 'row',
            'aria-selected': String(index === this.selected), 'aria-posinset': index + 1,
            'aria-setsize': this.items.length, 'data-index': index,
        }, ...this.cells(item));
        row.style.top = `${index * this.rowHeight}px`;
        return row;
    }
}
