// The time line: a film strip, the axes of the page's and the media's time, and the lanes below them.
'use strict';

/** The space at both ends of the lanes, in pixels. */
const margin = 10;
const axisHeight = 20;

class TimeLine {
    /**
     * - onTime: Called with a page time that the reader chose.
     * - onSelect: Called with an entry that the reader chose.
     */
    constructor({onTime, onSelect}) {
        Object.assign(this, {onTime, onSelect});
        this.canvas = element('canvas', {'aria-hidden': 'true'});
        this.cursor = element('div', {class: 'cursor', 'aria-hidden': 'true'}, element('span'));
        this.tip = element('div', {class: 'tip', 'aria-hidden': 'true', hidden: true});
        this.slider = element('div', {class: 'lanes', role: 'slider', tabindex: '0', 'aria-label': 'Page time'},
            this.canvas, this.cursor, this.tip);
        this.labels = element('ul', {class: 'labels'});
        this.strip = new FilmStrip(pageTime => this.onTime(pageTime));
        this.overview = new Overview((from, to) => this.look(from, to));
        this.element = element('section', {class: 'timeline', 'aria-label': 'Time line'}, this.head(),
            element('div', {class: 'body'}, this.strip.element, this.labels, this.slider, this.overview.element));
        this.listen();
    }

    head() {
        this.range = element('p', {class: 'range'});
        const buttons = [
            iconButton('left', 'Earlier', () => this.pan(-0.5), 'Shift+←'),
            iconButton('right', 'Later', () => this.pan(0.5), 'Shift+→'),
            iconButton('less', 'Zoom out', () => this.zoom(2), '-'),
            iconButton('more', 'Zoom in', () => this.zoom(0.5), '+'),
            iconButton('all', 'Show all of it', () => this.look(this.time.from, this.time.to), '0'),
        ];
        return element('div', {class: 'head'}, element('h2', {}, 'Time line'), this.range,
            element('div', {class: 'buttons', role: 'group', 'aria-label': 'View of the time line'}, ...buttons));
    }

