// Two views of the whole: pictures along the time line, and where its view is.
'use strict';

/** Pictures of the page along the time line, each the latest at its place. */
class FilmStrip {
    constructor(onTime) {
        this.onTime = onTime;
        this.height = 54;
        this.element = element('div', {class: 'strip', 'aria-hidden': 'true'});
        this.element.addEventListener('click', event => {
            const picture = event.target.closest('img');
            if (picture) this.onTime(Number(picture.dataset.time));
        });
    }

    load(run, time) {
        Object.assign(this, {run, time, shown: ''});
        this.element.hidden = run.pictures.length === 0;
        const first = run.pictures[0];
        this.width = first ? Math.min(140, Math.max(30, Math.round(this.height * first.width / first.height))) : 0;
    }

    draw(scale) {
        if (this.element.hidden) return;
        const pictures = [];
        for (let x = margin; x < scale.width - this.width / 2; x += this.width + 2) {
            const picture = this.time.picture(scale.time(x + this.width / 2));
            // Before the first picture there is nothing to show.
            if (picture.pageTime <= scale.time(x + this.width) + tolerance) pictures.push({picture, x});
        }
        const drawn = pictures.map(({picture, x}) => `${this.run.pictures.indexOf(picture)} ${x}`).join();
        if (drawn === this.shown) return;
        this.shown = drawn;
        this.element.replaceChildren(...pictures.map(({picture, x}) => this.image(picture, x)));
    }

    image(picture, x) {
        const image = element('img', {
            alt: '', src: picture.data, 'data-time': picture.pageTime, title: `page ${timeText(picture.pageTime)}`,
        });
        image.style.left = `${x}px`;
        image.style.width = `${this.width}px`;
        image.style.height = `${this.height}px`;
        return image;
    }
}

/** The whole run in one row, with a window over the part that the time line shows. */
class Overview {
    constructor(onLook) {
        this.onLook = onLook;
        this.height = 18;
        this.canvas = element('canvas');
        this.window = element('div', {class: 'window'});
        this.element = element('div', {class: 'overview', 'aria-hidden': 'true'}, this.canvas, this.window);
        this.element.addEventListener('pointerdown', event => {
            this.element.setPointerCapture(event.pointerId);
            this.isDragging = true;
            this.drag(event);
        });
        this.element.addEventListener('pointermove', event => this.isDragging && this.drag(event));
        for (const end of ['pointerup', 'pointercancel']) {
            this.element.addEventListener(end, () => { this.isDragging = false; });
        }
    }

    load(entries, time) {
        this.time = time;
        const all = [...entries.moments, ...entries.requests, ...entries.clock].filter(it => it.time !== undefined);
        // Problems are drawn last, above the others.
        this.entries = all.sort((one, other) => Number(one.isProblem) - Number(other.isProblem));
    }

    get pixels() { return (this.element.clientWidth - 2 * margin) / (this.time.to - this.time.from); }

    x(pageTime) { return margin + (pageTime - this.time.from) * this.pixels; }

    drag(event) {
        const x = event.clientX - this.element.getBoundingClientRect().left;
        const middle = this.time.from + (x - margin) / this.pixels;
        const half = (this.to - this.from) / 2;
        const start = Math.min(Math.max(middle - half, this.time.from), this.time.to - 2 * half);
        this.onLook(start, start + 2 * half);
    }

    draw(from, to, colors) {
        Object.assign(this, {from, to});
        const width = this.element.clientWidth;
        const density = devicePixelRatio || 1;
        this.canvas.width = Math.round(width * density);
        this.canvas.height = Math.round(this.height * density);
        const context = this.canvas.getContext('2d');
        context.scale(density, density);
        for (const entry of this.entries) {
            const height = entry.isProblem ? this.height - 4 : 6;
            context.fillStyle = entry.isProblem ? colors.wrong : colors.faint;
            context.fillRect(this.x(entry.time) - 1, (this.height - height) / 2, entry.isProblem ? 3 : 2, height);
        }
        this.window.style.left = `${this.x(from)}px`;
        this.window.style.width = `${Math.max(4, this.x(to) - this.x(from))}px`;
    }
}
