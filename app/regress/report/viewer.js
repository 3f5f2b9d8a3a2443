// One case: its pictures in five ways, what was measured, and the commands for it.
'use strict';

(() => {
  const {data, cases, element, byId, shown, statusOf, stage} = sinew;
  const labels = {...data.labels, diff: 'Difference'};
  let current = null;
  let mode = 'side';
  let wished_mode = 'side';  // kept from case to case, also past cases that cannot have it
  let split = 50;
  let blink_timer = 0;
  let blink_running = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let blink_second = false;

  const layer = (role) => ({role, src: current[role], label: labels[role]});
  const both = (item) => Boolean(item.expected && item.actual) && !item.same_picture;

  const modes = [
    {id: 'side', label: 'Side by side', key: '1', can: () => true},
    {id: 'swipe', label: 'Swipe', key: '2', can: both},
    {id: 'onion', label: 'Onion skin', key: '3', can: both},
    {id: 'blink', label: 'Blink', key: '4', can: both},
    {id: 'diff', label: 'Difference', key: '5', can: (item) => Boolean(item.diff)},
  ];

  const layerNode = (role) => byId('stage').querySelector(`.layer.${role}`);

  const placeSplit = (value) => {
    split = Math.min(Math.max(value, 0), 100);
    byId('split').value = split;
    const over = layerNode('actual');
    if (mode !== 'swipe' || !over) return;
    over.style.clipPath = `inset(0 0 0 ${split}%)`;
    byId('stage').querySelector('.divider').style.left = `${split}%`;
  };

  const addDivider = () => {
    const pane = byId('stage').firstElementChild;
    const divider = element('div', {class: 'divider', 'aria-hidden': 'true'});
    divider.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      divider.setPointerCapture(event.pointerId);
    });
    divider.addEventListener('pointermove', (event) => {
      if (!divider.hasPointerCapture(event.pointerId)) return;
      const box = pane.getBoundingClientRect();
      placeSplit(100 * (event.clientX - box.left) / box.width);
    });
    divider.style.touchAction = 'none';
    pane.append(divider);
  };

  const placeOpacity = () => {
    const over = layerNode('actual');
    if (mode === 'onion' && over) over.style.opacity = byId('opacity').value / 100;
  };

  const showBlink = () => {
    const over = layerNode('actual');
    if (mode !== 'blink' || !over) return;
    over.style.visibility = blink_second ? 'visible' : 'hidden';
    byId('stage').querySelector('.caption').textContent = blink_second ? labels.actual : labels.expected;
    byId('blink-run').textContent = blink_running ? 'Pause' : 'Other picture';
  };

  const blinkOnce = () => {
    blink_second = !blink_second;
    showBlink();
  };

  const startBlink = () => {
    clearInterval(blink_timer);
    blink_timer = 0;
    if (mode === 'blink' && blink_running && current) blink_timer = setInterval(blinkOnce, Number(byId('blink-time').value));
    showBlink();
  };

  const panesOf = {
    side: () => (current.same_picture
      ? [{layers: [layer('expected')], captions: [{text: `${labels.expected} and ${labels.actual}, equal`}]}]
      : ['expected', 'actual', 'diff'].filter((role) => current[role])
        .map((role) => ({layers: [layer(role)], captions: [{text: labels[role]}]}))),
    swipe: () => [{layers: [layer('expected'), layer('actual')], captions: [{text: labels.expected}, {text: labels.actual, right: true}]}],
    onion: () => [{layers: [layer('expected'), layer('actual')], captions: [{text: `${labels.actual} over ${labels.expected}`}]}],
    blink: () => [{layers: [layer('expected'), layer('actual')], captions: [{text: labels.expected}]}],
    diff: () => [{layers: [layer('diff')], captions: [{text: labels.diff}]}],
  };

  const showMode = () => {
    mode = modes.find((entry) => entry.id === wished_mode).can(current) ? wished_mode : 'side';
    const panes = panesOf[mode]();
    if (panes.length > 0) stage.show(panes);
    else stage.showNothing('This case has no picture');
    if (mode === 'swipe') addDivider();
    for (const button of byId('modes').children) {
      const entry = modes.find((other) => other.id === button.dataset.mode);
      button.disabled = !entry.can(current);
      button.setAttribute('aria-checked', String(entry.id === mode));
      button.tabIndex = entry.id === mode ? 0 : -1;
    }
    byId('split-tool').hidden = mode !== 'swipe';
    byId('opacity-tool').hidden = mode !== 'onion';
    byId('blink-tool').hidden = mode !== 'blink';
    placeSplit(split);
    placeOpacity();
    startBlink();
  };

  const choose = (id) => {
    if (!modes.find((entry) => entry.id === id).can(current)) return;
    wished_mode = id;
    showMode();
  };

  const command = (label, text, what) => {
    const button = element('button', {type: 'button', class: 'button'}, 'Copy');
    button.setAttribute('aria-label', `Copy: ${label}`);
    button.addEventListener('click', () => sinew.copy(text, what));
    return element('div', {class: 'command'},
      element('div', {class: 'command-head'}, element('span', {}, label), button),
      element('pre', {tabindex: '0', 'aria-label': label}, text));
  };

  const section = (title, ...children) => element('section', {}, element('h3', {}, title), ...children);

  const measures = (item) => {
    const rows = item.measures.map(({label, value, limit, over}) => element('tr', {class: over ? 'over' : null},
      element('th', {scope: 'row'}, label), element('td', {}, value), element('td', {}, limit)));
    return element('table', {class: 'measures'},
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, item.metric), element('th', {scope: 'col'}, 'found'),
        element('th', {scope: 'col'}, 'allowed'))),
      element('tbody', {}, ...rows));
  };

  const fillDetails = () => {
    const parts = [];
    if (current.message) {
      parts.push(element('p', {class: `message tone-${statusOf(current).tone}`, dir: 'auto'}, shown(current.message.trim()).replaceAll('\u240a', '\n')));
    }
    const commands = current.commands.map(({label, value}) => command(label, value, 'Command'));
    if (data.approve_command && sinew.canApprove(current)) {
      commands.unshift(command('Make the new picture the baseline', sinew.approveCommand([current]), 'Approval'));
    }
    if (current.measures.length > 0) parts.push(section('Measured', measures(current)));
    if (commands.length > 0) parts.push(section('Commands', ...commands));
    if (current.facts.length > 0) parts.push(section('About', element('dl', {class: 'facts'}, ...sinew.factRows(current.facts))));
    byId('details').replaceChildren(...parts);
    byId('details').scrollTop = 0;
  };

  const neighbours = () => {
    const list = sinew.shownCases();
    const at = list.indexOf(current);
    return {list, at, previous: at > 0 ? list[at - 1] : null, next: at >= 0 && at + 1 < list.length ? list[at + 1] : null};
  };

  const show = (item) => {
    current = item;
    const status = statusOf(item);
    byId('case-name').textContent = shown(item.name);
    byId('case-name').title = shown(item.name);
    byId('case-status').textContent = status.label;
    byId('case-status').className = `pill tone-${status.tone}`;
    const {list, at, previous, next} = neighbours();
    byId('place').textContent = at < 0 ? '' : `${at + 1} of ${list.length}`;
    byId('previous').disabled = previous === null;
    byId('next').disabled = next === null;
    stage.start({width: item.width || 0, height: item.height || 0}, item.box || null);
    byId('zoom-spot').disabled = !stage.hasSpot();
    showMode();
    fillDetails();
  };

  const step = (which) => {
    const target = neighbours()[which];
    if (!target) return;
    show(target);
    sinew.place.replace({case: target.name});
    byId('case-name').focus();
  };

  const openDialog = (item) => {
    const dialog = byId('viewer');
    if (!dialog.open) {
      dialog.showModal();
      document.documentElement.style.overflow = 'hidden';
    }
    show(item);
    byId('case-name').focus();
  };

  const closeDialog = () => {
    const item = current;
    current = null;
    clearInterval(blink_timer);
    byId('stage').replaceChildren();
    if (byId('viewer').open) byId('viewer').close();
    document.documentElement.style.overflow = '';
    if (item) sinew.focusCase(item);
  };

  const keys = {
    ArrowLeft: () => step('previous'),
    ArrowRight: () => step('next'),
    k: () => step('previous'),
    j: () => step('next'),
    '+': () => stage.zoom(1.5),
    '=': () => stage.zoom(1.5),
    '-': () => stage.zoom(1 / 1.5),
    0: () => stage.fit(),
    z: () => stage.one(),
    d: () => stage.goToSpot(),
    '[': () => nudge(-5),
    ']': () => nudge(5),
    ' ': () => (mode === 'blink' ? toggleBlink() : choose('blink')),
    c: () => { if (current.commands.length > 0) sinew.copy(current.commands[0].value, 'Command'); },
    a: () => {
      if (data.approve_command && sinew.canApprove(current)) sinew.copy(sinew.approveCommand([current]), 'Approval');
      else sinew.say('There is nothing to approve here');
    },
  };
  const pans = {ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2]};

  /** Moves the divider or the opacity, whichever is there. */
  const nudge = (percent) => {
    if (mode === 'swipe') placeSplit(split + percent);
    if (mode !== 'onion') return;
    byId('opacity').value = Number(byId('opacity').value) + percent;
    placeOpacity();
  };

  const toggleBlink = () => {
    if (blink_running) {
      blink_running = false;
      startBlink();
    } else {
      blinkOnce();
    }
  };

  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
    const target = event.target;
    const arrow = event.key.startsWith('Arrow');
    // Sliders, lists and buttons keep the keys that work them.
    if (target.matches('input, select') && (arrow || event.key === ' ')) return;
    if (target.matches('button') && (event.key === ' ' || event.key === 'Enter')) return;
    if (target.matches('.mode') && arrow) return;
    if (event.shiftKey && event.key in pans) {
      event.preventDefault();
      stage.pan(...pans[event.key]);
      return;
    }
    const entry = modes.find((other) => other.key === event.key);
    const act = entry ? () => choose(entry.id) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const fillModes = () => {
    for (const entry of modes) {
      const button = element('button', {type: 'button', class: 'mode', role: 'radio', 'data-mode': entry.id,
        'aria-checked': 'false', 'aria-keyshortcuts': entry.key, title: `${entry.label} (${entry.key})`}, entry.label);
      button.addEventListener('click', () => choose(entry.id));
      byId('modes').append(button);
    }
    byId('modes').addEventListener('keydown', (event) => {
      const step_by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
      if (!step_by || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      const able = modes.filter((entry) => entry.can(current));
      const at = able.findIndex((entry) => entry.id === mode);
      choose(able[(at + step_by + able.length) % able.length].id);
      byId('modes').querySelector('[aria-checked="true"]').focus();
    });
  };

  /** Follows the page's address: the browser's Back closes a case. */
  const follow = () => {
    const name = sinew.place.read().case;
    const item = name === null ? null : cases.find((other) => other.name === name);
    if (item && item !== current) openDialog(item);
    else if (!item && current) closeDialog();
  };

  sinew.viewer = {
    open(item) {
      history.pushState({opened_here: true}, '', sinew.place.text({...sinew.place.read(), case: item.name}));
      openDialog(item);
    },
    close() {
      if (history.state && history.state.opened_here) {
        history.back();  // `follow` closes it
      } else {
        sinew.place.replace({case: null});
        closeDialog();
      }
    },
    /** For tests: what is open and how it is shown. */
    state() { return {name: current ? current.name : null, mode, split, blink_second, blink_running}; },
  };

  sinew.startViewer = () => {
    fillModes();
    stage.onChange(({scale}) => {
      byId('zoom-value').textContent = `${Math.round(scale * window.devicePixelRatio * 100)} %`;
    });
    byId('close').addEventListener('click', () => sinew.viewer.close());
    byId('previous').addEventListener('click', () => step('previous'));
    byId('next').addEventListener('click', () => step('next'));
    byId('zoom-in').addEventListener('click', () => stage.zoom(1.5));
    byId('zoom-out').addEventListener('click', () => stage.zoom(1 / 1.5));
    byId('zoom-fit').addEventListener('click', () => stage.fit());
    byId('zoom-one').addEventListener('click', () => stage.one());
    byId('zoom-spot').addEventListener('click', () => stage.goToSpot());
    byId('split').addEventListener('input', () => placeSplit(Number(byId('split').value)));
    byId('opacity').addEventListener('input', placeOpacity);
    byId('blink-run').addEventListener('click', toggleBlink);
    byId('blink-time').addEventListener('change', () => {
      blink_running = true;
      startBlink();
    });
    byId('viewer').addEventListener('keydown', onKey);
    byId('viewer').addEventListener('cancel', (event) => {
      event.preventDefault();
      sinew.viewer.close();
    });
    window.addEventListener('popstate', follow);
    window.addEventListener('hashchange', follow);
    new ResizeObserver(() => { if (current) stage.place(); }).observe(byId('stage'));
    follow();
  };
})();
