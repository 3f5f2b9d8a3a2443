// Starts the page: theme, keys that work everywhere, and the list of keys.
'use strict';

(() => {
  const {element, byId} = sinew;

  const root = document.documentElement;
  const dark = () => root.dataset.theme === 'dark';

  const nameTheme = () => {
    byId('theme').textContent = dark() ? 'Light' : 'Dark';
    byId('theme').setAttribute('aria-label', dark() ? 'Use light colours' : 'Use dark colours');
  };

  const switchTheme = () => {
    Object.assign(root.dataset, {theme: dark() ? 'light' : 'dark', chosen: ''});
    try {
      window.localStorage.setItem('sinew-theme', root.dataset.theme);
    } catch (error) {
      // Without storage the choice lasts as long as the page.
    }
    nameTheme();
  };

  const key_lists = [
    ['Everywhere', [[['?'], 'these keys'], [['T'], 'light or dark'], [['Esc'], 'close, or clear the filter']]],
    ['All cases', [[['/'], 'filter by name'], [['←', '→', '↑', '↓'], 'from picture to picture'], [['Home', 'End'], 'first, last'], [['Enter'], 'open']]],
    ['One case', [
      [['←', '→'], 'previous, next case'], [['1', '2', '3', '4', '5'], 'side by side, swipe, onion skin, blink, difference'],
      [['+', '−', '0'], 'larger, smaller, whole picture'], [['Z'], 'one to one'], [['D'], 'go to what differs'],
      [['Shift', '← → ↑ ↓'], 'move the picture'], [['[', ']'], 'move the divider, change the opacity'],
      [['Space'], 'blink; pause, then the other picture'], [['C'], 'copy the command that makes the picture'],
      [['A'], 'copy the command that approves it']]],
  ];

  const showKeys = () => {
    if (byId('keys-list').childElementCount === 0) {
      for (const [title, rows] of key_lists) {
        byId('keys-list').append(element('h3', {}, title), element('dl', {}, ...rows.flatMap(([keys, text]) =>
          [element('dt', {}, ...keys.map((key) => element('kbd', {}, key))), element('dd', {}, text)])));
      }
    }
    byId('keys').showModal();
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input[type="search"], textarea')) return;
    if (event.key === '?' && !byId('keys').open) showKeys();
    else if (event.key.toLowerCase() === 't') switchTheme();
    else if (event.key === '/' && !document.querySelector('dialog[open]')) byId('search').focus();
    else return;
    event.preventDefault();
  });

  byId('theme').addEventListener('click', switchTheme);
  byId('show-keys').addEventListener('click', showKeys);
  byId('keys-close').addEventListener('click', () => byId('keys').close());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', nameTheme);
  nameTheme();
  sinew.startList();
  delete root.dataset.filling;
  sinew.startViewer();
})();
