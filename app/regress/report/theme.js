// Runs before the page is drawn, so that a theme never flashes and nothing moves while it is filled.
'use strict';

(() => {
  const root = document.documentElement;
  root.dataset.filling = '';
  window.addEventListener('load', () => { delete root.dataset.filling; });

  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const followSystem = () => {
    if (!('chosen' in root.dataset)) root.dataset.theme = system.matches ? 'dark' : 'light';
  };
  try {
    const chosen = window.localStorage.getItem('sinew-theme');
    if (chosen === 'light' || chosen === 'dark') Object.assign(root.dataset, {theme: chosen, chosen: ''});
  } catch (error) {
    // Pages from disk may have no storage: the system's theme holds.
  }
  followSystem();
  system.addEventListener('change', followSystem);
})();
