// The lists below the time line, with their filters: moments, requests, and what concerns the clock.
'use strict';

const rowHeight = 28;

/** A field that filters a list. */
function searchField(label, onInput) {
    const field = element('input', {type: 'search', class: 'search', placeholder: label, 'aria-label': label});
    field.addEventListener('input', onInput);
    field.addEventListener('keydown', event => {
        if (event.key !== 'Escape') return;
        field.value = '';
        field.blur();
        onInput();
    });
    return field;
}

/** How many of all are shown. */
const shownText = (shown, all, noun) => shown === all ? quantity(all, noun)
    : `${shown.toLocaleString('en')} of ${quantity(all, noun)}`;

/** A box to tick, with its words. */
function tick(words, isOn, onChange) {
    const box = element('input', {type: 'checkbox', checked: isOn});
    box.addEventListener('change', onChange);
    return {box, label: element('label', {class: 'chip'}, box, words)};
}

/** A list of entries with a search, a filter of problems, and perhaps of kinds. */
class Panel {
    /**
     * - name: What the entries are called.
     * - cells: The contents of a row.
     * - hasKinds: Whether kinds can be left out.
     * - problems: What problems are called; left out without any.
     */
    constructor({id, name, one, cells, head, hasKinds, problems, empty, onSelect}) {
        Object.assign(this, {id, name, one, hasKinds, empty, problemWords: problems});
        this.list = new RowList({id: `${id}-list`, label: name, rowHeight, cells, onSelect, empty: 'Nothing matches.'});
        this.search = searchField(`Search the ${name.toLowerCase()}`, () => this.filter());
        this.problems = problems && tick(problems, false, () => this.filter());
        this.kinds = element('div', {class: 'kinds', role: 'group', 'aria-label': 'Kinds'});
        this.count = element('p', {class: 'shown', role: 'status'});
        this.filters = element('div', {class: 'filters'}, this.search, this.problems?.label, this.kinds, this.count);
        this.head = head && element('div', {class: 'row columns', 'aria-hidden': 'true'}, ...head);
        this.element = element('div', {
            class: `panel ${id}`, role: 'tabpanel', id, 'aria-labelledby': `${id}-tab`, hidden: true,
        }, this.filters, this.head, this.list.element);
    }

    load(entries) {
        this.entries = entries;
        this.search.value = '';
        this.loadProblems();
        this.loadKinds();
        this.filters.hidden = entries.length === 0;
        if (this.head) this.head.hidden = entries.length === 0;
        this.list.none.textContent = entries.length === 0 ? this.empty : 'Nothing matches.';
        this.filter();
    }

    loadProblems() {
        if (!this.problems) return;
        const count = this.entries.filter(it => it.isProblem).length;
        this.problems.box.checked = false;
        this.problems.box.disabled = count === 0;
        this.problems.label.lastChild.textContent = `${this.problemWords} ${count.toLocaleString('en')}`;
    }

    loadKinds() {
        const counts = new Map();
        for (const entry of this.entries) counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
        this.boxes = [...counts].map(([kind, count]) => ({
            kind, ...tick(`${kinds[kind][1]} ${count.toLocaleString('en')}`, true, () => this.filter()),
        }));
        this.kinds.hidden = !this.hasKinds || this.boxes.length < 2;
        this.kinds.replaceChildren(...this.boxes.map(it => it.label));
    }

    filter() {
        const words = wordsOf(this.search.value);
        const wanted = new Set(this.boxes.filter(it => it.box.checked).map(it => it.kind));
        const shown = this.entries.filter(entry => wanted.has(entry.kind)
            && (!this.problems?.box.checked || entry.isProblem) && hasWords(entry, words));
        this.list.show(shown);
        this.count.textContent = shownText(shown.length, this.entries.length, this.one);
    }

    /** Shows an entry, even if a filter leaves it out. */
    reveal(entry) {
        if (!this.list.items.includes(entry)) {
            this.search.value = '';
            if (this.problems) this.problems.box.checked = false;
            for (const it of this.boxes) it.box.checked = true;
            this.filter();
        }
        this.list.mark(entry);
    }
}

/** The sign of an entry; a problem's is a cross, for those who do not see its color. */
const sign = entry => element('span', {class: 'sign', 'aria-hidden': 'true'}, entry.isProblem ? '✕' : '');

/** A word that only screen readers say, of problems. */
const spokenProblem = entry => entry.isProblem ? element('span', {class: 'spoken'}, 'Problem: ') : null;

