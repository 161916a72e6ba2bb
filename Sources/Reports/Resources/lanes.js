// The lanes of the time line: how they draw what happened, and which entry is below the pointer.
'use strict';

/** Whether an entry is drawn last, above the others. */
const stands = (entry, scale) => entry.isProblem || entry === scale.selected;

/** Entries as marks, with their texts where there is room. */
class MarkLane {
    constructor(name, entries, hasText = true) {
        Object.assign(this, {name, entries, hasText, height: 22});
    }

    draw(pen, scale, top) {
        this.entries.forEach((entry, index) => {
            const x = scale.x(entry.time);
            const end = entry.end === undefined ? x : scale.x(entry.end);
            if (end < -20 || x > scale.width + 20) return;
            if (end - x > 2) pen.bar(x, top + 18, end - x, 2, entry.isProblem ? 'wrong' : 'accent');
            if (!stands(entry, scale)) this.mark(pen, scale, top, entry);
            if (!this.hasText) return;
            const next = this.entries[index + 1];
            const room = Math.min(next ? scale.x(next.time) : scale.width, scale.width) - x - 16;
            if (room > 30) pen.text(oneLine(entry.text, 80), x + 8, top + 15, room);
        });
        for (const entry of this.entries) if (stands(entry, scale)) this.mark(pen, scale, top, entry);
    }

    mark(pen, scale, top, entry) {
        const color = this.hasText ? 'accent' : 'faint';
        pen.mark(scale.x(entry.time), top + 11, entry.isProblem, entry === scale.selected, color);
    }

    hit(x, y, scale) {
        const near = this.entries.filter(it => x >= scale.x(it.time) - 7 && x <= scale.x(it.end ?? it.time) + 7);
        return closest(near, entry => Math.abs(scale.x(entry.time) - x));
    }
}

/** Requests in rows, so that those at the same time are side by side. */
class RequestLane {
    constructor(name, entries, span) {
        Object.assign(this, {name, entries, pitch: 6});
        this.rows = RequestLane.arrange(entries, span / 150);
        this.height = this.rows.reduce((most, row) => Math.max(most, row + 1), 2) * this.pitch + 8;
    }

    /** The row of each entry: the first that is free, or any if none is. */
    static arrange(entries, gap) {
        const ends = Array(8).fill(-Infinity);
        return entries.map((entry, index) => {
            const free = ends.findIndex(end => end <= entry.time);
            const row = free < 0 ? index % ends.length : free;
            ends[row] = Math.max(ends[row], (entry.end ?? Infinity), entry.time + gap);
            return row;
        });
    }

    /** The left and right edge of an entry; a request without an end reaches to the end of the run. */
    edges(entry, scale) {
        const x = scale.x(entry.time);
        return [x, Math.max(x + 3, scale.x(entry.end ?? scale.last))];
    }

    draw(pen, scale, top) {
        this.entries.forEach((entry, index) => {
            const [x, end] = this.edges(entry, scale);
            if (end < 0 || x > scale.width) return;
            pen.bar(x, this.y(index, top), end - x, 4, entry.isProblem ? 'wrong' : 'faint');
        });
        this.entries.forEach((entry, index) => {
            if (!stands(entry, scale)) return;
            const [x, end] = this.edges(entry, scale);
            if (entry.isProblem) pen.mark(x, this.y(index, top) + 2, true, entry === scale.selected);
            else pen.ring(x, this.y(index, top), end - x, 4);
        });
    }

    y(index, top) { return top + 4 + this.rows[index] * this.pitch; }

    hit(x, y, scale) {
        const near = this.entries
            .map((entry, index) => ({entry, edges: this.edges(entry, scale), row: this.rows[index]}))
            .filter(({edges}) => x >= edges[0] - 4 && x <= edges[1] + 4);
        return closest(near, it => Math.abs(4 + it.row * this.pitch + 2 - y))?.entry;
    }
}

/** Lengths in real time at page times: the longer, the higher. */
class LengthLane {
    constructor(name, entries) {
        Object.assign(this, {name, entries, height: 30});
        this.longest = entries.reduce((most, it) => Math.max(most, it.length), 0);
    }

