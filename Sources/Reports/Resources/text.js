// How the report writes what it shows: elements, texts that a page chose, times and sizes.
'use strict';

/** Creates an element. Children that are strings become text, never markup. */
function element(name, attributes = {}, ...children) {
    const it = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === true) it.setAttribute(key, '');
        else if (value !== false && value !== undefined && value !== null) it.setAttribute(key, value);
    }
    it.append(...children.filter(child => child !== null && child !== undefined));
    return it;
}

/** The paths of the buttons' pictures, in a square of 16. */
const icons = {
    play: 'M4 2.5v11l9-5.5z', pause: 'M4 3h3v10H4zM9 3h3v10H9z',
    earlier: 'M11 3v10L4 8zM3 3h1.5v10H3z', later: 'M5 3v10l7-5zM11.5 3H13v10h-1.5z',
    left: 'M10.5 3v10L4 8z', right: 'M5.5 3v10L12 8z',
    more: 'M7.25 3h1.5v4.25H13v1.5H8.75V13h-1.5V8.75H3v-1.5h4.25z', less: 'M3 7.25h10v1.5H3z',
    all: 'M2 3h1.5v10H2zM12.5 3H14v10h-1.5zM4.5 8l3-3v2.25h1V5l3 3-3 3V8.75h-1V11z',
};

function icon(name) {
    const space = 'http://www.w3.org/2000/svg';
    const picture = document.createElementNS(space, 'svg');
    const path = document.createElementNS(space, 'path');
    for (const [key, value] of Object.entries({viewBox: '0 0 16 16', 'aria-hidden': 'true'})) {
        picture.setAttribute(key, value);
    }
    path.setAttribute('d', icons[name]);
    picture.append(path);
    return picture;
}

/** A button with a picture; its name is also its tooltip. */
function iconButton(picture, name, action, keys) {
    const button = element('button', {
        type: 'button', class: 'icon', 'aria-label': name, title: keys ? `${name} (${keys})` : name,
    }, icon(picture));
    button.addEventListener('click', action);
    return button;
}

/** Characters that are not seen, or change the order of the text around them. Tabs and line breaks stay. */
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Text that a page chose, with the unseen characters shown by their code points. */
function visible(text) {
    return text.replace(/\r\n/g, '\n')
        .replace(unseen, it => `⟨U+${it.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** The beginning of a text, which does not end within a character of two code units. */
function beginning(text, limit) {
    if (text.length <= limit) return text;
    const last = text.charCodeAt(limit - 1);
    return text.slice(0, last >= 0xd800 && last < 0xdc00 ? limit - 1 : limit);
}

/** A text as one line of a list. */
function oneLine(text, limit = 300) {
    const line = visible(beginning(text, limit)).replace(/\s+/g, ' ');
    return text.length > limit ? `${line}…` : line;
}

/** The longest text that is shown at once. */
const mostShown = 2000;

/** A text of any length; what is long is cut until someone asks for all of it. */
function longText(text, name = 'pre') {
    const body = element(name, {class: 'foreign'}, visible(beginning(text, mostShown)));
    if (text.length <= mostShown) return [body];
    const more = element('button', {type: 'button'}, `Show all ${text.length.toLocaleString('en')} characters`);
    more.addEventListener('click', () => {
        body.textContent = visible(text);
        body.tabIndex = -1;
        body.focus();
        more.remove();
    });
    body.append('…');
    return [body, more];
}

/** A link to an address of the web. Others are shown as text. */
function addressLink(address) {
    const shown = oneLine(address, 500);
    if (!/^https?:\/\//i.test(address)) return element('span', {class: 'foreign'}, shown);
    return element('a', {class: 'foreign', href: address, rel: 'noopener noreferrer', target: '_blank'}, shown);
}

/** A number with a minus sign in place of a hyphen. */
const number = (value, decimals) => {
    const text = Math.abs(value).toFixed(decimals);
    return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** A time: `1.500 s`. */
const timeText = seconds => `${number(seconds, 3)} s`;

/** A length of time in the unit that fits: `120 ms`, `1.20 s`. */
function lengthText(seconds) {
    if (seconds >= 0.9995) return `${number(seconds, 2)} s`;
    return seconds >= 0.00995 || seconds === 0 ? `${number(seconds * 1000, 0)} ms` : `${number(seconds * 1000, 1)} ms`;
}

/** A size in the unit that fits: `850 kB`. */
function sizeText(bytes) {
    if (bytes < 1000) return `${bytes} B`;
    if (bytes < 1e6) return `${Math.floor(bytes / 1000)} kB`;
    return bytes < 1e9 ? `${number(bytes / 1e6, 1)} MB` : `${number(bytes / 1e9, 1)} GB`;
}

/** A number and what it counts: `1 frame`, `2 frames`. */
const quantity = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** A date in ISO 8601 without its T, and with the offset apart. */
const dateText = date => date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)$/, '$1 $2 $3')
    .replace(/ Z$/, ' UTC');
