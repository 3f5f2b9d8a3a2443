// The summary, the filter and the cards.
'use strict';

(() => {
  const {data, cases, element, byId, shown, statusOf} = sinew;
  const chosen = new Set();
  let cards = [];  // rows in the order of the present sort
  let visible = [];
  let sorted_by = null;

  const sorts = {
    '': {label: 'What needs a look first', order: (a, b) => statusOf(a).rank - statusOf(b).rank || b.difference - a.difference || a.index - b.index},
    name: {label: 'Name', order: (a, b) => a.name.localeCompare(b.name, 'en', {numeric: true}) || a.index - b.index},
    difference: {label: 'Most different', order: (a, b) => b.difference - a.difference || a.index - b.index},
    time: {label: 'Slowest', order: (a, b) => b.seconds - a.seconds || a.index - b.index},
    order: {label: 'As listed', order: (a, b) => a.index - b.index},
  };

  const countsByStatus = () => {
    const counts = new Map();
    for (const item of cases) counts.set(item.status, (counts.get(item.status) || 0) + 1);
    return counts;
  };

  const verdict = (counts) => {
    const total = sinew.plural(cases.length, 'picture');
    if (cases.length === 0) return 'There are no cases';
    const wanting = sinew.statuses.filter((status) => status.tone === 'bad' || status.tone === 'warn')
      .reduce((sum, status) => sum + (counts.get(status.id) || 0), 0);
    if (wanting > 0) return `${wanting.toLocaleString('en')} of ${total} ${wanting === 1 ? 'needs' : 'need'} a look`;
    if (counts.get('updated')) return `${sinew.plural(counts.get('updated'), 'baseline')} updated`;
    if (counts.get('same') !== cases.length) return `None of ${total} needs a look`;
    return cases.length === 1 ? 'The picture looks the same' : `All ${total} look the same`;
  };

  sinew.factRows = (facts) => facts.map(({label, value}) =>
    element('div', {}, element('dt', {}, label), element('dd', {dir: 'auto'}, shown(value))));

  const fillHead = () => {
    const counts = countsByStatus();
    document.title = `${verdict(counts)} – ${shown(data.title)}`;
    byId('title').textContent = shown(data.title);
    byId('verdict').textContent = verdict(counts);
    byId('run-facts').append(...sinew.factRows(data.facts));
    if (data.notes.length > 0) {
      byId('notes').hidden = false;
      byId('notes-title').textContent = data.notes_title;
      byId('notes-list').append(...data.notes.map((note) => element('li', {dir: 'auto'}, shown(note))));
    }
    byId('foot').textContent = `Made by sinew ${data.version}. Everything is in this folder; nothing is loaded from a network.`;
    for (const status of sinew.statuses) {
      const count = counts.get(status.id) || 0;
      if (count === 0) continue;
      const part = element('span', {class: `tone-${status.tone}`, title: `${status.label}: ${count}`});
      part.style.flexGrow = count;
      byId('bar').append(part);
      const chip = element('button', {type: 'button', class: `chip tone-${status.tone}`, 'aria-pressed': 'false', 'data-status': status.id},
        status.label, ' ', element('b', {}, count.toLocaleString('en')));
      chip.addEventListener('click', () => {
        if (!chosen.delete(status.id)) chosen.add(status.id);
        apply();
      });
      byId('chips').append(chip);
    }
  };

  // Browsers load pictures of pages from disk at once, whatever `loading` says.
  const loader = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      if (!isIntersecting) continue;
      loader.unobserve(target);
      for (const image of target.querySelectorAll('img[data-src]')) {
        image.src = image.dataset.src;
        image.removeAttribute('data-src');
      }
    }
  }, {rootMargin: '600px'});

  const picture = (path, attributes) => element('img', {'data-src': path, alt: '', decoding: 'async', draggable: 'false', ...attributes});

  /** The shape that most pictures have: their thumbnails then have no margins. */
  const thumbShape = () => {
    const counts = new Map();
    for (const item of cases) {
      if (item.width > 0) counts.set(item.width / item.height, (counts.get(item.width / item.height) || 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    return most ? Math.min(Math.max(most[0], 0.75), 2.2) : 1.6;
  };

  /** A frame around what differs, where the picture lies in its thumbnail. */
  const spotOf = (item, shape) => {
    const own = item.width / item.height;
    const wide = Math.min(own / shape, 1);
    const high = Math.min(shape / own, 1);
    const [left, top, right, bottom] = item.box;
    const spot = element('span', {class: 'spot'});
    spot.style.left = `${100 * ((1 - wide) / 2 + wide * (left + right + 1) / 2 / item.width)}%`;
    spot.style.top = `${100 * ((1 - high) / 2 + high * (top + bottom + 1) / 2 / item.height)}%`;
    spot.style.width = `calc(${100 * wide * (right - left + 1) / item.width}% + 8px)`;
    spot.style.height = `calc(${100 * high * (bottom - top + 1) / item.height}% + 8px)`;
    return spot;
  };

  const makeCard = (item, shape) => {
    const status = statusOf(item);
    const thumb = element('div', {class: 'thumb'});
    const first = item.actual || item.expected;
    if (first) {
      thumb.append(picture(first));
      if (item.diff) thumb.append(picture(item.diff, {class: 'over'}));
      if (item.box && item.status !== 'same') thumb.append(spotOf(item, shape));
    } else {
      thumb.append(element('span', {class: 'none'}, 'no picture'));
    }
    const note = item.note || item.message;
    const link = element('a', {class: 'card', href: sinew.place.text({...sinew.place.read(), case: item.name}), tabindex: '-1'},
      thumb,
      element('div', {class: 'card-text'},
        element('span', {class: 'card-name', dir: 'auto'}, shown(item.name)),
        note ? element('span', {class: 'card-note', dir: 'auto'}, shown(note)) : null,
        element('span', {class: `pill tone-${status.tone}`}, status.label)));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      sinew.viewer.open(item);
    });
    link.addEventListener('focus', () => rove(link));
    const row = element('li', {}, link);
    row.item = item;
    loader.observe(row);
    return row;
  };

  // One card at a time is a stop of the tab key; the arrows go from card to card.
  const rove = (link) => {
    for (const other of byId('cards').querySelectorAll('a[tabindex="0"]')) other.tabIndex = -1;
    link.tabIndex = 0;
  };

  const focusCard = (index) => {
    const row = visible[Math.max(0, Math.min(index, visible.length - 1))];
    if (row) row.firstElementChild.focus();
  };

  const columns = () => {
    if (visible.length < 2) return 1;
    const top = visible[0].offsetTop;
    const next = visible.findIndex((row) => row.offsetTop !== top);
    return next === -1 ? visible.length : next;
  };

  const onCardKey = (event) => {
    const row = event.target.closest('li');
    const at = visible.indexOf(row);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns(), Home: -at, End: visible.length - 1 - at};
    if (!(event.key in steps)) return;
    event.preventDefault();
    const target = at + steps[event.key];
    if (target >= 0 && target < visible.length) focusCard(target);
  };

  const fillCount = () => {
    const total = sinew.plural(cases.length, 'case');
    byId('count').textContent = visible.length === cases.length ? total : `${visible.length.toLocaleString('en')} of ${total}`;
    byId('empty').hidden = visible.length > 0 || cases.length === 0;
    const approvable = sinew.shownCases().filter(sinew.canApprove);
    const button = byId('approve-shown');
    button.hidden = !data.approve_command || !cases.some(sinew.canApprove);
    button.disabled = approvable.length === 0;
    button.textContent = approvable.length === 0 ? 'Nothing shown to approve' : `Copy approval of the ${approvable.length} shown`;
    button.title = 'Copies the command that makes the new pictures of the cases shown their baselines';
  };

  /** Shows what the search field, the chips and the order ask for. */
  const apply = () => {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const sort = byId('sort').value;
    if (sort !== sorted_by) {
      cards.sort((a, b) => sorts[sort].order(a.item, b.item));
      byId('cards').append(...cards);
      sorted_by = sort;
    }
    visible = [];
    for (const row of cards) {
      const name = row.item.name.toLowerCase();
      const fits = (chosen.size === 0 || chosen.has(row.item.status)) && words.every((word) => name.includes(word));
      row.hidden = !fits;
      if (fits) visible.push(row);
    }
    for (const chip of byId('chips').children) chip.setAttribute('aria-pressed', String(chosen.has(chip.dataset.status)));
    if (visible.length > 0 && !visible.some((row) => row.firstElementChild.tabIndex === 0)) rove(visible[0].firstElementChild);
    fillCount();
    sinew.place.replace({name: byId('search').value, status: [...chosen], sort});
  };

  sinew.shownCases = () => visible.map((row) => row.item);
  sinew.focusCase = (item) => {
    const row = visible.find((other) => other.item === item);
    if (row) row.firstElementChild.focus();
    else byId('cards').focus();
  };

  const restore = () => {
    const state = sinew.place.read();
    byId('search').value = state.name;
    byId('sort').value = state.sort in sorts ? state.sort : '';
    chosen.clear();
    for (const status of state.status) chosen.add(status);
  };

  const showAll = () => {
    byId('search').value = '';
    chosen.clear();
    apply();
    byId('search').focus();
  };

  sinew.startList = () => {
    fillHead();
    for (const [value, sort] of Object.entries(sorts)) byId('sort').append(element('option', {value}, sort.label));
    const shape = thumbShape();
    byId('cards').style.setProperty('--thumb', shape);
    cards = cases.map((item) => makeCard(item, shape));
    restore();
    apply();
    byId('search').addEventListener('input', apply);
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        focusCard(0);
      } else if (event.key === 'Escape' && byId('search').value !== '') {
        event.preventDefault();
        byId('search').value = '';
        apply();
      }
    });
    byId('sort').addEventListener('change', apply);
    byId('clear').addEventListener('click', showAll);
    byId('tools').addEventListener('submit', (event) => event.preventDefault());
    byId('cards').addEventListener('keydown', onCardKey);
    byId('approve-shown').addEventListener('click', () => {
      const items = sinew.shownCases().filter(sinew.canApprove);
      sinew.copy(sinew.approveCommand(items), `The command that approves ${sinew.plural(items.length, 'case')} is`);
    });
  };
})();
