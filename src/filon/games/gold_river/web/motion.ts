import type { Stage } from "$shell";

const SVG = "http://www.w3.org/2000/svg";

/** The middle of an element on the screen. */
function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** A seat's purse, wherever the frame shows it now. */
export const purse = (seat: number) => document.querySelector(`[data-purse="${seat}"]`);
export const supply = () => document.querySelector("[data-supply]");

/** Nuggets fly from one place to another, one after the other; at most eight are drawn. */
export async function fly(
  stage: Stage,
  layer: Element | undefined,
  from: Element | null,
  to: Element | null,
  n: number,
) {
  if (!layer || !from || !to || n <= 0 || stage.still || stage.skipped) return;
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  const many = Math.min(8, n);
  const flights: Promise<void>[] = [];
  for (let i = 0; i < many; i++) {
    const nugget = document.createElementNS(SVG, "svg");
    nugget.setAttribute("class", "flying");
    nugget.setAttribute("viewBox", "0 0 24 20");
    nugget.setAttribute("width", "22");
    nugget.setAttribute("height", "18");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#gr-nug");
    nugget.append(use);
    layer.append(nugget);
    const lift = Math.min(70, Math.hypot(x1 - x0, y1 - y0) / 4) + i * 3;
    const frames = [
      { transform: `translate(${x0 - 11}px, ${y0 - 9}px) scale(0.8)`, opacity: 1 },
      {
        transform: `translate(${(x0 + x1) / 2 - 11}px, ${(y0 + y1) / 2 - 9 - lift}px) scale(1.15)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x1 - 11}px, ${y1 - 9}px) scale(0.8)`, opacity: 1 },
    ];
    flights.push(
      stage
        .run(nugget, frames, 350, { delay: i * 45, fill: "both", easing: "ease-in-out" })
        .then(() => nugget.remove()),
    );
  }
  await Promise.all(flights);
}

/** A card leaves the row for a place of the register, or for nowhere. */
export async function carry(
  stage: Stage,
  layer: Element | undefined,
  card: Element | null,
  to: Element | null,
) {
  if (!card || stage.still || stage.skipped) return;
  if (!to) {
    await stage.run(
      card,
      [
        { transform: "none", opacity: 1 },
        { transform: "translateY(60px) rotate(9deg)", opacity: 0 },
      ],
      300,
      { fill: "forwards", easing: "ease-in" },
    );
    return;
  }
  if (!layer) return;
  const box = card.getBoundingClientRect();
  const [x1, y1] = middle(to);
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.classList.add("carried");
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  layer.append(ghost);
  // The card itself is gone with the next view; until then its place is empty.
  if (card instanceof HTMLElement) card.style.visibility = "hidden";
  await stage.run(
    ghost,
    [
      { transform: `translate(${box.left}px, ${box.top}px)`, opacity: 1 },
      {
        transform: `translate(${x1 - box.width / 2}px, ${y1 - box.height / 2}px) scale(0.18)`,
        opacity: 0.85,
      },
    ],
    340,
    { fill: "both", easing: "ease-in-out" },
  );
  ghost.remove();
}
