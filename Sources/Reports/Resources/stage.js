// The frame of a page time: from the video, or the nearest earlier picture.
'use strict';

class Stage {
    /**
     * - onTime: Called with the page time while the media plays.
     * - onRest: Called with the page time where it stopped.
     */
    constructor({onTime, onRest}) {
        Object.assign(this, {onTime, onRest});
        this.picture = element('img', {alt: ''});
        this.screen = element('div', {class: 'screen'}, this.picture);
        this.said = element('figcaption', {class: 'said'});
        this.element = element('figure', {class: 'stage'}, this.screen, this.said);
    }

    /** Shows another run; `time` has its times. */
    load(run, time) {
        this.stop();
        Object.assign(this, {run, time, media: run.media, wanted: null, isBroken: false});
        this.player?.remove();
        this.player = null;
        this.isAnimation = Boolean(this.media?.type.startsWith('image/'));
        if (this.media && !this.isAnimation) this.open();
        this.screen.classList.toggle('none', !this.media && run.pictures.length === 0);
    }

    get address() { return encodeURIComponent(this.media.file); }

    /** Whether a player shows frames. A browser may know a file's sound and not its pictures. */
    get hasFrames() { return Boolean(this.player && !this.isBroken && this.media.width && this.time.rate); }

    get canPlay() { return Boolean(this.media && !this.isBroken); }

    get isPlaying() { return this.isAnimation ? this.isMoving : Boolean(this.player && !this.player.paused); }

    open() {
        // The buttons control it. Firefox would stop here for the Tab key all the same.
        const player = element('video', {
            playsinline: true, preload: 'auto', tabindex: '-1', 'aria-label': `The ${this.time.noun}`,
        });
        this.player = player;
        player.addEventListener('loadedmetadata', () => {
            if (this.media.width && player.videoWidth === 0) this.giveUp(player);
            else this.seek();
        });
        player.addEventListener('error', () => this.giveUp(player));
        player.addEventListener('seeked', () => this.seek());
        player.addEventListener('play', () => this.follow(player));
        player.addEventListener('pause', () => this.rest(player));
        this.screen.append(player);
        player.src = this.address;
    }

    /** The browser cannot play the file, or the file is not beside the report. */
    giveUp(player) {
        if (player !== this.player) return;
        this.isBroken = true;
        player.remove();
        this.show(this.pageTime ?? 0);
        this.onRest(this.pageTime ?? 0);
    }

    /** Shows a page time. */
    show(pageTime) {
        this.pageTime = pageTime;
        this.isMoving = false;
        if (this.isPlaying) this.player.pause();
        const frame = this.hasFrames ? this.time.frame(pageTime) : null;
        if (frame !== null) this.showFrame(frame, '');
        else this.showNearest(pageTime);
    }

    /** Shows what is nearest before a page time that the video does not have. */
    showNearest(pageTime) {
        const picture = this.time.picture(pageTime);
        const last = this.hasFrames ? this.time.lastInMedia(pageTime) ?? (picture ? null : this.time.page(0)) : null;
        if (last !== null && !(picture && picture.pageTime <= pageTime && picture.pageTime > last)) {
            this.showFrame(this.time.frame(last),
                `The video does not have ${timeText(pageTime)} of the page. This is the frame of ${timeText(last)}.`);
        } else if (picture) {
            this.showPicture(picture, pageTime);
        } else {
            this.say(this.media ? this.trouble : 'The report has no pictures of this run.');
        }
    }

    showFrame(frame, words) {
        this.picture.hidden = true;
        this.player.hidden = false;
        this.wanted = this.time.middle(frame);
        this.seek();
        this.say(words);
    }

    showPicture(picture, pageTime) {
        if (this.player) this.player.hidden = true;
        this.picture.hidden = false;
        this.picture.src = picture.data;
        this.picture.alt = `The page at ${timeText(picture.pageTime)}`;
        const isLater = picture.pageTime > pageTime + tolerance;
        const words = isLater ? 'No picture is earlier. This one shows' : 'This picture shows';
        const sentence = `${words} ${timeText(picture.pageTime)} of the page.`;
        this.say([picture.caption && `${oneLine(picture.caption)} ·`, sentence, this.isBroken && this.trouble]
            .filter(Boolean).join(' '));
    }

    get trouble() {
        return `This browser cannot play ${oneLine(this.media.file)}, or the file is not beside the report.`;
    }

    say(words) {
        this.said.textContent = words;
        this.said.hidden = !words;
    }

    /** Goes to the wanted time, one seek after the other: a browser may not finish one that is replaced. */
    seek() {
        const player = this.player;
        if (!player || player.readyState === 0 || player.seeking || this.wanted === null) return;
        const wanted = this.wanted;
        this.wanted = null;
        player.currentTime = wanted;
    }

    toggle() {
        if (!this.canPlay) return;
        if (this.isPlaying) this.stop();
        else if (this.isAnimation) this.animate();
        else this.play();
    }

    play() {
        const player = this.player;
        const isAtEnd = this.time.frame(this.pageTime) === this.media.frames - 1;
        player.hidden = !this.media.width;
        this.picture.hidden = Boolean(this.media.width);
        this.say('');
        if (isAtEnd) player.currentTime = 0;
        else if (!this.hasFrames) player.currentTime = this.time.media(this.pageTime) ?? 0;
        // A browser may refuse to play; what is shown stays.
        player.play().catch(() => this.show(this.pageTime));
    }

    /** Animated pictures cannot be told where to begin. */
    animate() {
        this.isMoving = true;
        this.picture.hidden = false;
        this.picture.src = this.address;
        this.picture.alt = 'The animation';
        this.say('The animation plays in its own time.');
        this.onRest(this.pageTime);
    }

    stop() {
        if (!this.run) return;
        if (this.isAnimation && this.isMoving) {
            this.show(this.pageTime);
            this.onRest(this.pageTime);
        } else if (this.isPlaying) {
            this.player.pause();
        }
    }

    follow(player) {
        const tick = () => {
            if (player !== this.player || player.paused) return;
            this.pageTime = this.time.page(player.currentTime);
            if (!this.media.width) this.showSoundsPicture();
            this.onTime(this.pageTime);
            requestAnimationFrame(tick);
        };
        tick();
    }

    /** Sound has no frames; the report may have pictures all the same. */
    showSoundsPicture() {
        const picture = this.time.picture(this.pageTime);
        if (picture && this.picture.src !== picture.data) this.picture.src = picture.data;
    }

    rest(player) {
        if (player !== this.player) return;
        const {time} = this;
        const media = player.currentTime;
        this.pageTime = time.rate ? time.pageOfFrame(time.frameOfMedia(media)) : time.page(media);
        this.onRest(this.pageTime);
    }

    /** The page time of a frame that many frames away; without frames, that of another picture. */
    stepped(count) {
        if (!this.time.rate) return this.steppedPicture(count);
        const frame = this.time.frame(this.pageTime);
        if (frame !== null) return this.time.pageOfFrame(this.time.frameOfMedia((frame + count) / this.time.rate));
        const next = this.time.stretches.find(it => it.pageTime > this.pageTime);
        const last = this.time.lastInMedia(this.pageTime);
        if (count < 0 && last !== null) return this.time.pageOfFrame(this.time.frame(last));
        return next ? next.pageTime : this.pageTime;
    }

    steppedPicture(count) {
        const times = this.run.pictures.map(it => it.pageTime);
        const found = count > 0 ? times.find(it => it > this.pageTime + tolerance)
            : times.findLast(it => it < this.pageTime - tolerance);
        return found ?? this.pageTime;
    }
}
