// What is wrong with the layout of the page shown, in words that a failure can be read by.
// Lists that are meant to scroll (log, rules) are left out, and what says of itself that it is loose.
() => {
  const found = [];
  const W = innerWidth, H = innerHeight, slack = 1.5;
  const say = (what, at) => {
    const text = (at?.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 40);
    const name = at?.dataset?.box ?? (typeof at?.className === "string" ? at.className : "");
    const kept = name.replace(/svelte-\w+/g, "").trim();
    found.push(`${what}: ${at?.tagName?.toLowerCase() ?? ""}.${kept} "${text}"`);
  };
  const seen = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const area = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) - slack) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - slack);
  const px = (r) => `${Math.round(r.width)}x${Math.round(r.height)}`;

  if (document.documentElement.scrollWidth > W + 1)
    found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${W}`);
  // What plays over the rest for a moment is measured inside, not against what it covers.
  const boxes = [...document.querySelectorAll("[data-box]")].filter(
    (box) => seen(box) && !box.closest("[data-over]"),
  );
  const board = boxes.find((box) => box.dataset.box === "board");
  if (board) {
    const r = board.getBoundingClientRect();
    if (document.documentElement.scrollHeight > H + 1)
      found.push(`the page scrolls: ${document.documentElement.scrollHeight} of ${H}`);
    if (W > H && r.height < 0.55 * H) found.push(`the board is low: ${px(r)} of ${W}x${H}`);
    if (W <= H && r.width < 0.95 * W) found.push(`the board is narrow: ${px(r)} of ${W}x${H}`);
  }
  for (const box of boxes) {
    const r = box.getBoundingClientRect();
    if (r.left < -slack || r.top < -slack || r.right > W + slack || (board && r.bottom > H + slack))
      found.push(`outside the screen: ${box.dataset.box} ${px(r)} at ${Math.round(r.left)},${Math.round(r.top)}`);
    for (const other of boxes) {
      if (box === other || box.contains(other) || other.contains(box)) continue;
      if (box.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
        if (area(r, other.getBoundingClientRect()) > 4)
          found.push(`${box.dataset.box} and ${other.dataset.box} overlap`);
    }
  }

  // Words: none outside what clips it, none over another's.
  const scrolls = (el) => /auto|scroll/.test(getComputedStyle(el).overflowY);
  const words = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || !el || !seen(el)) continue;
    if (getComputedStyle(el).clipPath !== "none") continue;
    if (el.closest(".sr, [data-loose], script, style, option, [role=tabpanel], .toasts")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
    if (!rects.length) continue;
    const svg = el.closest("svg");
    // Ink, not line boxes: a line's own air may touch its neighbour's.
    const ink = rects.map((r) => {
      const air = svg ? r.height * 0.2 : r.height * 0.18;
      return { left: r.left, right: r.right, top: r.top + air, bottom: r.bottom - air };
    });
    let kept = true;
    for (let up = el; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (up.tagName === "svg" || up.closest("svg") !== null) continue;
      const c = up.getBoundingClientRect();
      if (scrolls(up)) {
        if (up.dataset.box || up.closest("[data-box=actions], [data-box=seats]")) {
          if (up.scrollHeight > up.clientHeight + 1) say("scrolls", up);
        }
        kept = false;
        break;
      }
      for (const r of ink)
        if (r.left < c.left - slack || r.right > c.right + slack || r.top < c.top - slack || r.bottom > c.bottom + slack) {
          say("cut", el);
          kept = false;
          break;
        }
      if (!kept) break;
    }
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).textOverflow === "ellipsis" && kept) {
      say("cut", el);
      kept = false;
    }
    if (!kept) continue;
    for (const r of ink)
      if (r.left < -slack || r.right > W + slack || (board && (r.top < -slack || r.bottom > H + slack))) {
        say("off the screen", el);
        break;
      }
    const box = el.closest("[data-box]");
    if (box && !svg) {
      const b = box.getBoundingClientRect();
      if (ink.some((r) => r.left < b.left - slack || r.right > b.right + slack || r.top < b.top - 14 || r.bottom > b.bottom + slack))
        say(`out of ${box.dataset.box}`, el);
      words.push({ el, box, ink });
    }
    const button = el.closest("button, a");
    if (button && !svg) {
      const b = button.getBoundingClientRect();
      if (ink.some((r) => r.left < b.left - 1 || r.right > b.right + 1 || r.top < b.top - 1 || r.bottom > b.bottom + 1))
        say("out of its button", el);
    }
  }
  for (const button of document.querySelectorAll("[data-box] button, [data-box] a")) {
    const box = button.closest("[data-box]").getBoundingClientRect();
    const r = button.getBoundingClientRect();
    if (!seen(button) || button.closest("svg, [data-box=right], [data-box=board]")) continue;
    if (r.left < box.left - slack || r.right > box.right + slack || r.bottom > box.bottom + slack)
      say("sticks out", button);
  }
  for (let i = 0; i < words.length; i++)
    for (let j = i + 1; j < words.length; j++) {
      const [a, b] = [words[i], words[j]];
      if (a.box !== b.box || a.el === b.el) continue;
      if (a.ink.some((p) => b.ink.some((q) => area(p, q) > 2))) say(`over "${a.el.textContent.trim().slice(0, 24)}"`, b.el);
    }

  // Pieces that say they are solid lie beside each other, never on each other.
  const solid = [...document.querySelectorAll("[data-solid]")].filter(seen);
  for (let i = 0; i < solid.length; i++)
    for (let j = i + 1; j < solid.length; j++) {
      if (solid[i].contains(solid[j]) || solid[j].contains(solid[i])) continue;
      if (area(solid[i].getBoundingClientRect(), solid[j].getBoundingClientRect()) > 12)
        found.push(`${solid[i].dataset.solid} and ${solid[j].dataset.solid} overlap`);
    }
  return [...new Set(found)];
}
