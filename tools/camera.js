// Before the page's own code, in every page whose picture is taken: NOW and PREFS are filled in.

// What a hidden page does: the new view shows at once.
Object.defineProperty(document, "hidden", { value: true });

// It is always the same moment.
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length ? given : [NOW]));
  }
  static now() {
    return NOW;
  }
};

if (origin !== "null" && !localStorage.getItem("filon.prefs"))
  localStorage.setItem("filon.prefs", PREFS);

{
  const every = ":root:root:root";
  const [motionless, relaid] = [new CSSStyleSheet(), new CSSStyleSheet()];
  // A surface that has moved is drawn apart from the others, at times half a pixel beside them.
  motionless.replaceSync(
    `${every} *, ${every} *::before, ${every} *::after, ${every} *::backdrop {
      animation: none !important; transition: none !important; }`,
  );
  relaid.replaceSync(`${every} * { text-rendering: geometricPrecision !important; }`);
  relaid.disabled = true;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, motionless, relaid];

  const frames = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  /** Fonts and pictures are there, nothing moves, and all is laid out and drawn anew. */
  globalThis.settled = async () => {
    await frames();
    await document.fonts.ready;
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    const ends = (motion) => motion.effect?.getComputedTiming().endTime !== Infinity;
    for (let left; (left = document.getAnimations().filter(ends)).length; await frames())
      await Promise.allSettled(left.map((motion) => motion.finished));
    // What was laid out before its font came may stay a pixel beside its place.
    relaid.disabled = false;
    await frames();
    relaid.disabled = true;
    await frames();
  };
}
