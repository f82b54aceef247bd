// The drawings that never change, as SVG text made once: terrain, trails, street, buildings.
import { accessOf, angle, CLAIMS, f, polar, ring, sector, ways, type Plan } from "./geometry";
import type { Paint } from "./paint";

const INK = "#2b2118";
const CARD = "#faf3e3";
const WOOD = "#a9763f";
const WOOD_DARK = "#6e4826";
const GOLD = "#c8912b";
const GOLD_LIGHT = "#e9be5a";
const FILL: Record<Paint, string> = { Y: "#e9be5a", G: "#557648", R: "#ae472e" };
/** What is drawn on a colour: ink on yellow, cream on the others. */
const ON: Record<Paint, string> = { Y: INK, G: "#fff6e2", R: "#fff6e2" };
const DASH: Record<Paint, string> = { Y: "1 8", G: "6 6", R: "3 5" };

/** The same numbers on every machine, so that the map looks the same everywhere. */
function dots(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const text = (x: number, y: number, say: string, size: number, more = ""): string =>
  `<text x="${f(x)}" y="${f(y)}" text-anchor="middle" font-family="Alegreya" font-weight="800" font-size="${size}" fill="${INK}" ${more}>${say}</text>`;

/** A nugget, box about -10 to 10. */
export const nugget = (x: number, y: number, s = 1): string =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${s})"><path d="M-9 2.500L-6.500-5-1-8 5-6.500 9-1 7.500 5.500 1 8-6 7z" fill="${GOLD_LIGHT}" stroke="${INK}" stroke-width="1.700" stroke-linejoin="round"/><path d="M-1-8L1-1.500 9-1M1-1.500L-6 7M1-1.500L1 8" fill="none" stroke="${INK}" stroke-width=".9" opacity=".55"/><path d="M1-1.500L9-1 7.500 5.500 1 8z" fill="${GOLD}" opacity=".75"/></g>`;

function fibres(w: number, h: number, n: number): string {
  const r = dots(8);
  let d = "";
  for (let i = 0; i < n; i++) {
    const x = (r() - 0.5) * w;
    const y = (r() - 0.5) * h;
    const a = r() * 6.3;
    const l = 2 + r() * 5;
    d += `M${f(x)} ${f(y)}l${f(l * Math.cos(a))} ${f(l * Math.sin(a))}`;
  }
  return `<path d="${d}" stroke="#8a6b3d" stroke-width=".7" opacity=".22" fill="none"/>`;
}

let clips = 0;
/** An engraved peak: middle of its foot, width, height. */
function peak(
  x: number,
  y: number,
  w: number,
  h: number,
  r: () => number,
  o: { vein?: boolean; fill?: string; line?: number } = {},
): string {
  const lx = x - w / 2;
  const rx = x + w / 2;
  const tx = x + (r() - 0.5) * w * 0.18;
  const ty = y - h;
  const m1x = tx - (tx - lx) * 0.45;
  const m1y = y - h * 0.5 + (r() - 0.5) * h * 0.12;
  const m2x = tx + (rx - tx) * 0.5;
  const m2y = y - h * 0.46 + (r() - 0.5) * h * 0.12;
  const kx = tx + w * 0.03;
  const ky = y - h * 0.55;
  const k2 = tx - w * 0.05;
  const k2y = y - h * 0.25;
  const d = `M${f(lx)} ${f(y)}L${f(m1x)} ${f(m1y)} ${f(tx)} ${f(ty)} ${f(m2x)} ${f(m2y)} ${f(rx)} ${f(y)}`;
  let hatch = "";
  const n = Math.max(4, Math.round(h / 6));
  for (let i = 1; i <= n; i++) {
    const t = i / (n + 0.6);
    const yy = ty + h * t;
    const ridge =
      t < 0.45
        ? tx + (kx - tx) * (t / 0.45)
        : t < 0.75
          ? kx + (k2 - kx) * ((t - 0.45) / 0.3)
          : k2 + (x - k2) * ((t - 0.75) / 0.25);
    const half =
      yy > m2y
        ? m2x + (rx - m2x) * ((yy - m2y) / (y - m2y))
        : tx + (m2x - tx) * ((yy - ty) / (m2y - ty));
    const l = (half - ridge) * (0.55 + 0.35 * r());
    if (l > 2) hatch += `M${f(ridge + 1.5)} ${f(yy)}l${f(l)} ${f(l * 0.5)}`;
  }
  const id = `co-peak-${(clips += 1)}`;
  const vein = o.vein
    ? `<path d="M${f(lx + w * 0.24)} ${f(y)}l${f(w * 0.07)} ${f(-h * 0.24)} ${f(-w * 0.02)} ${f(-h * 0.14)} ${f(w * 0.1)} ${f(-h * 0.2)}M${f(lx + w * 0.29)} ${f(y - h * 0.3)}l${f(w * 0.1)} ${f(-h * 0.06)}" fill="none" stroke="${GOLD}" stroke-width="3" stroke-linejoin="round"/>`
    : "";
  return `<g><clipPath id="${id}"><path d="${d}Z"/></clipPath><path d="${d}Z" fill="${o.fill ?? "#eadbbb"}"/><g clip-path="url(#${id})"><path d="M${f(tx)} ${f(ty)}L${f(kx)} ${f(ky)} ${f(k2)} ${f(k2y)} ${f(x)} ${f(y)}L${f(rx)} ${f(y)} ${f(m2x)} ${f(m2y)}Z" fill="#cdb88f"/><path d="${hatch}" stroke="${INK}" stroke-width="1" opacity=".6" fill="none"/>${vein}</g><path d="M${f(tx)} ${f(ty)}L${f(kx)} ${f(ky)} ${f(k2)} ${f(k2y)}" fill="none" stroke="${INK}" stroke-width="1.100"/><path d="${d}" fill="none" stroke="${INK}" stroke-width="${o.line ?? 1.6}" stroke-linejoin="round"/></g>`;
}

