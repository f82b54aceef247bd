// How things travel over the board: envelope to symbol, envelope to tray.
import type { Stage } from "$shell";

/** An element flies from one box to another on an arc; both are measured when it starts. */
export async function fly(
  stage: Stage,
  what: HTMLElement | undefined,
  from: Element | null | undefined,
  to: Element | null | undefined,
  ms: number,
): Promise<void> {
  if (!what || !from || !to) return;
  const a = from.getBoundingClientRect();
  const b = to.getBoundingClientRect();
  const place = (x: number, y: number, size: number) =>
    `translate(${x}px, ${y}px) scale(${size / 40})`;
  const start = place(a.left + a.width / 2, a.top + a.height / 2, a.width);
  const end = place(b.left + b.width / 2, b.top + b.height / 2, b.width);
  const lift = Math.min(110, Math.abs(a.top - b.top) * 0.35 + 24);
  const mid = place(
    (a.left + b.left + a.width / 2 + b.width / 2) / 2,
    Math.min(a.top, b.top) + Math.abs(a.top - b.top) * 0.35 - lift + 20,
    (a.width + b.width) / 2 + 6,
  );
  await stage.run(
    what,
    [{ transform: start }, { transform: mid, offset: 0.55 }, { transform: end }],
    ms,
    { easing: "cubic-bezier(.35,.1,.3,1)", fill: "forwards" },
  );
}

/** The envelope shakes and what was drawn rises out of it. */
export async function draw(
  stage: Stage,
  box: HTMLElement | undefined,
  out: HTMLElement | undefined,
  hurry: number,
): Promise<void> {
  const tilt = (deg: number) => ({ transform: `rotate(${deg}deg)` });
  const shake = stage.run(box, [tilt(0), tilt(-4), tilt(4), tilt(-3), tilt(0)], 180 / hurry);
  const hidden = { transform: "translateY(70%) rotate(-8deg) scale(.7)", opacity: 0.2 };
  await Promise.all([
    shake,
    stage.run(
      out,
      [
        hidden,
        { transform: "translateY(-8%) rotate(-8deg) scale(1.06)", opacity: 1, offset: 0.75 },
        { transform: "rotate(-8deg)" },
      ],
      400 / hurry,
      { delay: 0 },
    ),
  ]);
}
