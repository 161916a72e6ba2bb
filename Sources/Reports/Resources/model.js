// What happened in a run, in one form for lists, lanes and details.
'use strict';

/** The kinds of moments: what one is called, and what many are called. */
const kinds = {
    signal: ['Signal', 'Signals'], mark: ['Mark', 'Marks'], caption: ['Caption', 'Captions'], step: ['Step', 'Steps'],
    error: ['Page error', 'Page errors'], console: ['Console', 'Console'], warning: ['Warning', 'Warnings'],
    request: ['Request', 'Requests'], hold: ['Clock held', 'Clock held'], frame: ['Long frame', 'Long frames'],
};

const kindName = entry => kinds[entry.kind]?.[0] ?? entry.kind;

/** All entries of a run: moments, requests, and what concerns its clock. */
function entriesOf(run) {
    const moments = run.moments.map(it => ({
        group: 'moments', kind: it.kind, time: it.pageTime, text: it.text, isProblem: it.isProblem, source: it,
        end: it.pageTime === undefined || !it.duration ? undefined : it.pageTime + it.duration,
    }));
    const requests = run.requests.map(it => ({
        group: 'requests', kind: 'request', time: it.pageTime, end: it.pageEnd, text: `${it.method} ${it.address}`,
        isProblem: it.failure !== undefined || it.status >= 400, source: it,
    }));
    const holds = run.holds.map(it => ({
        group: 'clock', kind: 'hold', time: it.pageTime, length: it.duration, source: it, isProblem: false,
        text: `The clock stood for ${lengthText(it.duration)}: ${it.reason}`,
    }));
    const frames = run.longFrames.map(it => ({
        group: 'clock', kind: 'frame', time: it.pageTime, length: it.duration, source: it, isProblem: false,
        text: `The page needed ${lengthText(it.duration)} for this frame`,
    }));
    return {moments, requests, clock: [...holds, ...frames].sort((one, other) => one.time - other.time)};
}

/** Whether an entry's text has all words of a search. */
function hasWords(entry, words) {
    const {detail = '', type = '', status = '', failure = ''} = entry.source;
    // Texts of a megabyte are searched in their beginnings.
    entry.words ??= [kindName(entry), beginning(entry.text, 20000), beginning(detail, 20000), type, status, failure]
        .join(' ').toLowerCase();
    return words.every(word => entry.words.includes(word));
}

const wordsOf = text => text.toLowerCase().split(/\s+/).filter(Boolean);

/** An entry in a sentence, for screen readers and tooltips. */
function sentence(entry) {
    const time = entry.time === undefined ? '' : `, ${timeText(entry.time)}`;
    return `${kindName(entry)}${entry.isProblem ? ', problem' : ''}${time}: ${oneLine(entry.text)}`;
}

/** Names and values of an entry; a value is a text or an element. */
function factsOf(entry, time) {
    const it = entry.source;
    const at = value => value === undefined ? undefined : timeText(value);
    const rows = [['Page time', entry.time === undefined ? 'not known' : at(entry.time)]];
    if (entry.time !== undefined && time.run.media) {
        const media = time.media(entry.time);
        const frame = time.frame(entry.time);
        rows.push([time.name, media === null ? `not in the ${time.noun}` : at(media)]);
        rows.push(['Frame', frame === null ? undefined : String(frame)]);
    }
    if (entry.kind === 'request') rows.push(...requestFacts(it, at));
    else if (entry.length !== undefined) rows.push(['Length in real time', lengthText(entry.length)]);
    else if (it.duration !== undefined) rows.push(['Length', at(it.duration)]);
    return rows.filter(row => row[1] !== undefined);
}

function requestFacts(it, at) {
    const length = value => value === undefined ? undefined : lengthText(value);
    const bytes = it.bytes?.toLocaleString('en');
    const receive = it.duration === undefined || it.wait === undefined ? undefined : it.duration - it.wait;
    return [
        ['Ended at page time', it.pageEnd === undefined ? 'had not ended' : at(it.pageEnd)],
        ['Failure', it.failure && element('strong', {class: 'wrong'}, oneLine(it.failure, 500))],
        ['Status', it.status === undefined ? 'no answer over HTTP' : String(it.status)],
        ['Type', it.type && oneLine(it.type)],
        ['Size', it.bytes === undefined ? 'not known' : `${sizeText(it.bytes)} (${bytes} bytes)`],
        ['Began in real time', at(it.realTime)],
        ['Wait for the answer', length(it.wait)],
        ['Receive', length(receive)],
        ['In all', length(it.duration)],
    ];
}