function pine(x: number, y: number, h: number): string {
  const w = h * 0.52;
  return `<g transform="translate(${f(x)} ${f(y)})"><path d="M0 0v${f(-h * 0.2)}" stroke="${INK}" stroke-width="1.500"/><path d="M${f(-w / 2)} ${f(-h * 0.16)}L0 ${f(-h * 0.62)} ${f(w / 2)} ${f(-h * 0.16)}Z M${f(-w * 0.38)} ${f(-h * 0.46)}L0 ${f(-h)} ${f(w * 0.38)} ${f(-h * 0.46)}Z" fill="#6f8560" stroke="${INK}" stroke-width="1.100" stroke-linejoin="round"/><path d="M0 ${f(-h)}L${f(w * 0.38)} ${f(-h * 0.46)}H0zM0 ${f(-h * 0.46)}h${f(w * 0.2)}L${f(w / 2)} ${f(-h * 0.16)}H0z" fill="#3f5a3c" opacity=".75"/></g>`;
}

/** The survey map's frame of alternating bars, in pixels of the sheet. */
export function neatline(w: number, h: number, m = 8, t = 5): string {
  let d = "";
  const run = (long: number, put: (at: number, unit: number) => void) => {
    const n = 2 * Math.round(long / 60) + 1;
    const unit = long / n;
    for (let i = 0; i < n; i += 2) put(i * unit, unit);
  };
  run(
    w - 2 * m,
    (o, u) =>
      (d += `M${f(m + o)} ${m}h${f(u)}v${t}h${f(-u)}zM${f(m + o)} ${h - m - t}h${f(u)}v${t}h${f(-u)}z`),
  );
  run(
    h - 2 * m,
    (o, u) =>
      (d += `M${m} ${f(m + o)}h${t}v${f(u)}h${-t}zM${w - m - t} ${f(m + o)}h${t}v${f(u)}h${-t}z`),
  );
  return `<rect x="${m}" y="${m}" width="${w - 2 * m}" height="${h - 2 * m}" fill="none" stroke="${INK}" stroke-width="1.200"/><rect x="${m + t}" y="${m + t}" width="${w - 2 * m - 2 * t}" height="${h - 2 * m - 2 * t}" fill="none" stroke="${INK}" stroke-width="1.200"/><path d="${d}" fill="${INK}"/>`;
}