    draw(pen, scale, top) {
        for (const entry of this.entries) {
            const x = scale.x(entry.time);
            if (x < -4 || x > scale.width + 4) continue;
            // The square root keeps short ones visible beside a long one.
            const height = 4 + (this.height - 8) * Math.sqrt(entry.length / this.longest);
            const isSelected = entry === scale.selected;
            pen.bar(x - 1.5, top + this.height - 2 - height, 3, height, isSelected ? 'accent' : 'faint');
            if (isSelected) pen.ring(x - 1.5, top + this.height - 2 - height, 3, height);
        }
    }

    hit(x, y, scale) {
        const near = this.entries.filter(it => Math.abs(scale.x(it.time) - x) <= 6);
        return closest(near, entry => Math.abs(scale.x(entry.time) - x));
    }
}

/** The item with the smallest distance; `undefined` without items. */
function closest(items, distance) {
    let [found, least] = [undefined, Infinity];
    for (const item of items) {
        const far = distance(item);
        if (far < least) [found, least] = [item, far];
    }
    return found;
}

/** The lanes of a run that have something in them. */
function lanesOf(entries, time) {
    const of = (...names) => entries.moments.filter(it => names.includes(it.kind) && it.time !== undefined);
    const clock = kind => entries.clock.filter(it => it.kind === kind);
    return [
        new MarkLane('Signals', of('signal')),
        new MarkLane('Marks', of('mark', 'caption')),
        new MarkLane('Steps', of('step')),
        new MarkLane('Page errors', of('error')),
        new MarkLane('Warnings', of('warning')),
        new MarkLane('Console', of('console'), false),
        new RequestLane('Requests', entries.requests, time.to - time.from),
        new LengthLane('Clock held', clock('hold')),
        new LengthLane('Long frames', clock('frame')),
    ].filter(lane => lane.entries.length > 0);
}

/** Draws shapes in the page's colors, which follow its theme. */
class Pen {
    constructor(context, colors) {
        Object.assign(this, {context, colors});
        context.font = '11px system-ui, sans-serif';
    }

    bar(x, y, width, height, color) {
        this.context.fillStyle = this.colors[color];
        this.context.fillRect(x, y, Math.max(width, 1), height);
    }

    ring(x, y, width, height) {
        this.context.strokeStyle = this.colors.ink;
        this.context.lineWidth = 1.5;
        this.context.strokeRect(x - 2, y - 2, width + 4, height + 4);
    }

    /** A circle; for a problem, a diamond, so that color is not all that tells. */
    mark(x, y, isProblem, isSelected, color = 'accent') {
        const {context, colors} = this;
        context.beginPath();
        if (isProblem) for (const [dx, dy] of [[0, -6], [6, 0], [0, 6], [-6, 0]]) context.lineTo(x + dx, y + dy);
        else context.arc(x, y, 4, 0, 7);
        context.closePath();
        context.fillStyle = colors[isProblem ? 'wrong' : color];
        context.fill();
        context.strokeStyle = isSelected ? colors.ink : colors.card;
        context.lineWidth = isSelected ? 2.5 : 1;
        context.stroke();
    }

    /** A text that ends with an ellipsis where there is no more room. */
    text(words, x, y, room, color = 'ink') {
        const {context} = this;
        let shown = words;
        // Measuring each length would be slow; the average width tells how much to leave out.
        const width = context.measureText(words).width;
        if (width > room) shown = `${beginning(words, Math.max(0, Math.floor(words.length * room / width) - 2))}…`;
        context.fillStyle = this.colors[color];
        context.fillText(shown, x, y);
    }

    /** Stripes over a part that the media does not have. */
    shade(x, y, width, height) {
        const {context} = this;
        if (width <= 0) return;
        context.save();
        context.beginPath();
        context.rect(x, y, width, height);
        context.clip();
        context.strokeStyle = this.colors.stripe;
        context.lineWidth = 1;
        context.beginPath();
        // Stripes stay where they are when the part begins elsewhere.
        for (let start = Math.floor((x - height) / 9) * 9; start < x + width; start += 9) {
            context.moveTo(start, y + height);
            context.lineTo(start + height, y);
        }
        context.stroke();
        context.restore();
    }
}
