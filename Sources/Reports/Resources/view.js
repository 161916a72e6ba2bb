// One run: its frame, time line, lists and facts, which all show the same time and the same entry.
'use strict';

class RunView {
    /** - onPlace: Called with the page time that is shown. */
    constructor(onPlace) {
        this.onPlace = onPlace;
        const select = entry => this.select(entry);
        this.stage = new Stage({onTime: time => this.follow(time), onRest: time => this.rest(time)});
        this.timeLine = new TimeLine({onTime: time => this.goTo(time), onSelect: select});
        this.details = new Details(select);
        this.makePanels(select);
        this.heading = element('div', {class: 'about'});
        this.said = element('p', {class: 'spoken', role: 'status'});
        this.printed = element('div', {class: 'printed'});
        const picture = element('section', {class: 'picture', 'aria-label': 'Frame'},
            this.stage.element, this.controls());
        this.element = element('div', {class: 'run'}, this.heading,
            element('div', {class: 'top'}, picture, this.details.element), this.timeLine.element,
            element('section', {class: 'lists', 'aria-label': 'Lists'}, this.tabs.bar, this.tabs.body),
        this.printed, this.said);
    }

    controls() {
        const step = count => this.step(count);
        this.playButton = iconButton('play', 'Play', () => this.stage.toggle(), 'Space');
        this.readout = element('p', {class: 'readout'});
        this.problemButton = element('button', {type: 'button', class: 'problems'});
        this.problemButton.addEventListener('click', () => this.nextProblem(1));
        return element('div', {class: 'controls'},
            element('div', {class: 'buttons', role: 'group', 'aria-label': 'Frames'},
                iconButton('earlier', 'Previous frame', () => step(-1), ','), this.playButton,
                iconButton('later', 'Next frame', () => step(1), '.')),
            this.readout, this.problemButton);
    }

    makePanels(select) {
        this.panels = {
            moments: new Panel({
                id: 'moments', name: 'Moments', one: 'moment', cells: momentCells, hasKinds: true, onSelect: select,
                problems: 'Problems only', empty: 'Nothing was reported by the page or its steps.',
            }),
            requests: new Panel({
                id: 'requests', name: 'Requests', one: 'request', cells: entry => requestCells(entry, this.realTime),
                problems: 'Failed only', empty: 'The report has no requests of this run.', onSelect: select,
                head: ['', 'Page time', 'Method', 'Status', 'Address', 'Type', 'Size', 'In all', 'Real time']
                    .map((name, index) => element('span', {
                        class: ['sign', 'time', 'method', 'status', 'text', 'type', 'size', 'length', 'fall'][index],
                    }, name)),
            }),
            clock: new Panel({
                id: 'clock', name: 'Clock', one: 'event', cells: clockCells, hasKinds: true, onSelect: select,
                empty: 'The page’s clock was not held, and no frame took long.',
            }),
        };
        this.facts = element('div', {
            class: 'panel run-facts', role: 'tabpanel', id: 'facts', 'aria-labelledby': 'facts-tab',
        });
        this.tabs = new Tabs('What happened');
        for (const panel of Object.values(this.panels)) this.tabs.add(panel.name, panel.element);
        this.tabs.add('Engine, settings, command', this.facts);
    }

    /** Shows a run at a page time. If none is given, at the first problem of a run that failed, or at the beginning. */
    load(run, pageTime) {
        this.run = run;
        this.time = new RunTime(run);
        this.entries = entriesOf(run);
        const ends = run.requests.map(it => it.realTime + (it.duration ?? it.wait ?? 0));
        // A little more than all, so that a request that has just begun has a place.
        this.realTime = 1.02 * ends.reduce((last, it) => Math.max(last, it), 0) || 1;
        this.heading.replaceChildren(...runHead(run));
        this.facts.replaceChildren(...runFacts(run));
        this.stage.load(run, this.time);
        this.timeLine.load(run, this.time, this.entries);
        for (const [id, panel] of Object.entries(this.panels)) {
            panel.load(this.entries[id]);
            this.tabs.count(id, this.entries[id].length, this.entries[id].some(it => it.isProblem));
        }
        this.tabs.open('moments');
        this.loadControls();
        const problem = this.problems[0];
        if (pageTime !== undefined) this.goTo(pageTime);
        else if (problem && !run.isSuccess) this.select(problem);
        else this.goTo(this.time.stretches[0]?.pageTime ?? Math.max(0, this.time.from));
    }