function momentCells(entry) {
    return [
        sign(entry), element('span', {class: 'time'}, entry.time === undefined ? '–' : timeText(entry.time)),
        element('span', {class: 'kind'}, kindName(entry)), spokenProblem(entry),
        element('span', {class: 'text foreign'}, oneLine(entry.text)),
    ];
}

/** The last part of an address's path, which tells requests of one page apart. */
function shortAddress(address) {
    const part = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)(.*)$/i.exec(beginning(address, 2000));
    if (!part) return oneLine(address, 120);
    return oneLine(part[2].split('/').filter(Boolean).at(-1) ?? part[1], 120) + oneLine(part[3], 80);
}

/** Cells of a request; `total` is the real time of all requests, in which each has its place. */
function requestCells(entry, total) {
    const it = entry.source;
    return [
        sign(entry), element('span', {class: 'time'}, timeText(it.pageTime)),
        element('span', {class: 'method'}, oneLine(it.method, 20)),
        element('span', {class: 'status'}, it.status?.toString() ?? (entry.isProblem ? 'failed' : '–')),
        spokenProblem(entry),
        element('span', {class: 'text foreign', title: oneLine(it.address, 500)}, shortAddress(it.address)),
        element('span', {class: 'type'}, it.type ? oneLine(it.type, 60) : '–'),
        element('span', {class: 'size'}, it.bytes === undefined ? '–' : sizeText(it.bytes)),
        element('span', {class: 'length'}, it.duration === undefined ? 'open' : lengthText(it.duration)),
        waterfall(it, total),
    ];
}

/** A bar of a request in real time: the wait for the answer is light, receiving it is dark. */
function waterfall(it, total) {
    const percent = value => `${Math.max(0, Math.min(value / total * 100, 100))}%`;
    const duration = it.duration ?? total - it.realTime;
    const wait = element('i', {class: 'wait'});
    const receive = element('i', {class: it.duration === undefined ? 'receive open' : 'receive'});
    wait.style.left = percent(it.realTime);
    wait.style.width = percent(it.wait ?? duration);
    receive.style.left = percent(it.realTime + (it.wait ?? duration));
    receive.style.width = percent(it.wait === undefined ? 0 : duration - it.wait);
    return element('span', {class: 'fall', 'aria-hidden': 'true'}, wait, receive);
}

function clockCells(entry) {
    return [
        element('span', {class: 'time'}, timeText(entry.time)), element('span', {class: 'kind'}, kindName(entry)),
        element('span', {class: 'length'}, lengthText(entry.length)),
        element('span', {class: 'text foreign'}, oneLine(entry.text)),
    ];
}

/** Tabs of which one shows its panel (ARIA Authoring Practices Guide, tabs with automatic activation). */
class Tabs {
    constructor(label) {
        this.bar = element('div', {class: 'tabs', role: 'tablist', 'aria-label': label});
        this.body = element('div', {class: 'panels'});
        this.tabs = [];
        this.bar.addEventListener('keydown', event => this.hear(event));
    }

    add(name, panel) {
        const tab = element('button', {
            type: 'button', role: 'tab', id: `${panel.id}-tab`, 'aria-controls': panel.id, 'aria-selected': 'false',
            tabindex: '-1',
        }, name);
        tab.addEventListener('click', () => this.open(panel.id));
        this.tabs.push({name, tab, panel});
        this.bar.append(tab);
        this.body.append(panel);
    }

    /** Says how much a panel has. */
    count(id, count, hasProblems) {
        const {name, tab} = this.tabs.find(it => it.panel.id === id);
        const spoken = element('span', {class: 'spoken'}, ' with problems');
        const problems = element('span', {class: 'wrong'}, ' ✕', spoken);
        tab.replaceChildren(name, ' ', element('span', {class: 'count'}, count.toLocaleString('en')),
            hasProblems ? problems : '');
    }

    open(id) {
        for (const {tab, panel} of this.tabs) {
            const isOpen = panel.id === id;
            panel.hidden = !isOpen;
            tab.setAttribute('aria-selected', String(isOpen));
            tab.tabIndex = isOpen ? 0 : -1;
        }
    }

    hear(event) {
        const current = this.tabs.findIndex(it => it.tab === document.activeElement);
        const to = {ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1}[event.key];
        if (to === undefined || current < 0) return;
        event.preventDefault();
        const {tab, panel} = this.tabs.at(to % this.tabs.length);
        this.open(panel.id);
        tab.focus();
    }
}