export function compass(r: number, north: string): string {
  let s = "";
  for (let i = 0; i < 8; i++) {
    const l = i % 2 ? r * 0.55 : r;
    const w = i % 2 ? r * 0.13 : r * 0.2;
    s += `<g transform="rotate(${i * 45})"><path d="M0 ${-l}L${w} ${-w}L0 0z" fill="${INK}"/><path d="M0 ${-l}L${-w} ${-w}L0 0z" fill="${CARD}" stroke="${INK}" stroke-width=".9"/></g>`;
  }
  return `<circle r="${r * 0.72}" fill="none" stroke="${INK}"/><circle r="${r * 0.64}" fill="none" stroke="${INK}" stroke-width=".6"/>${s}${text(0, -r - 4, north, f(r * 0.42))}`;
}

const trail = (d: string, c: Paint): string =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="8.500" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${FILL[c]}" stroke-width="5.500" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${ON[c]}" stroke-width="1.500" stroke-dasharray="${DASH[c]}" stroke-linecap="round" opacity=".8"/>`;

type Box = readonly [number, number, number, number];
const FAR_WIDE: Box[] = [
  [-340, -118, 70, 40],
  [-292, -96, 60, 30],
  [340, -118, 70, 40],
  [292, -96, 60, 30],
  [-110, -238, 84, 36],
  [-44, -246, 66, 26],
  [44, -246, 70, 28],
  [112, -238, 84, 36],
  [-352, 96, 56, 32],
  [-310, 132, 66, 34],
  [352, 96, 56, 32],
  [310, 132, 66, 34],
  [-100, 286, 66, 30],
  [100, 286, 70, 32],
  [-52, 292, 52, 22],
  [48, 292, 52, 22],
];
const FAR_NARROW: Box[] = [
  [-96, -206, 64, 28],
  [96, -206, 64, 28],
  [-282, -96, 60, 40],
  [282, -96, 60, 40],
  [-286, 120, 56, 34],
  [286, 120, 56, 34],
  [0, -222, 70, 26],
  [-100, 232, 50, 22],
  [104, 232, 56, 24],
];
type Tree = readonly [number, number, number];
const TREES_WIDE: Tree[] = [
  [-258, -90, 26],
  [-246, -84, 19],
  [258, -90, 26],
  [270, -84, 19],
  [-262, 118, 26],
  [-250, 124, 19],
  [262, 118, 26],
  [276, 124, 20],
  [-8, 290, 24],
  [8, 294, 18],
  [-150, 286, 22],
];
const TREES_NARROW: Tree[] = [
  [-224, -86, 24],
  [228, -90, 24],
  [-236, 92, 24],
  [238, 92, 24],
  [-250, 92, 18],
];

/** The land around the town, with all trails; on a sheet of w by h units. */
export function land(plan: Plan, w: number, h: number): string {
  const r = dots(9);
  let s = fibres(w, h, plan.phone ? 260 : 480);
  const q = dots(21);
  const n = Array.from({ length: 36 }, q);
  let edge = "";
  let hair = "";
  for (let a = 0; a < 360; a += 2) {
    const t = a / 10;
    const i = Math.floor(t);
    const k = (n[i % 36] ?? 0) * (1 - t + i) + (n[(i + 1) % 36] ?? 0) * (t - i);
    const far = 1 + k * 0.05;
    const cos = Math.cos((a * Math.PI) / 180);
    const sin = Math.sin((a * Math.PI) / 180);
    const x = (plan.phone ? 214 : 250) * far * cos;
    const y = (plan.phone ? 206 : 218) * far * sin;
    edge += `${a ? "L" : "M"}${f(x)} ${f(y)}`;
    const l = 7 + k * 9 + r() * 4;
    hair += `M${f(x * 1.006)} ${f(y * 1.006)}l${f(l * cos)} ${f(l * sin)}`;
  }
  s += `<path class="plain" d="${edge}Z" stroke="${INK}" stroke-width="1.100"/><path d="${hair}" stroke="${INK}" stroke-width=".9" opacity=".5"/>`;
  for (const [x, y, wide, high] of plan.phone ? FAR_NARROW : FAR_WIDE)
    s += peak(x, y, wide, high, r, { line: 1.2 });
  for (const [x, y, high] of plan.phone ? TREES_NARROW : TREES_WIDE) s += pine(x, y, high);
  for (const claim of CLAIMS) {
    const { path, middle, turn } = ring(plan, claim);
    s += trail(path, "Y");
    s += `<path transform="translate(${f(middle[0])} ${f(middle[1])}) rotate(${f(turn)})" d="M-8-9L9 0-8 9-4 0z" fill="${FILL.Y}" stroke="${INK}" stroke-width="1.700" stroke-linejoin="round"/>`;
  }
  for (const claim of CLAIMS) {
    const way = ways(plan, claim);
    s += trail(way.green, "G") + trail(way.red, "R");
  }
  return s;
}

/** The circle under the street, its boardwalks and the gateposts of the accesses. */
export function pavement(plan: Plan): string {
  const { inner, outer } = plan;
  let s = `<circle r="${outer + 5}" fill="#d9be8c" stroke="${INK}" stroke-width="2"/><circle class="town" r="${inner - 4}" stroke="${INK}" stroke-width="1.600"/>`;
  for (const middle of [2, 10, 18]) {
    const at = angle(middle);
    s += `<path d="${sector(inner - 15, inner - 3, at - 22, at + 22)}" fill="${WOOD}" stroke="${INK}" stroke-width="1.500"/>`;
    let d = "";
    for (let a = -18; a <= 18; a += 4.5) {
      const [x, y] = polar(inner - 15, at + a);
      const [u, v] = polar(inner - 3, at + a);
      d += `M${f(x)} ${f(y)}L${f(u)} ${f(v)}`;
    }
    s += `<path d="${d}" stroke="${INK}" opacity=".6"/>`;
  }
  for (const claim of CLAIMS) {
    const a = angle(accessOf(claim));
    const [u, v] = polar(outer + 4, a);
    s += `<g transform="translate(${f(u)} ${f(v)}) rotate(${a + 90})"><path d="M-19 3V-9h6V3zM13 3V-9h6V3z" fill="${WOOD_DARK}" stroke="${INK}" stroke-width="1.500"/></g>`;
  }
  return s;
}

/** The Outlaw's bill on a red trail. */
export function bill(plan: Plan, claim: number): string {
  const [x, y] = ways(plan, claim).bill;
  return `<g transform="translate(${f(x)} ${f(y)})${plan.phone ? " scale(1.15)" : ""}"><rect x="-14" y="-16" width="30" height="34" fill="${INK}" opacity=".25"/><rect x="-16" y="-18" width="32" height="35" fill="${CARD}" stroke="${INK}" stroke-width="1.800"/><path d="M-12-11C-7-9 7-9 12-11 8-14 6-13 5-13 5-17-5-17-5-13-6-13-8-14-12-11z" fill="${INK}"/><path d="M-8-9H8L6-3H-6z" fill="#a9432b" stroke="${INK}"/>${text(0, 13.5, String(claim), 19)}</g>`;
}

/** The mountain of a claim with its portal, origin at the claim. */
export function mountain(claim: number, owned: boolean): string {
  const r = dots(40 + claim);
  return (
    peak(-30, 22, 62, 46, r) +
    peak(30, 22, 58, 40, r) +
    peak(0, 26, 92, 74, r, { vein: true, fill: owned ? "#efddb4" : "#e6dac0" }) +
    `<path d="M-9 26V9C-9 3 9 3 9 9V26z" fill="${INK}" stroke="${INK}" stroke-width="1.500"/><path d="M-12 26V6h5V26zM7 26V6h5V26zM-15 1h30v6h-30z" fill="${WOOD}" stroke="${INK}" stroke-width="1.400"/>`
  );
}

/** The Bank, origin at the middle of its foot, about 112 by 92. */
export const bank = (lit: boolean): string =>
  `<g stroke="${INK}" stroke-width="1.800" stroke-linejoin="round"><path d="M-50-60h100V-7H-50z" fill="#bcc9cc"/><path d="M-58 0h116v-5H-58zM-54-5h108v-5H-54z" fill="#dcd6c4"/><g stroke-width=".9" opacity=".6" fill="none"><path d="M-30-50h10M-30-40h10M-30-30h10M-30-20h10M20-50h10M20-40h10M20-30h10M20-20h10M-26-50v10M26-40v10M-24-30v10M24-50v10"/></g><path d="M-48-56h14v46h-14zM-17-56h9v46h-9zM8-56h9v46H8zM34-56h14v46H34z" stroke-width="1.600" fill="#e9e6d8"/><path d="M-44-52v38M-39-52v38M39-52v38M44-52v38" stroke-width=".9" opacity=".55"/><path d="M-8-44H8v34H-8z" fill="${lit ? "#f3cf73" : INK}"/><circle cx="0" cy="-27" r="6.500" fill="${GOLD_LIGHT}"/><path d="M0-31v8M-4-27h8" stroke-width="1.300"/><path d="M-55-72h110v15H-55z" fill="#e9e6d8"/><path d="M-60-72L0-96 60-72z" fill="#cbd4d4"/><path d="M-42-74.500L0-91 42-74.500z" fill="#e9e6d8" stroke-width="1.200"/>${nugget(0, -80, 0.62)}</g>${text(0, -60, "BANK", 13.5, 'letter-spacing="4"')}`;

