// The panes that show a case's pictures. All of them share one view: a point of the picture in the
// middle, and how many screen pixels a picture's pixel takes.
'use strict';

(() => {
  const {element, byId, shown} = sinew;
  const view = {x: 0, y: 0, scale: null};  // scale null: the whole picture
  let size = {width: 1, height: 1};        // of the picture, or of the larger one
  let spot = null;                         // what differs: [left, top, right, bottom]
  let panes = [];
  let on_change = () => {};

  const kMost = 64;
  const kLeast = 1 / 32;
  const kMargin = 12;  // pixels around the whole picture

  const paneSize = () => {
    const box = panes.length > 0 ? panes[0].node.getBoundingClientRect() : {width: 1, height: 1};
    return {width: Math.max(box.width, 1), height: Math.max(box.height, 1)};
  };

  const fitScale = () => {
    const pane = paneSize();
    const across = Math.max(pane.width - 2 * kMargin, 8) / size.width;
    const down = Math.max(pane.height - 2 * kMargin, 8) / size.height;
    return Math.min(across, down, 8);
  };

  /** Beside each other, below each other or both: however the pictures come out largest. */
  const arrange = () => {
    const stage = byId('stage');
    const box = stage.getBoundingClientRect();
    let best = {columns: 1, scale: 0};
    for (let columns = panes.length; columns >= 1; --columns) {
      const rows = Math.ceil(panes.length / columns);
      const scale = Math.min(box.width / columns / size.width, box.height / rows / size.height);
      if (scale > best.scale * 1.05) best = {columns, scale};
    }
    stage.style.gridTemplateColumns = `repeat(${best.columns}, minmax(0, 1fr))`;
  };

  const scaleNow = () => (view.scale === null ? fitScale() : view.scale);

  const place = () => {
    arrange();
    const scale = scaleNow();
    if (view.scale === null) {
      view.x = size.width / 2;
      view.y = size.height / 2;
    }
    const pane = paneSize();
    // Whole screen pixels: at 1:1 nothing is smoothed.
    const left = Math.round(pane.width / 2 - view.x * scale);
    const top = Math.round(pane.height / 2 - view.y * scale);
    for (const {node} of panes) {
      for (const image of node.querySelectorAll('.layer img')) {
        image.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
      }
    }
    const stage = byId('stage');
    stage.classList.toggle('pixels', scale * window.devicePixelRatio >= 2);
    // While the whole picture is seen, a finger's drag scrolls the page.
    stage.style.touchAction = view.scale === null ? 'pan-y' : 'none';
    on_change({scale, fitted: view.scale === null});
  };

  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

  /** The picture's point under a place of a pane. */
  const pointAt = (node, client_x, client_y) => {
    const box = node.getBoundingClientRect();
    const scale = scaleNow();
    return {
      x: view.x + (client_x - box.left - box.width / 2) / scale,
      y: view.y + (client_y - box.top - box.height / 2) / scale,
    };
  };

  const move = (x, y) => {
    view.x = clamp(x, 0, size.width);
    view.y = clamp(y, 0, size.height);
  };

  /** Zooms so that the point keeps its place; without a point, the middle does. */
  const zoomTo = (scale, point) => {
    const before = scaleNow();
    const after = clamp(scale, Math.min(kLeast, fitScale()), kMost);
    view.scale = after;
    if (point) move(point.x + (view.x - point.x) * before / after, point.y + (view.y - point.y) * before / after);
    place();
  };

  const showPointer = (point) => {
    const inside = point && point.x >= 0 && point.y >= 0 && point.x < size.width && point.y < size.height;
    byId('pointer').textContent = inside ? `${Math.floor(point.x)}, ${Math.floor(point.y)}` : '';
    const scale = scaleNow();
    const pane = paneSize();
    for (const {ghost} of panes) {
      ghost.hidden = !inside;
      if (!inside) continue;
      ghost.style.left = `${pane.width / 2 + (point.x - view.x) * scale}px`;
      ghost.style.top = `${pane.height / 2 + (point.y - view.y) * scale}px`;
    }
  };

  const listen = (node) => {
    const touches = new Map();
    let last = null;
    const spread = () => {
      const [a, b] = [...touches.values()];
      return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, length: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1)};
    };
    node.addEventListener('wheel', (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 33;
      zoomTo(scaleNow() * Math.exp(clamp(-pixels, -200, 200) / 330), pointAt(node, event.clientX, event.clientY));
    }, {passive: false});
    node.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || event.target.closest('.divider')) return;
      node.setPointerCapture(event.pointerId);
      touches.set(event.pointerId, {x: event.clientX, y: event.clientY});
      last = touches.size === 2 ? spread() : null;
      node.classList.add('dragging');
    });
    node.addEventListener('pointermove', (event) => {
      const before = touches.get(event.pointerId);
      if (!before) {
        showPointer(event.pointerType === 'mouse' ? pointAt(node, event.clientX, event.clientY) : null);
        return;
      }
      touches.set(event.pointerId, {x: event.clientX, y: event.clientY});
      if (touches.size === 2) {
        const now = spread();
        if (last) {
          move(view.x - (now.x - last.x) / scaleNow(), view.y - (now.y - last.y) / scaleNow());
          zoomTo(scaleNow() * now.length / last.length, pointAt(node, now.x, now.y));
        }
        last = now;
      } else if (event.pointerType !== 'touch' || view.scale !== null) {
        const scale = scaleNow();
        if (view.scale === null) view.scale = scale;
        move(view.x - (event.clientX - before.x) / scale, view.y - (event.clientY - before.y) / scale);
        place();
      }
    });
    const end = (event) => {
      touches.delete(event.pointerId);
      last = null;
      if (touches.size === 0) node.classList.remove('dragging');
    };
    node.addEventListener('pointerup', end);
    node.addEventListener('pointercancel', end);
    node.addEventListener('pointerleave', () => showPointer(null));
    node.addEventListener('dblclick', (event) => {
      if (view.scale === null) zoomTo(Math.max(1, fitScale() * 3), pointAt(node, event.clientX, event.clientY));
      else sinew.stage.fit();
    });
  };

  const makePane = ({layers, captions}) => {
    const node = element('div', {class: 'pane'});
    for (const layer of layers) {
      const image = element('img', {src: layer.src, alt: layer.label, draggable: 'false', decoding: 'async'});
      image.addEventListener('load', () => sinew.stage.noteSize(image));
      image.addEventListener('error', () => {
        node.append(element('div', {class: 'missing'}, `${layer.label}: the picture cannot be loaded`));
      });
      node.append(element('div', {class: `layer ${layer.role}`}, image));
    }
    for (const {text, right} of captions) node.append(element('span', {class: right ? 'caption right' : 'caption'}, shown(text)));
    const ghost = element('span', {class: 'ghost', hidden: true, 'aria-hidden': 'true'});
    node.append(ghost);
    listen(node);
    return {node, ghost};
  };

  sinew.stage = {
    /** Called with the scale whenever the view changes. */
    onChange(listener) { on_change = listener; },

    /** Another picture: `known` is its size where the data has it, `box` what differs in it. */
    start(known, box) {
      size = known.width > 0 && known.height > 0 ? {...known} : {width: 1, height: 1};
      spot = box;
      view.scale = null;
    },

    /** Puts other panes on the stage, with the same view. */
    show(specs) {
      panes = specs.map(makePane);
      const stage = byId('stage');
      stage.replaceChildren(...panes.map((pane) => pane.node));
      stage.classList.toggle('three', panes.length === 3);
      byId('pointer').textContent = '';
      place();
    },

    showNothing(text) {
      panes = [];
      byId('stage').style.gridTemplateColumns = '';
      byId('stage').replaceChildren(element('div', {class: 'pane'}, element('div', {class: 'missing'}, text)));
    },

    /** Pictures of two sizes lie corner on corner; the whole of both is what fits. */
    noteSize(image) {
      if (image.naturalWidth <= size.width && image.naturalHeight <= size.height) return;
      size = {width: Math.max(size.width, image.naturalWidth), height: Math.max(size.height, image.naturalHeight)};
      place();
    },

    place,
    fit() {
      view.scale = null;
      place();
    },
    zoom(factor) { zoomTo(scaleNow() * factor, null); },
    one() { zoomTo(1 / window.devicePixelRatio, null); },
    pan(across, down) {
      const pane = paneSize();
      const scale = scaleNow();
      if (view.scale === null) view.scale = scale;
      move(view.x + across * pane.width / scale, view.y + down * pane.height / scale);
      place();
    },
    hasSpot() { return spot !== null; },
    /** Looks at what differs, with some of what is around it. */
    goToSpot() {
      if (spot === null) return;
      const pane = paneSize();
      const width = spot[2] - spot[0] + 1;
      const height = spot[3] - spot[1] + 1;
      view.scale = clamp(Math.min(pane.width / (2 * width), pane.height / (2 * height)), fitScale(), 16);
      move((spot[0] + spot[2] + 1) / 2, (spot[1] + spot[3] + 1) / 2);
      place();
    },
    /** For tests and for whoever wants to know: the view in numbers. */
    view() { return {x: view.x, y: view.y, scale: scaleNow(), fitted: view.scale === null}; },
  };
})();
