// What is known of the selected entry or time, and of the run.
'use strict';

/** Names and values as a description list. */
function factList(rows) {
    const shown = value => typeof value === 'string' ? oneLine(value, 2000) : value;
    return element('dl', {class: 'facts'}, ...rows.map(([name, value]) => element('div', {},
        element('dt', {}, oneLine(name)), element('dd', {class: 'foreign'}, shown(value)))));
}

/** The panel beside the frame. */
class Details {
    constructor(onSelect) {
        this.onSelect = onSelect;
        this.body = element('div', {class: 'words', tabindex: '0', role: 'region', 'aria-label': 'Details'});
        this.element = element('section', {class: 'details', 'aria-label': 'Selected'}, this.body);
    }

    showEntry(entry, time) {
        const it = entry.source;
        const kind = element('p', {class: entry.isProblem ? 'what problem' : 'what'}, sign(entry), kindName(entry),
            entry.isProblem ? ' · problem' : '');
        const text = entry.kind === 'request' ? [element('p', {class: 'address'}, addressLink(it.address))]
            : longText(entry.text, 'p');
        const detail = it.detail ? longText(it.detail) : [];
        this.body.replaceChildren(kind, ...text, ...detail, factList(factsOf(entry, time)));
        this.body.scrollTop = 0;
    }

    /** Shows what happened before and after a time that has no entry of its own. */
    showTime(pageTime, time, moments) {
        const timed = moments.filter(it => it.time !== undefined);
        const last = timed.findLast(it => it.time <= pageTime + tolerance);
        const next = timed.find(it => it.time > pageTime + tolerance);
        const media = time.media(pageTime);
        const frame = time.frame(pageTime);
        const rows = [['Page time', timeText(pageTime)]];
        if (time.run.media) {
            rows.push([time.name, media === null ? `not in the ${time.noun}` : timeText(media)]);
        }
        if (frame !== null) rows.push(['Frame', `${frame} (0 to ${time.run.media.frames - 1})`]);
        this.body.replaceChildren(element('p', {class: 'what'}, 'Time'), factList(rows),
            ...this.neighbor('Before', last), ...this.neighbor('Next', next));
    }

    neighbor(words, entry) {
        if (!entry) return [];
        const button = element('button', {type: 'button', class: 'neighbor foreign'}, sentence(entry));
        button.addEventListener('click', () => this.onSelect(entry));
        return [element('p', {class: 'label'}, words), button];
    }
}

/** The command that repeats a run, and a button that copies it. */
function commandBlock(command) {
    const text = element('pre', {class: 'foreign', tabindex: '0', 'aria-label': 'Command'}, visible(command));
    const button = element('button', {type: 'button'}, 'Copy');
    button.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(command);
            button.textContent = 'Copied';
        } catch {
            // Browsers may refuse pages from files; the reader can copy what is selected.
            getSelection().selectAllChildren(text);
            button.textContent = 'Selected';
        }
    });
    return element('div', {class: 'command'}, text, button);
}

/** The panel of the run's facts. */
function runFacts(run) {
    const group = (title, content) => element('section', {class: 'group'}, element('h3', {}, oneLine(title)), content);
    const omissions = run.omissions.map(it => element('li', {}, oneLine(it, 1000)));
    return [
        group('Repeat this run', commandBlock(run.command)),
        element('div', {class: 'groups'},
            run.media && group('File', factList(mediaFacts(run.media))),
            ...run.facts.map(it => group(it.title, factList(it.rows))),
            omissions.length > 0 ? group('Not in this report', element('ul', {}, ...omissions)) : null),
    ];
}

function mediaFacts(media) {
    const link = element('a', {href: encodeURIComponent(media.file)}, oneLine(media.file));
    const rows = [['Name', link], ['Type', oneLine(media.type)], ['Length', timeText(media.duration)]];
    if (media.width) rows.push(['Size', `${media.width} × ${media.height} pixels`]);
    if (media.frames !== undefined) rows.push(['Frames', media.frames.toLocaleString('en')]);
    if (media.frameRate) {
        const [count, per] = media.frameRate;
        rows.push(['Frame rate', per === 1 ? `${count} fps` : `${count}/${per} fps`]);
    }
    return rows;
}

/** What was expected of the page, what was not met first. */
function expectationList(run) {
    if (run.expectations.length === 0) return null;
    const sorted = [...run.expectations].sort((one, other) => Number(one.isMet) - Number(other.isMet));
    const items = sorted.map(it => element('li', {class: it.isMet ? 'met' : 'missed'},
        element('span', {class: it.isMet ? 'right' : 'wrong', 'aria-hidden': 'true'}, it.isMet ? '✓' : '✕'),
        element('span', {class: 'spoken'}, it.isMet ? 'Met: ' : 'Not met: '),
        element('code', {class: 'foreign'}, oneLine(it.text)), ': ',
        element('span', {class: 'foreign result'}, oneLine(it.result, 500))));
    return element('ul', {class: 'expectations', 'aria-label': 'Expectations'}, ...items);
}

/** What a run is called. */
const titleOf = run => oneLine(run.title) || oneLine(run.page) || 'A page without a title';

/** How a run ended, in one word with a sign. */
function badge(run) {
    const words = run.kind === 'check' ? ['Passed', 'Failed'] : ['Recorded', 'Failed'];
    return run.isSuccess ? element('span', {class: 'badge right'}, '✓ ', words[0])
        : element('span', {class: 'badge wrong'}, '✕ ', words[1]);
}

/** The top of a run: what it was and how it ended. */
function runHead(run) {
    const title = element('h1', {class: 'foreign'}, titleOf(run));
    const date = element('time', {datetime: run.date}, dateText(oneLine(run.date)));
    return [
        element('div', {class: 'title'}, badge(run), title),
        element('p', {class: run.isSuccess ? 'ending' : 'ending wrong'}, oneLine(run.ending, 1000)),
        element('p', {class: 'origin'}, addressLink(run.page), date),
        expectationList(run),
    ].filter(Boolean);
}