export const saloon = (lit: boolean): string =>
  `<g stroke="${INK}" stroke-width="1.800" stroke-linejoin="round"><path d="M-50-58H50V-5H-50z" fill="#c98a5e"/><path d="M-50-50H50M-50-42H50M-50-34H50M-50-26H50M-50-18H50M-50-11H50" stroke-width=".8" opacity=".45"/><path d="M-56-54V-78H-37V-93H37V-78H56V-54z" fill="#a9432b"/><path d="M-60-80h24v-5h-24zM36-80h24v-5H36zM-41-93h82v-6h-82z" fill="#8a3522"/><path d="M-50-73H50v14H-50z" fill="#f4ead5" stroke-width="1.300"/><path d="M-26-89h12v8h-12zM14-89h12v8H14zM-6-89H6v8H-6z" fill="${lit ? GOLD_LIGHT : "#6b4a33"}" stroke-width="1.200"/><path d="M-62-40H62L54-50H-54z" fill="${WOOD}"/><path d="M-40-50l-4 10M-20-50l-2 10M0-50v10M20-50l2 10M40-50l4 10" opacity=".6"/><path d="M-42-33h20v17h-20zM22-33h20v17H22z" fill="${lit ? "#f3cf73" : "#6b4a33"}" stroke-width="1.500"/><path d="M-32-33v17M32-33v17M-42-25h20M22-25h20" stroke-width="1"/><path d="M-13-36H13V-5H-13z" fill="${lit ? "#f3cf73" : INK}"/><path d="M-13-29H-1V-11H-13zM1-29H13V-11H1z" fill="${WOOD}" stroke-width="1.500"/><path d="M-11-25h8M-11-21h8M-11-17h8M3-25h8M3-21h8M3-17h8" stroke-width="1"/><path d="M-57-40h4V-5h-4zM53-40h4V-5h-4z" fill="${WOOD_DARK}" stroke-width="1.300"/><path d="M-62 0H62v-6H-62z" fill="${WOOD}"/><path d="M-44 0v-6M-22 0v-6M0 0v-6M22 0v-6M44 0v-6" stroke-width="1"/></g>${text(0, -61.5, "SALOON", 14, 'letter-spacing="4"')}`;

