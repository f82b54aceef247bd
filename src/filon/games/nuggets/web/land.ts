/** The drawn land: rim, hachures, river, tufts, peaks, pines. Made once per sheet from a fixed seed. */
import type { Point, Sheet } from "./sheet";

const f = (n: number) => +n.toFixed(1);

function dice(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Short paper fibres, instead of noise. */
export function fibres(s: Sheet): string {
  const r = dice(5);
  let d = "";
  for (let i = 0; i < (s.turned ? 200 : 520); i++) {
    const [x, y, a, l] = [r() * s.w, r() * s.h, r() * 6.3, 2 + r() * 5];
    d += `M${f(x)} ${f(y)}l${f(l * Math.cos(a))} ${f(l * Math.sin(a))}`;
  }
  return d;
}

/** The valley's wobbling rim, and the hachures outside it. */
export function rim(s: Sheet): { line: string; hachures: string } {
  const r = dice(11);
  const r2 = dice(3);
  const wobble = Array.from({ length: 64 }, () => r2());
  const noise = (t: number) => {
    const i = Math.floor(t);
    const q = t - i;
    return (wobble[i & 63] ?? 0) * (1 - q) + (wobble[(i + 1) & 63] ?? 0) * q;
  };
  const { ox, oy, gw, gh, turned } = s;
  const g0 = turned ? 5 : 22;
  let [line, hachures, T] = ["", "", 0];
  const put = (bx: number, by: number, nx: number, ny: number) => {
    const d = g0 + noise(T / 46) * (turned ? 3 : 9);
    const [x, y] = [bx + nx * d, by + ny * d];
    line += `${line ? "L" : "M"}${f(x)} ${f(y)}`;
    const l = (turned ? 5 : 7) + noise(T / 31 + 20) * (turned ? 6 : 11) + r() * 3;
    const skew = (r() - 0.5) * 4;
    hachures += `M${f(x + nx * 1.5)} ${f(y + ny * 1.5)}l${f(nx * l - ny * skew)} ${f(ny * l + nx * skew)}`;
  };
  const sides = [
    [ox, oy, 1, 0, gw, ox + gw, oy],
    [ox + gw, oy, 0, 1, gh, ox + gw, oy + gh],
    [ox + gw, oy + gh, -1, 0, gw, ox, oy + gh],
    [ox, oy + gh, 0, -1, gh, ox, oy],
  ] as const;
  for (const [x, y, dx, dy, long, cx, cy] of sides) {
    for (let t = 0; t < long; t += 4, T += 4) put(x + dx * t, y + dy * t, dy, -dx);
    const a0 = Math.atan2(-dx, dy);
    for (let i = 1; i < 10; i++, T += 3) {
      const a = a0 + ((Math.PI / 2) * i) / 10;
      put(cx, cy, Math.cos(a), Math.sin(a));
    }
  }
  return { line: `${line}Z`, hachures };
}

const RIVER: Point[] = [
  [4.2, -1.1],
  [4.32, -0.5],
  [4.62, 0.5],
  [4.3, 1.3],
  [4.75, 2],
  [5.45, 2.45],
  [5.2, 3.2],
  [5.6, 4],
  [5.35, 4.6],
  [5.55, 5.3],
  [5.3, 5.8],
  [5.45, 6.6],
];

/** The river, a smooth line through points given in board units. */
export function river(s: Sheet): string {
  const p = RIVER.map(([u, v]) => s.P(u, v));
  const at = (i: number): Point => p[Math.min(p.length - 1, Math.max(0, i))] ?? [0, 0];
  let d = `M${f(at(0)[0])} ${f(at(0)[1])}`;
  for (let i = 0; i < p.length - 1; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} ${f(c[0] - (e[0] - b[0]) / 6)} ${f(c[1] - (e[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`;
  }
  return d;
}

export function tufts(s: Sheet): string {
  const r = dice(77);
  let d = "";
  for (let i = 0; i < 46; i++) {
    const [x, y] = s.P(r() * 8, r() * 5);
    d += `M${f(x)} ${f(y)}l-2.5-5m2.5 5v-6.5m0 6.500l2.500-5`;
  }
  return d;
}

export interface Peak {
  body: string;
  shade: string;
  ridge: string;
  hatch: string;
}

function peak(x: number, y: number, w: number, h: number, r: () => number): Peak {
  const [lx, rx] = [x - w / 2, x + w / 2];
  const tx = x + (r() - 0.5) * w * 0.18;
  const ty = y - h;
  const [m1x, m1y] = [tx - (tx - lx) * 0.45, y - h * 0.5 + (r() - 0.5) * h * 0.12];
  const [m2x, m2y] = [tx + (rx - tx) * 0.5, y - h * 0.46 + (r() - 0.5) * h * 0.12];
  const [kx, ky, k2, k2y] = [tx + w * 0.03, y - h * 0.55, tx - w * 0.05, y - h * 0.25];
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
    const long = Math.min(half - ridge, (half - ridge) * (0.5 + 0.3 * r()));
    if (long > 2)
      hatch += `M${f(ridge + 1.5)} ${f(yy)}l${f(long)} ${f(Math.min(long * 0.5, y - yy))}`;
  }
  return {
    body: `M${f(lx)} ${f(y)}L${f(m1x)} ${f(m1y)} ${f(tx)} ${f(ty)} ${f(m2x)} ${f(m2y)} ${f(rx)} ${f(y)}`,
    shade: `M${f(tx)} ${f(ty)}L${f(kx)} ${f(ky)} ${f(k2)} ${f(k2y)} ${f(x)} ${f(y)}L${f(rx)} ${f(y)} ${f(m2x)} ${f(m2y)}Z`,
    ridge: `M${f(tx)} ${f(ty)}L${f(kx)} ${f(ky)} ${f(k2)} ${f(k2y)}`,
    hatch,
  };
}

/** The ranges above and below the valley on the wide sheet, back ones first. */
export function peaks(): Peak[] {
  const r = dice(42);
  const rows: [number, number, number, number][] = [
    [60, 72, 66, 34],
    [205, 72, 74, 32],
    [632, 72, 70, 34],
    [775, 72, 76, 36],
    [112, 80, 96, 50],
    [164, 80, 70, 36],
    [262, 80, 62, 28],
    [582, 80, 58, 28],
    [680, 80, 92, 46],
    [730, 80, 66, 34],
    [96, 652, 74, 30],
    [148, 652, 96, 42],
    [200, 652, 64, 26],
    [664, 652, 70, 28],
  ];
  return rows.map(([x, y, w, h]) => peak(x, y, w, h, r));
}

export const PINES: [x: number, y: number, h: number][] = [
  [34, 84, 24],
  [48, 88, 19],
  [228, 88, 22],
  [243, 86, 17],
  [598, 88, 21],
  [806, 84, 25],
  [792, 89, 19],
  [52, 650, 26],
  [66, 653, 20],
  [232, 652, 22],
  [246, 655, 17],
  [262, 651, 24],
  [608, 653, 20],
  [622, 650, 26],
  [706, 652, 22],
  [720, 655, 18],
];

export function pine(h: number): { trunk: string; crown: string; shade: string } {
  const w = h * 0.52;
  return {
    trunk: `M0 0v${f(-h * 0.2)}`,
    crown: `M${f(-w / 2)} ${f(-h * 0.16)}L0 ${f(-h * 0.62)} ${f(w / 2)} ${f(-h * 0.16)}ZM${f(-w * 0.38)} ${f(-h * 0.46)}L0 ${f(-h)} ${f(w * 0.38)} ${f(-h * 0.46)}Z`,
    shade: `M0 ${f(-h)}L${f(w * 0.38)} ${f(-h * 0.46)}H0zM0 ${f(-h * 0.46)}h${f(w * 0.2)}L${f(w / 2)} ${f(-h * 0.16)}H0z`,
  };
}

/** The sheet's frame: alternating bars between two lines. */
export function neatline(w: number, h: number, m = 8, t = 5): string {
  let d = "";
  const run = (long: number, bar: (o: number, u: number) => void) => {
    const n = 2 * Math.round(long / 60) + 1;
    for (let i = 0; i < n; i += 2) bar((i * long) / n, long / n);
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
  return d;
}
