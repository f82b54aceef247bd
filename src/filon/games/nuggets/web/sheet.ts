/** The survey sheet: where cells and edges lie, and the land around them, in board units.
 *  One function P(u, v) places everything, so the whole land turns with the board. */
import { COLS, ROWS, type EdgeAt, type Place } from "./places";

export type Point = [x: number, y: number];

export interface Sheet {
  turned: boolean;
  /** Low screens: no mountains, no cartouche, the cells take the room. */
  bare: boolean;
  w: number;
  h: number;
  cell: number;
  /** Size against the wide sheet. */
  k: number;
  ox: number;
  oy: number;
  gw: number;
  gh: number;
  P: (u: number, v: number) => Point;
}

/** Wide: 8 by 5. Turned clockwise for a phone held upright: 5 by 8, row A at the right. */
export function sheetOf(turned: boolean, bare = turned): Sheet {
  const cell = turned ? 66 : 90;
  const [gw, gh] = turned ? [ROWS * cell, COLS * cell] : [COLS * cell, ROWS * cell];
  const [w, h, ox, oy] = turned
    ? [384, 568, 35, 25]
    : bare
      ? [810, 550, 52, 58]
      : [836, 680, 58, 112];
  const P = (u: number, v: number): Point =>
    turned ? [ox + (ROWS - v) * cell, oy + u * cell] : [ox + u * cell, oy + v * cell];
  return { turned, bare, w, h, cell, k: cell / 90, ox, oy, gw, gh, P };
}

export const centre = (s: Sheet, [row, col]: Place): Point => s.P(col + 0.5, row + 0.5);

export function corner(s: Sheet, place: Place): Point {
  const [x, y] = centre(s, place);
  return [x - s.cell / 2, y - s.cell / 2];
}

/** The two ends of an edge. */
export function ends(s: Sheet, [row, col, side]: EdgeAt): [Point, Point] {
  return [side === "E" ? s.P(col + 1, row) : s.P(col, row + 1), s.P(col + 1, row + 1)];
}

export function middle(s: Sheet, edge: EdgeAt): Point {
  const [[x1, y1], [x2, y2]] = ends(s, edge);
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

export function upright(s: Sheet, edge: EdgeAt): boolean {
  const [[x1], [x2]] = ends(s, edge);
  return Math.abs(x1 - x2) < 0.01;
}

/** Where a finger may land for an edge: a rhombus over its whole length. */
export function rhombus(s: Sheet, edge: EdgeAt): string {
  const [a, b] = ends(s, edge);
  const [mx, my] = middle(s, edge);
  const d = s.cell * 0.33;
  const [dx, dy] = upright(s, edge) ? [d, 0] : [0, d];
  return [a, [mx + dx, my + dy], b, [mx - dx, my - dy]].map((p) => p.join(",")).join(" ");
}

/** The outline of a set of cells, drawn inside it at a distance. */
export function outline(s: Sheet, cells: Place[], inset: number): string {
  const set = new Set(cells.map(([r, c]) => `${r},${c}`));
  const at = new Map<string, boolean>();
  for (const place of cells) {
    const [x, y] = corner(s, place);
    at.set(`${Math.round(x / s.cell)},${Math.round(y / s.cell)}`, set.has(place.join(",")));
  }
  const has = (i: number, j: number) => at.has(`${i},${j}`);
  const i = inset;
  let d = "";
  for (const place of cells) {
    const [x, y] = corner(s, place);
    const [a, b] = [Math.round(x / s.cell), Math.round(y / s.cell)];
    const [X, Y] = [x + s.cell, y + s.cell];
    // At each end: shorter at an outer corner, on to the neighbour, or longer round an inner one.
    const end = (side: boolean, beyond: boolean) => (!side ? i : beyond ? -i : 0);
    const f = (n: number) => n.toFixed(1);
    if (!has(a, b - 1))
      d += `M${f(x + end(has(a - 1, b), has(a - 1, b - 1)))} ${f(y + i)}H${f(X - end(has(a + 1, b), has(a + 1, b - 1)))}`;
    if (!has(a, b + 1))
      d += `M${f(x + end(has(a - 1, b), has(a - 1, b + 1)))} ${f(Y - i)}H${f(X - end(has(a + 1, b), has(a + 1, b + 1)))}`;
    if (!has(a - 1, b))
      d += `M${f(x + i)} ${f(y + end(has(a, b - 1), has(a - 1, b - 1)))}V${f(Y - end(has(a, b + 1), has(a - 1, b + 1)))}`;
    if (!has(a + 1, b))
      d += `M${f(X - i)} ${f(y + end(has(a, b - 1), has(a + 1, b - 1)))}V${f(Y - end(has(a, b + 1), has(a + 1, b + 1)))}`;
  }
  return d;
}

export const squares = (s: Sheet, cells: Place[]): string =>
  cells
    .map((place) => {
      const [x, y] = corner(s, place);
      return `M${x} ${y}h${s.cell}v${s.cell}h${-s.cell}z`;
    })
    .join("");
