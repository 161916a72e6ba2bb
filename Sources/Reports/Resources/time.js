// The times of a run: the page's, and the media's, which has only parts of it.
'use strict';

/** Floating-point times of the same instant may differ by this much, in seconds. */
const tolerance = 1e-6;

class RunTime {
    constructor(run) {
        this.run = run;
        this.stretches = run.stretches;
        const [count, per] = run.media?.frameRate ?? [0, 1];
        this.rate = count / per;
        [this.from, this.to] = RunTime.bounds(run);
    }

    /** The earliest and the latest page time of all that happened. */
    static bounds(run) {
        let [from, to] = [0, run.end];
        const add = (start, end = start) => {
            if (start === undefined) return;
            from = Math.min(from, start);
            to = Math.max(to, start, end ?? start);
        };
        for (const moment of run.moments) add(moment.pageTime, (moment.pageTime ?? 0) + (moment.duration ?? 0));
        for (const request of run.requests) add(request.pageTime, request.pageEnd);
        for (const list of [run.holds, run.longFrames, run.pictures]) for (const it of list) add(it.pageTime);
        for (const stretch of run.stretches) add(stretch.pageTime, stretch.pageTime + stretch.duration);
        return to > from ? [from, to] : [from, from + 1];
    }

    /** The part of the page's time that has a page time; where one ends and the next begins, the one that ends. */
    stretch(pageTime) {
        return this.stretches.find(it => pageTime >= it.pageTime - tolerance
            && pageTime <= it.pageTime + it.duration + tolerance);
    }

    /** The media time of a page time; `null` if the media does not have it. */
    media(pageTime) {
        const stretch = this.stretch(pageTime);
        return stretch ? stretch.time + Math.min(Math.max(pageTime - stretch.pageTime, 0), stretch.duration) : null;
    }

    /** The page time of a media time. */
    page(mediaTime) {
        const begun = this.stretches.filter(it => it.time <= mediaTime + tolerance).at(-1) ?? this.stretches[0];
        return begun ? begun.pageTime + Math.max(mediaTime - begun.time, 0) : mediaTime;
    }

    /** The number of the frame that shows a page time, counted from 0; `null` if the media does not have it. */
    frame(pageTime) {
        const stretch = this.stretch(pageTime);
        if (!stretch || !this.rate) return null;
        // A time between two frames is shown by the earlier one. Nothing begins at the end of a part.
        const frame = Math.floor(this.media(pageTime) * this.rate + 1e-3);
        const end = Math.ceil((stretch.time + stretch.duration) * this.rate - 1e-3);
        return Math.max(0, Math.min(frame, end - 1, (this.run.media.frames ?? Infinity) - 1));
    }

    /** The number of the frame that is shown at a media time. */
    frameOfMedia(mediaTime) {
        return Math.max(0, Math.min(Math.floor(mediaTime * this.rate + 1e-3), (this.run.media.frames ?? Infinity) - 1));
    }

    /** Where a player seeks a frame: its middle, so that rounding never shows a neighbor. */
    middle(frame) { return (frame + 0.5) / this.rate; }

    /** The page time that a frame shows. */
    pageOfFrame(frame) { return this.page(frame / this.rate); }

    /** The last page time up to the given one that the media has; `null` before the media begins. */
    lastInMedia(pageTime) {
        const begun = this.stretches.filter(it => it.pageTime <= pageTime + tolerance).at(-1);
        return begun ? Math.min(pageTime, begun.pageTime + begun.duration) : null;
    }

    /** The latest picture up to a page time, or else the first; `null` without pictures. */
    picture(pageTime) {
        const pictures = this.run.pictures;
        let [low, high] = [0, pictures.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (pictures[middle].pageTime <= pageTime + tolerance) low = middle + 1;
            else high = middle;
        }
        return pictures[Math.max(low - 1, 0)] ?? null;
    }

    /** The page time in words, with the media's and the frame's number. */
    words(pageTime) {
        const parts = [`page ${timeText(pageTime)}`];
        if (!this.run.media) return parts;
        const media = this.media(pageTime);
        if (media === null) return [...parts, `not in the ${this.noun}`];
        parts.push(`${this.noun} ${timeText(media)}`);
        const frame = this.frame(pageTime);
        return frame === null ? parts : [...parts, `frame ${frame}`];
    }

    /** What the media is called. */
    get noun() { return this.run.media?.width ? 'video' : 'sound'; }

    /** What the media's time is called. */
    get name() { return this.noun === 'video' ? 'Video time' : 'Sound time'; }
}
