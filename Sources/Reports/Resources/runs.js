// The list of several runs: those that failed first.
'use strict';

class RunsView {
    constructor(runs, title) {
        this.search = searchField('Search the runs', () => this.filter());
        const failed = runs.filter(it => !it.isSuccess).length;
        this.failed = tick(`Failed only ${failed.toLocaleString('en')}`, false, () => this.filter());
        this.failed.box.disabled = failed === 0;
        this.count = element('p', {class: 'shown', role: 'status'});
        this.none = element('p', {class: 'none', hidden: true}, 'Nothing matches.');
        this.rows = runs.map((run, index) => this.row(run, index + 1))
            .sort((one, other) => Number(one.run.isSuccess) - Number(other.run.isSuccess));
        this.element = element('div', {class: 'runs'},
            element('div', {class: 'about'},
                element('h1', {class: 'foreign'}, oneLine(title)), RunsView.summary(runs, failed)),
            element('div', {class: 'filters'}, this.search, this.failed.label, this.count),
            element('ul', {}, ...this.rows.map(it => it.element)), this.none);
        this.filter();
    }

    static summary(runs, failed) {
        const met = runs.length - failed;
        return element('p', {class: 'ending'},
            failed > 0 ? element('strong', {class: 'wrong'}, `✕ ${failed.toLocaleString('en')} failed`) : null,
            failed > 0 ? ' · ' : null,
            element('span', {class: 'right'}, `✓ ${met.toLocaleString('en')} passed`),
            ` of ${quantity(runs.length, 'run')}`);
    }

    row(run, index) {
        const missed = run.expectations.filter(it => !it.isMet);
        const problems = run.moments.filter(it => it.isProblem).length;
        const all = run.expectations.length;
        const facts = [
            `${timeText(run.end)} of the page`,
            all > 0 && `${all - missed.length} of ${quantity(all, 'expectation')} met`,
            problems > 0 && quantity(problems, 'problem'),
        ];
        const line = text => element('span', {class: 'words foreign'}, oneLine(text, 400));
        const link = element('a', {href: `#run=${index}`, class: run.isSuccess ? 'case' : 'case problem'},
            badge(run), element('span', {class: 'name foreign'}, titleOf(run)), line(run.ending),
            ...missed.slice(0, 3).map(it => line(`✕ ${it.text}: ${it.result}`)),
            element('span', {class: 'small'}, facts.filter(Boolean).join(' · ')));
        const words = [run.title, run.page, run.ending, ...run.expectations.map(it => it.text)]
            .map(it => beginning(it, 5000)).join(' ').toLowerCase();
        return {run, words, element: element('li', {}, link)};
    }

    filter() {
        const words = wordsOf(this.search.value);
        let shown = 0;
        for (const {run, words: all, element: row} of this.rows) {
            row.hidden = (this.failed.box.checked && run.isSuccess) || !words.every(word => all.includes(word));
            if (!row.hidden) shown += 1;
        }
        this.none.hidden = shown > 0;
        this.count.textContent = shownText(shown, this.rows.length, 'run');
    }

    /** Selects the row before or after the one that has the focus. */
    move(step) {
        const shown = this.rows.filter(it => !it.element.hidden).map(it => it.element.firstChild);
        const current = shown.indexOf(document.activeElement);
        shown[current < 0 ? 0 : Math.min(Math.max(current + step, 0), shown.length - 1)]?.focus();
    }

    hear(key) {
        const actions = {j: () => this.move(1), k: () => this.move(-1), '/': () => this.search.focus()};
        actions[key]?.();
        return key in actions;
    }
}