export const bar = (lit: boolean): string =>
  `<g stroke="${INK}" stroke-width="1.800" stroke-linejoin="round"><path d="M-46-58H46V-5H-46z" fill="#d9bc84"/><path d="M-37-58v52M-28-58v52M-19-58v52M-10-58v52M10-58v52M19-58v52M28-58v52M37-58v52" stroke-width=".8" opacity=".45"/><path d="M-51-52V-74C-34-74-26-92 0-92S34-74 51-74V-52z" fill="#2f6f73"/><path d="M-51-74C-34-74-26-92 0-92S34-74 51-74" fill="none" stroke-width="4.500"/><path d="M-34-71H34v15H-34z" fill="#f4ead5" stroke-width="1.300"/><path d="M-3-87h6v4l3 3v6H-6v-6l3-3z" fill="${GOLD_LIGHT}" stroke-width="1.200"/><path d="M-56-38L-50-47H50L56-38z" fill="#8fa7b3"/><path d="M-34-47l-2 9M-16-47l-1 9M0-47v9M16-47l1 9M34-47l2 9" opacity=".6"/><path d="M-11-33H11V-5H-11z" fill="${lit ? "#f3cf73" : INK}"/><path d="M-9-25H-1V-9H-9zM1-25H9V-9H1z" fill="#b98a4e" stroke-width="1.200"/><path d="M-38-31h19v15h-19zM19-31h19v15H19z" fill="${lit ? "#f3cf73" : "#6b4a33"}" stroke-width="1.500"/><path d="M-28.500-31v15M28.500-31v15" stroke-width="1"/><path d="M-52-38h4V-5h-4zM48-38h4V-5h-4z" fill="${WOOD_DARK}" stroke-width="1.300"/><path d="M-56 0H56v-6H-56z" fill="${WOOD}"/><path d="M-40 0v-6M-20 0v-6M0 0v-6M20 0v-6M40 0v-6" stroke-width="1"/><g fill="${INK}" stroke="none"><circle cx="27" cy="-67" r="1.700"/><circle cx="31" cy="-60" r="1.400"/><circle cx="-29" cy="-60" r="1.500"/></g></g>${text(0, -59, "BAR", 14.5, 'letter-spacing="5"')}`;

