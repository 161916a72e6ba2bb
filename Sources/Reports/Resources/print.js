// On paper, lists are tables with all of their rows.
'use strict';

function table(caption, names, rows) {
    if (rows.length === 0) return null;
    const cell = value => element('td', {class: 'foreign'}, value);
    return element('table', {},
        element('caption', {}, caption),
        element('thead', {}, element('tr', {}, ...names.map(name => element('th', {scope: 'col'}, name)))),
        element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell)))));
}

const printedTime = seconds => seconds === undefined ? '–' : timeText(seconds);

function momentTable(entries, time) {
    return table('Moments', ['Page time', time.name, 'Kind', 'What happened'],
        entries.moments.map(it => {
            const media = it.time === undefined ? null : time.media(it.time);
            const detail = it.source.detail ? `\n${visible(beginning(it.source.detail, mostShown))}` : '';
            return [printedTime(it.time), media === null ? '–' : timeText(media),
                `${it.isProblem ? '✕ ' : ''}${kindName(it)}`, oneLine(it.text, 1000) + detail];
        }));
}

function requestTable(entries) {
    return table('Requests', ['Page time', 'Method', 'Status', 'Address', 'Type', 'Size', 'Wait', 'In all'],
        entries.requests.map(({source: it, isProblem}) => [
            timeText(it.pageTime), oneLine(it.method), `${isProblem ? '✕ ' : ''}${it.status ?? ''}`,
            oneLine(it.address, 500) + (it.failure ? `\n${oneLine(it.failure)}` : ''),
            it.type ? oneLine(it.type) : '–',
            it.bytes === undefined ? '–' : sizeText(it.bytes), it.wait === undefined ? '–' : lengthText(it.wait),
            it.duration === undefined ? 'open' : lengthText(it.duration),
        ]));
}

function clockTable(entries) {
    return table('Clock', ['Page time', 'Length', 'What happened'],
        entries.clock.map(it => [timeText(it.time), lengthText(it.length), oneLine(it.text)]));
}

/** Pictures in order, at most as many as fit on two pages. */
function printedPictures(run) {
    const most = 24;
    const step = Math.max(1, Math.ceil(run.pictures.length / most));
    const shown = run.pictures.filter((_, index) => index % step === 0);
    return element('div', {class: 'pictures'}, ...shown.map(it => element('figure', {},
        element('img', {src: it.data, alt: `The page at ${timeText(it.pageTime)}`}),
        element('figcaption', {}, `page ${timeText(it.pageTime)}`, it.caption ? ` · ${oneLine(it.caption)}` : ''))));
}

/** All of a run, for paper. */
function printedRun(run, time, entries) {
    return [printedPictures(run), momentTable(entries, time), requestTable(entries), clockTable(entries),
        element('div', {class: 'printed-facts'}, ...runFacts(run))].filter(Boolean);
}
