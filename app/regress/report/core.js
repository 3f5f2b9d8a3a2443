// What the other scripts share: the data, the statuses, making elements, copying text.
// Texts out of the data only ever become text nodes and attribute values, never markup.
'use strict';
const sinew = {};

(() => {
  const data = window.sinewReportData || {title: 'data.js is missing', version: '', facts: [], labels: {}, notes: [], cases: []};
  sinew.data = data;
  sinew.cases = data.cases;
  sinew.cases.forEach((item, index) => {
    item.index = index;
    if (item.same_picture) item.actual = item.expected;
  });

  // In the order of the summary: what wants attention first.
  sinew.statuses = [
    {id: 'crashed', label: 'Crashed', tone: 'bad'},
    {id: 'timeout', label: 'Timed out', tone: 'bad'},
    {id: 'error', label: 'Error', tone: 'bad'},
    {id: 'changed', label: 'Changed', tone: 'bad'},
    {id: 'size', label: 'Other size', tone: 'bad'},
    {id: 'new', label: 'No baseline', tone: 'warn'},
    {id: 'new_renderer', label: 'New renderer', tone: 'info'},
    {id: 'updated', label: 'Updated', tone: 'info'},
    {id: 'skipped', label: 'Skipped', tone: 'mute'},
    {id: 'same', label: 'Same', tone: 'good'},
  ];
  const known = new Map(sinew.statuses.map((status, rank) => [status.id, {...status, rank}]));
  sinew.statusOf = (item) => known.get(item.status) || {id: item.status, label: item.status, tone: 'mute', rank: 99};

  /** An element with attributes and children; children that are texts become text nodes. */
  sinew.element = (name, attributes = {}, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      node.setAttribute(key, value === true ? '' : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  };

  sinew.byId = (id) => document.getElementById(id);

  /** A name fit to be looked at: control characters as symbols, no characters that turn the text around. */
  sinew.shown = (text) => Array.from(text, (letter) => {
    const code = letter.codePointAt(0);
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '\u2421';
    if (code >= 0x80 && code < 0xa0) return '\ufffd';
    if (code === 0x2028 || code === 0x2029) return '\u2424';
    if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return '\ufffd';
    return letter;
  }).join('');

  sinew.plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

  sinew.canApprove = (item) => item.approve !== '';
  /** The command that makes these cases' new pictures their baselines. The words are a shell's already. */
  sinew.approveCommand = (items) => {
    const all = sinew.cases.filter(sinew.canApprove).length;
    const words = items.length === all && all > 1 ? [data.approve_all] : items.map((item) => item.approve);
    return [data.approve_command, ...words].join(' ');
  };

  let hide_toast = 0;
  sinew.say = (text) => {
    // What lies behind an open dialog is neither seen nor read out.
    const open = document.querySelector('dialog[open]');
    const toast = (open && open.querySelector('.toast')) || document.querySelector('body > .toast');
    toast.textContent = text;
    toast.classList.add('shown');
    clearTimeout(hide_toast);
    hide_toast = setTimeout(() => {
      for (const other of document.querySelectorAll('.toast')) other.classList.remove('shown');
    }, 2600);
  };

  /** Pages from disk are not always let near the clipboard: then by a selection. */
  const copyBySelection = (text) => {
    const host = document.querySelector('dialog[open]') || document.body;
    const before = document.activeElement;
    const area = sinew.element('textarea', {readonly: true, style: 'position:fixed;left:-9999px;top:0', 'aria-hidden': 'true'});
    area.value = text;
    host.append(area);
    area.select();
    let done = false;
    try {
      done = document.execCommand('copy');
    } catch (error) {
      done = false;
    }
    area.remove();
    if (before) before.focus({preventScroll: true});
    return done;
  };

  sinew.copy = async (text, what) => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch (error) {
      done = copyBySelection(text);
    }
    sinew.say(done ? `${what} copied` : 'The browser forbids copying: select the text and copy it by hand');
    return done;
  };

  /** What of the page's state stands in its address, so that it can be passed on and gone back to. */
  sinew.place = {
    read() {
      const fields = new URLSearchParams(location.hash.slice(1));
      return {
        case: fields.get('case'),
        name: fields.get('name') || '',
        status: (fields.get('status') || '').split(',').filter(Boolean),
        sort: fields.get('sort') || '',
      };
    },
    text(state) {
      const fields = new URLSearchParams();
      if (state.name) fields.set('name', state.name);
      if (state.status.length > 0) fields.set('status', state.status.join(','));
      if (state.sort) fields.set('sort', state.sort);
      if (state.case !== null && state.case !== undefined) fields.set('case', state.case);
      return `#${fields}`;
    },
    replace(change) {
      try {
        history.replaceState(history.state, '', sinew.place.text({...sinew.place.read(), ...change}));
      } catch (error) {
        // Some browsers refuse a hundred of these in a short time: the address lags behind.
      }
    },
  };
})();