/** The outline that lights a building in play. */
export const GLOW: Record<"bank" | "saloon" | "bar", string> = {
  bank: "M-60 3V-10L-54-12V-58L-62-72 0-99 62-72 54-58V-12L60-10V3z",
  saloon: "M-66 5V-44L-60-58V-92H-44V-104H44V-92H60V-58L66-44V5z",
  bar: "M-60 5V-36L-54-48V-78C-36-78-28-97 0-97S36-78 54-78V-48L60-36V5z",
};

export const barrel = (x: number, y: number, s: number): string =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-8 0C-11-7-11-14-8-21H8C11-14 11-7 8 0z" fill="${WOOD}" stroke="${INK}" stroke-width="1.700"/><path d="M-9.500-5h19M-9.500-16h19" stroke="${INK}" stroke-width="2"/></g>`;

const HEAP: readonly (readonly [number, number])[] = [
  [-22, -25],
  [-8, -28],
  [7, -27],
  [21, -25],
  [-14, -35],
  [1, -37],
  [14, -34],
];
/** The Saloon's pot; empty below 100 g. */
export const pot = (grams: number): string =>
  `<path d="M-32-14C-38 8-30 32 0 32S38 8 32-14z" fill="#5a4a3c" stroke="${INK}" stroke-width="2.200"/><path d="M14-6C24 6 20 20 8 27" fill="none" stroke="${INK}" stroke-width="1.200" opacity=".8"/><path d="M-38-14h76v-8h-76z" fill="#7b6755" stroke="${INK}" stroke-width="2"/>${HEAP.slice(
    0,
    grams <= 0 ? 0 : Math.min(7, 3 + Math.floor(grams / 700)),
  )
    .map(([x, y]) => nugget(x, y, 0.85))
    .join("")}`;

export const safe = `<path d="M-34-34h68v64h-68z" fill="#7f949e" stroke="${INK}" stroke-width="2.400"/><path d="M-27-27h54v50h-54z" fill="#a9bac0" stroke="${INK}" stroke-width="1.600"/><circle cy="-2" r="14" fill="#d6dddc" stroke="${INK}" stroke-width="1.800"/><path d="M0-13V9M-11-2H11M-8-10L8 6M8-10L-8 6" stroke="${INK}" stroke-width="1.700"/><circle cy="-2" r="4.500" fill="${GOLD_LIGHT}" stroke="${INK}" stroke-width="1.600"/><path d="M-28 30v6h10v-6M18 30v6h10v-6" fill="${INK}"/><path d="M-34-20h-4v10h4M-34 8h-4v10h4" fill="none" stroke="${INK}" stroke-width="2"/>`;

export const silhouette = `<g fill="none" stroke="${INK}" stroke-width="1.500"><path d="M-26 30C-28 4-24-8-9-11V-17C-16-22-15-36 0-36S16-22 9-17V-11C24-8 28 4 26 30z" fill="${CARD}" stroke-width="2"/><circle cy="8" r="17"/><circle cy="8" r="11"/><circle cy="8" r="5" fill="#a9432b"/></g>`;
