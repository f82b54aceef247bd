/** How the board comes to rest at the end of a game: it glides aside, or shows what won. */

/** The curve and the time of a board on its way, in milliseconds. */
const GLIDE = { duration: 320, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
/** Before it sets off, the last picture of the game stands still for so long. */
export const REST = 200;

/** Lets a board that has a new place come there from where it was. */
export function glide(board: HTMLElement, from: DOMRect): Animation | null {
  const to = board.getBoundingClientRect();
  if (!from.width || !to.width || (from.x === to.x && from.width === to.width)) return null;
  const by = from.width / to.width;
  const was = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${by})`;
  return board.animate(
    [
      { transform: was, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    GLIDE,
  );
}

/** By how much a board that a sheet covers from below is raised, so that what won is seen. */
export function raised(board: HTMLElement, sheet: number): number {
  const box = board.getBoundingClientRect();
  const own = new DOMMatrixReadOnly(getComputedStyle(board).transform).m42;
  const spots = [...board.querySelectorAll("[data-outline]")].map((one) =>
    one.getBoundingClientRect(),
  );
  if (!spots.length || sheet <= box.y - own) return 0;
  const top = Math.min(...spots.map((one) => one.top)) - own;
  const bottom = Math.max(...spots.map((one) => one.bottom)) - own;
  const room = sheet - (box.top - own);
  // Its middle in the middle of what is left; what is too tall shows its upper part.
  const aim = bottom - top > room ? top - 8 : (top + bottom) / 2 - room / 2;
  const most = Math.max(0, box.bottom - own - sheet);
  return Math.round(Math.min(most, Math.max(0, aim - (box.top - own))));
}
