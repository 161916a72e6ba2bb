// Starts the report: reads the runs from the page, and shows what its address names.
'use strict';

class Report {
    constructor({title, runs}) {
        Object.assign(this, {title, runs});
        this.main = document.getElementById('report');
        this.back = element('a', {class: 'back', href: '#'}, '← All runs');
        this.view = new RunView(pageTime => this.place(pageTime));
        this.list = runs.length === 1 ? null : new RunsView(runs, title);
        // Focus goes here when another run is shown.
        this.main.tabIndex = -1;
        addEventListener('hashchange', () => this.read(true));
        addEventListener('keydown', event => this.hear(event));
        addEventListener('beforeprint', () => this.shown === undefined || this.view.print());
        addEventListener('afterprint', () => this.view.endPrint());
        this.read(false);
    }

    /** Shows what the address names: `#run=2&t=1.5`. */
    read(isLater) {
        if (location.hash === this.written) return;
        const named = new URLSearchParams(location.hash.slice(1));
        const index = this.runs.length === 1 ? 0 : Number.parseInt(named.get('run') ?? '', 10) - 1;
        const time = Number.parseFloat(named.get('t') ?? '');
        this.written = location.hash;
        if (this.runs[index]) this.show(index, Number.isFinite(time) ? time : undefined, isLater);
        else this.showList(isLater);
    }

    show(index, pageTime, isLater) {
        const isOther = this.shown !== index;
        this.shown = index;
        if (!isOther) {
            if (pageTime !== undefined) this.view.goTo(pageTime);
            return;
        }
        const run = this.runs[index];
        document.title = `${run.isSuccess ? '✓' : '✕'} ${oneLine(run.title, 100)}`;
        this.main.replaceChildren(...(this.list ? [this.back] : []), this.view.element);
        this.view.load(run, pageTime);
        if (isLater) this.focusTop();
    }

    showList(isLater) {
        this.view.stage.stop();
        this.shown = undefined;
        document.title = oneLine(this.title, 100);
        this.main.replaceChildren(this.list.element);
        if (isLater) this.focusTop();
    }

    focusTop() {
        scrollTo(0, 0);
        this.main.focus({preventScroll: true});
    }

    /** Puts the shown time into the address, so that it can be linked; browsers limit how often. */
    place(pageTime) {
        clearTimeout(this.placing);
        const run = this.runs.length === 1 ? '' : `run=${this.shown + 1}&`;
        const hash = `#${run}t=${Number(pageTime.toFixed(3))}`;
        this.placing = setTimeout(() => {
            if (this.shown === undefined) return;
            this.written = hash;
            history.replaceState(null, '', hash);
        }, 250);
    }

    hear(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        const target = event.target;
        if (target.matches('input[type=search], select, textarea')) return;
        // These have meanings of their own there.
        if (event.key === ' ' && target.closest('button, a, input, summary')) return;
        const pans = {ArrowLeft: -0.5, ArrowRight: 0.5};
        if (event.shiftKey && event.key in pans && this.shown !== undefined) this.view.timeLine.pan(pans[event.key]);
        else if (!(this.shown === undefined ? this.list : this.view).hear(event.key)) return;
        event.preventDefault();
    }
}

{
    const data = JSON.parse(document.getElementById('data').textContent);
    const plain = document.getElementById('plain');
    new Report(data);
    // What is there without a script is shown only once.
    plain.remove();
}