    loadControls() {
        this.problems = [...this.entries.moments, ...this.entries.requests].filter(it => it.isProblem)
            .sort((one, other) => (one.time ?? Infinity) - (other.time ?? Infinity));
        this.playButton.hidden = !this.run.media;
        this.problemButton.hidden = this.problems.length === 0;
        this.problemButton.replaceChildren(element('span', {class: 'wrong', 'aria-hidden': 'true'}, '✕ '),
            quantity(this.problems.length, 'problem'), element('span', {class: 'spoken'}, ': go to the next one'));
        this.problemButton.title = 'Next problem (n)';
        const noun = this.time.rate ? 'frame' : 'picture';
        const {previousSibling, nextSibling} = this.playButton;
        for (const [button, words, key] of [[previousSibling, 'Previous', ','], [nextSibling, 'Next', '.']]) {
            button.setAttribute('aria-label', `${words} ${noun}`);
            button.title = `${words} ${noun} (${key})`;
            button.disabled = !this.time.rate && this.run.pictures.length < 2;
        }
    }

    // MARK: Time

    /** Shows a page time that no entry stands for. */
    goTo(pageTime) {
        this.selected = undefined;
        this.show(pageTime);
        this.details.showTime(pageTime, this.time, this.entries.moments);
        this.markSelected();
        this.say(this.time.words(pageTime).join(', '));
    }

    step(count) {
        const stepped = this.stage.stepped(count);
        if (stepped !== this.stage.pageTime) this.goTo(stepped);
    }

    select(entry) {
        this.selected = entry;
        if (entry.time !== undefined) this.show(entry.time);
        this.details.showEntry(entry, this.time);
        if (this.panels[entry.group].element.hidden) this.tabs.open(entry.group);
        this.markSelected();
        const places = entry.time === undefined ? [] : this.time.words(entry.time).slice(1);
        this.say(`${sentence(entry)}. ${places.join(', ')}`);
    }

    markSelected() {
        for (const [id, panel] of Object.entries(this.panels)) {
            if (this.selected?.group === id) panel.reveal(this.selected);
            else panel.list.mark(undefined);
        }
        this.timeLine.select(this.selected);
    }

    show(pageTime) {
        this.stage.show(pageTime);
        this.follow(pageTime);
        this.onPlace(pageTime);
    }

    /** Moves everything but the frame, which moves by itself while it plays. */
    follow(pageTime) {
        this.timeLine.setTime(pageTime);
        this.readout.textContent = this.time.words(pageTime).join(' · ');
        this.showPlaying();
        if (this.stage.isPlaying) this.revealTime(pageTime);
    }

    /** Scrolls the list along while the media plays. */
    revealTime(pageTime) {
        const list = this.panels.moments.list;
        const index = list.items.findLastIndex(it => it.time <= pageTime);
        if (index >= 0 && !this.panels.moments.element.hidden) list.reveal(index);
    }

    rest(pageTime) {
        this.showPlaying();
        // The frame stays where it is: only what stands beside it changes.
        if (!this.stage.isPlaying && this.selected?.time !== pageTime) this.goTo(pageTime);
    }

    showPlaying() {
        const name = this.stage.isPlaying ? 'Pause' : 'Play';
        this.playButton.disabled = !this.stage.canPlay;
        if (this.playButton.getAttribute('aria-label') === name) return;
        this.playButton.replaceChildren(icon(name.toLowerCase()));
        this.playButton.setAttribute('aria-label', name);
        this.playButton.title = `${name} (Space)`;
    }

    nextProblem(step) {
        if (this.problems.length === 0) return;
        const current = this.problems.indexOf(this.selected);
        const start = current < 0 && step < 0 ? 0 : current;
        this.select(this.problems.at((start + step) % this.problems.length));
    }

    say(words) { this.said.textContent = words; }

    // MARK: Keys

    /** Hears a key that no field or list wants; tells whether it was one of these. */
    hear(key) {
        const actions = {
            ' ': () => this.stage.toggle(), j: () => this.move(1), k: () => this.move(-1),
            ',': () => this.step(-1), '.': () => this.step(1),
            n: () => this.nextProblem(1), N: () => this.nextProblem(-1),
            '+': () => this.timeLine.zoom(0.5), '=': () => this.timeLine.zoom(0.5), '-': () => this.timeLine.zoom(2),
            0: () => this.timeLine.look(this.time.from, this.time.to), '/': () => this.focusSearch(),
        };
        actions[key]?.();
        return key in actions;
    }

    get openPanel() { return Object.values(this.panels).find(it => !it.element.hidden); }

    move(step) { (this.openPanel ?? this.panels.moments).list.move(step); }

    focusSearch() {
        if (!this.openPanel) this.tabs.open('moments');
        this.openPanel.search.focus();
    }

    // MARK: Paper

    print() { this.printed.replaceChildren(...printedRun(this.run, this.time, this.entries)); }

    endPrint() { this.printed.replaceChildren(); }
}
