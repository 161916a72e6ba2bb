// What the gallery does beyond showing: it searches, filters, goes to chapters, and
// hears keys. Everything is readable without.
'use strict';
const cards = [...document.querySelectorAll('article')];
const [filters, search, host, kind, from, to, clear, count, none] =
    ['filters', 'search', 'host', 'kind', 'from', 'to', 'clear', 'count', 'none'].map(id => document.getElementById(id));
const words = cards.map(card => card.textContent.toLowerCase());

// A date is compared as text: years first, and no times in the menu's dates.
function matches(card, index, wanted) {
    const date = card.querySelector('time').dateTime.slice(0, 10);
    return wanted.every(word => words[index].includes(word))
        && [host, kind].every(menu => menu.value === '*' || menu.value === card.dataset[menu.id])
        && (!from.value || date >= from.value) && (!to.value || date <= to.value);
}

function isFiltered() {
    return Boolean(search.value.trim() || from.value || to.value || host.value !== '*' || kind.value !== '*');
}

function show() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    cards.forEach((card, index) => {
        card.hidden = !matches(card, index, wanted);
        if (card.hidden) card.querySelector('video').pause();
        else shown += 1;
    });
    clear.disabled = !isFiltered();
    count.textContent = isFiltered() ? `${shown} of ${cards.length}` : String(cards.length);
    none.hidden = shown > 0;
}

// Filters need a script. A menu with one choice filters nothing.
filters.hidden = cards.length === 0;
for (const menu of [host, kind]) menu.hidden = menu.options.length <= 2;

// The controls would lie over the posters of all.
for (const card of cards) {
    const video = card.querySelector('video');
    video.controls = false;
    for (const event of ['pointerenter', 'focusin', 'click']) {
        card.addEventListener(event, () => { video.controls = true; });
    }
}

// One plays at a time.
document.addEventListener('play', event => {
    for (const card of cards) {
        const video = card.querySelector('video');
        if (video !== event.target) video.pause();
    }
}, true);

document.addEventListener('click', event => {
    const chapter = event.target.closest('button[data-start]');
    if (!chapter) return;
    const video = chapter.closest('article').querySelector('video');
    video.currentTime = Number(chapter.dataset.start);
    // A browser may refuse to play; the place is right all the same.
    video.play().catch(() => {});
});

// From one recording to the next and back, as far as they are shown.
function move(step) {
    const shown = cards.filter(card => !card.hidden);
    const current = shown.indexOf(document.activeElement.closest('article'));
    const next = shown[current < 0 ? 0 : Math.min(Math.max(current + step, 0), shown.length - 1)];
    if (next) next.focus();
}

document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (filters.contains(event.target)) {
        if (event.key !== 'Escape') return;
        if (event.target === search) search.value = '';
        show();
        event.target.blur();
    } else if (event.key === '/') {
        search.focus();
    } else if (event.key === 'j' || event.key === 'k') {
        move(event.key === 'j' ? 1 : -1);
    } else if ((event.key === ' ' || event.key === 'Enter') && event.target.matches('article')) {
        const video = event.target.querySelector('video');
        if (video.paused) video.play().catch(() => {});
        else video.pause();
    } else {
        return;
    }
    event.preventDefault();
});

filters.addEventListener('input', show);
filters.addEventListener('submit', event => event.preventDefault());
// The fields are empty only after this event.
filters.addEventListener('reset', () => setTimeout(show));
// index.html#report shows what a search for "report" does.
function readAddress() {
    try {
        search.value = decodeURIComponent(location.hash.slice(1));
    } catch {
        search.value = '';
    }
    show();
}
addEventListener('hashchange', readAddress);
readAddress();
