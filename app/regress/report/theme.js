// Runs before the page is drawn, so that a chosen theme never flashes and nothing moves while it is filled.
'use strict';
document.documentElement.dataset.filling = '';
window.addEventListener('load', () => { delete document.documentElement.dataset.filling; });
try {
  const chosen = window.localStorage.getItem('sinew-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch (error) {
  // Pages from disk may have no storage: the system's theme holds.
}