    listen() {
        const lanes = this.slider;
        lanes.addEventListener('pointerdown', event => this.press(event));
        lanes.addEventListener('pointermove', event => this.hover(event));
        lanes.addEventListener('pointerup', () => { this.isDragging = false; });
        lanes.addEventListener('pointercancel', () => { this.isDragging = false; });
        lanes.addEventListener('pointerleave', () => { this.tip.hidden = true; });
        lanes.addEventListener('wheel', event => this.turn(event), {passive: false});
        lanes.addEventListener('keydown', event => this.hear(event));
        new ResizeObserver(() => this.plan()).observe(lanes);
        for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']) {
            matchMedia(query).addEventListener('change', () => this.plan());
        }
    }

    /** Shows another run. */
    load(run, time, entries) {
        Object.assign(this, {run, time, selected: undefined});
        this.lanes = lanesOf(entries, time);
        this.hasMedia = time.stretches.length > 0;
        const height = lane => ({name: lane.name, count: lane.entries.length, height: lane.height});
        const axes = [{name: 'Page time', height: axisHeight}];
        if (this.hasMedia) axes.push({name: time.name, height: axisHeight});
        this.rows = [...axes, ...this.lanes.map(height)];
        this.labels.replaceChildren(...this.rows.map(row => this.label(row)));
        this.height = this.rows.reduce((sum, row) => sum + row.height, 0);
        this.slider.style.height = `${this.height}px`;
        this.slider.setAttribute('aria-valuemin', time.from.toFixed(3));
        this.slider.setAttribute('aria-valuemax', time.to.toFixed(3));
        this.strip.load(run, time);
        this.overview.load(entries, time);
        this.look(time.from, time.to);
    }

    label(row) {
        const count = element('span', {class: 'count'}, row.count?.toLocaleString('en'));
        const label = element('li', {}, row.name, ' ', count);
        label.style.height = `${row.height}px`;
        return label;
    }

    // MARK: What is shown

    /** Shows a part of the page's time, as far as the run has it. */
    look(from, to) {
        const {time} = this;
        const least = Math.min(time.to - time.from, time.rate ? 5 / time.rate : 0.01);
        const span = Math.min(Math.max(to - from, least), time.to - time.from);
        const start = Math.min(Math.max(from + (to - from - span) / 2, time.from), time.to - span);
        [this.from, this.to] = [start, start + span];
        this.range.textContent = `page ${timeText(this.from)} to ${timeText(this.to)}`;
        this.plan();
    }

    pan(part) {
        const step = (this.to - this.from) * part;
        // Panning keeps the span; looking beyond an end stops there.
        const limited = Math.min(Math.max(step, this.time.from - this.from), this.time.to - this.to);
        this.look(this.from + limited, this.to + limited);
    }

    /** Shows that many times as much, around the current time if it is shown. */
    zoom(factor, center) {
        const isShown = this.current >= this.from && this.current <= this.to;
        const fixed = center ?? (isShown ? this.current : (this.from + this.to) / 2);
        this.look(fixed - (fixed - this.from) * factor, fixed + (this.to - fixed) * factor);
    }

    /** Moves the cursor, and the view with it. */
    setTime(pageTime) {
        this.current = pageTime;
        if (pageTime < this.from || pageTime > this.to) {
            const half = (this.to - this.from) / 2;
            this.look(pageTime - half, pageTime + half);
        }
        this.slider.setAttribute('aria-valuenow', pageTime.toFixed(3));
        this.slider.setAttribute('aria-valuetext', this.time.words(pageTime).join(', '));
        this.placeCursor();
    }

    select(entry) {
        this.selected = entry;
        this.plan();
    }

    // MARK: Input

    timeAt(event) {
        const x = event.clientX - this.slider.getBoundingClientRect().left;
        const pageTime = this.scale.time(Math.min(Math.max(x, margin), this.scale.width - margin));
        const frame = this.time.frame(pageTime);
        return frame === null ? Math.round(pageTime * 1000) / 1000 : this.time.pageOfFrame(frame);
    }

    entryAt(event) {
        const box = this.slider.getBoundingClientRect();
        let y = event.clientY - box.top - (this.height - this.lanes.reduce((sum, lane) => sum + lane.height, 0));
        for (const lane of this.lanes) {
            if (y >= 0 && y < lane.height) return lane.hit(event.clientX - box.left, y, this.scale);
            y -= lane.height;
        }
        return undefined;
    }

    press(event) {
        if (event.button !== 0) return;
        const entry = this.entryAt(event);
        if (entry) return this.onSelect(entry);
        this.isDragging = true;
        this.slider.setPointerCapture(event.pointerId);
        this.onTime(this.timeAt(event));
    }

    hover(event) {
        if (this.isDragging) return this.onTime(this.timeAt(event));
        const entry = this.entryAt(event);
        const box = this.slider.getBoundingClientRect();
        this.slider.classList.toggle('over', Boolean(entry));
        this.tip.textContent = entry ? sentence(entry) : this.time.words(this.timeAt(event)).join(' · ');
        this.tip.hidden = false;
        const x = event.clientX - box.left;
        this.tip.style.left = `${Math.max(0, Math.min(x + 14, box.width - this.tip.offsetWidth))}px`;
        this.tip.style.top = `${event.clientY - box.top + 16}px`;
    }

    turn(event) {
        const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
        const step = isSideways ? event.deltaX : event.shiftKey ? event.deltaY : 0;
        if (event.ctrlKey || event.metaKey) {
            const x = event.clientX - this.slider.getBoundingClientRect().left;
            this.zoom(Math.exp(Math.max(-100, Math.min(event.deltaY, 100)) / 250), this.scale.time(x));
        } else if (step) {
            this.pan(step / this.scale.width);
        } else {
            return;
        }
        event.preventDefault();
    }

    hear(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        const span = this.to - this.from;
        const small = this.time.rate ? 1 / this.time.rate : span / 100;
        const steps = {
            ArrowRight: small, ArrowUp: small, ArrowLeft: -small, ArrowDown: -small, PageUp: span / 10,
            PageDown: -span / 10, Home: -Infinity, End: Infinity,
        };
        if (!(event.key in steps)) return;
        event.preventDefault();
        const {from, to} = this.time;
        this.onTime(Math.min(Math.max((this.current ?? from) + steps[event.key], from), to));
    }

    // MARK: Drawing

    /** Draws before the next picture of the screen, once for many changes. */
    plan() {
        if (this.planned || !this.time) return;
        this.planned = requestAnimationFrame(() => {
            this.planned = 0;
            this.draw();
        });
    }

    placeCursor() {
        if (this.current === undefined || !this.scale) return;
        const x = this.scale.x(this.current);
        const label = this.cursor.firstChild;
        this.cursor.style.left = `${x}px`;
        this.cursor.hidden = x < 0 || x > this.scale.width;
        label.textContent = timeText(this.current);
        label.classList.toggle('before', x > this.scale.width - 80);
    }

    measure() {
        const width = this.slider.clientWidth;
        const pixels = (width - 2 * margin) / (this.to - this.from);
        this.scale = {
            width, selected: this.selected, last: this.run.end, pixels,
            x: pageTime => margin + (pageTime - this.from) * pixels,
            time: x => this.from + (x - margin) / pixels,
        };
    }

    draw() {
        this.measure();
        const {scale, canvas, height} = this;
        if (scale.width === 0) return;
        const density = devicePixelRatio || 1;
        canvas.width = Math.round(scale.width * density);
        canvas.height = Math.round(height * density);
        const context = canvas.getContext('2d');
        context.scale(density, density);
        const pen = new Pen(context, themeColors(this.element));
        this.drawGaps(pen);
        this.drawAxes(pen);
        let top = axisHeight * (this.hasMedia ? 2 : 1);
        for (const lane of this.lanes) {
            pen.bar(0, top, scale.width, 1, 'line');
            lane.draw(pen, scale, top);
            top += lane.height;
        }
        this.strip.draw(scale);
        this.overview.draw(this.from, this.to, pen.colors);
        this.placeCursor();
    }

    /** Shades what the media does not have. */
    drawGaps(pen) {
        if (!this.hasMedia) return;
        const {scale, height} = this;
        let x = 0;
        for (const stretch of this.time.stretches) {
            pen.shade(x, axisHeight, scale.x(stretch.pageTime) - x, height - axisHeight);
            x = scale.x(stretch.pageTime + stretch.duration);
        }
        pen.shade(x, axisHeight, scale.width - x, height - axisHeight);
    }

    drawAxes(pen) {
        const {scale} = this;
        const step = niceStep(90 / scale.pixels);
        const decimals = Math.max(0, Math.min(3, Math.ceil(-Math.log10(step) - 1e-9)));
        const ticks = (from, to, x, top) => {
            for (let index = Math.ceil(from / step - 1e-9); index * step <= to + 1e-9; index += 1) {
                const at = x(index * step);
                pen.bar(at, top + axisHeight - 5, 1, 5, 'faint');
                const room = scale.width - at - 6;
                if (room > 20) pen.text(`${number(index * step, decimals)} s`, at + 4, top + 14, room, 'faint');
            }
        };
        ticks(this.from, this.to, scale.x, 0);
        for (const it of this.time.stretches) {
            const [left, right] = [scale.x(it.pageTime), scale.x(it.pageTime + it.duration)];
            if (right < 0 || left > scale.width) continue;
            pen.bar(left, axisHeight + 1, right - left, axisHeight - 2, 'soft');
            pen.bar(left, axisHeight + 1, right - left, 1, 'accent');
            const shown = [Math.max(0, this.from - it.pageTime), Math.min(it.duration, this.to - it.pageTime)];
            ticks(it.time + shown[0], it.time + shown[1], time => scale.x(it.pageTime + time - it.time), axisHeight);
        }
    }
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least that long. */
function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map(it => it * power).find(it => it >= least - 1e-12);
}

/** The colors of the page's theme, as a canvas needs them. */
function themeColors(parent) {
    const probe = element('span', {class: 'probe', hidden: true});
    parent.append(probe);
    const color = name => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
    };
    const names = ['ink', 'faint', 'line', 'card', 'accent', 'wrong', 'soft', 'stripe'];
    const colors = Object.fromEntries(names.map(name => [name, color(name)]));
    probe.remove();
    return colors;
}
