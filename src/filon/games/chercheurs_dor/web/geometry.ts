// Where everything lies on the board, in its own units; the centre of the town is the origin.
export type Point = readonly [number, number];

export interface Plan {
  phone: boolean;
  /** Outer and inner radius of the street. */
  outer: number;
  inner: number;
  claims: Record<number, Point>;
}

/** The wide board, and the tighter one of a phone. */
export const WIDE: Plan = {
  phone: false,
  outer: 186,
  inner: 143,
  claims: {
    1: [-214, -216],
    2: [214, -216],
    3: [300, 6],
    4: [214, 228],
    5: [-214, 228],
    6: [-300, 6],
  },
};
export const NARROW: Plan = {
  phone: true,
  outer: 168,
  inner: 127,
  claims: {
    1: [-184, -196],
    2: [184, -196],
    3: [248, 6],
    4: [184, 206],
    5: [-184, 206],
    6: [-248, 6],
  },
};

export const CLAIMS = [1, 2, 3, 4, 5, 6] as const;
export const f = (n: number): number => Math.round(n * 10) / 10;

/** The angle of a street square: the Bank is at the top. */
export const angle = (square: number): number => -90 + (square - 2) * 15;

export const polar = (r: number, degrees: number): Point => [
  r * Math.cos((degrees * Math.PI) / 180),
  r * Math.sin((degrees * Math.PI) / 180),
];

/** A piece of a ring, clockwise from a0 to a1. */
export function sector(r0: number, r1: number, a0: number, a1: number): string {
  const [a, b] = polar(r1, a0);
  const [c, d] = polar(r1, a1);
  const [e, g] = polar(r0, a1);
  const [h, i] = polar(r0, a0);
  return `M${f(a)} ${f(b)}A${r1} ${r1} 0 0 1 ${f(c)} ${f(d)}L${f(e)} ${f(g)}A${r0} ${r0} 0 0 0 ${f(h)} ${f(i)}Z`;
}

export const claimAt = (plan: Plan, claim: number): Point => plan.claims[claim] ?? [0, 0];
export const accessOf = (claim: number): number => 4 * (claim - 1);

/** Middle of a street square. */
export const squareAt = (plan: Plan, square: number): Point =>
  polar((plan.outer + plan.inner) / 2, angle(square));

/** Where a figure stands on its claim, before the portal's right post. */
export function standAt(plan: Plan, claim: number): Point {
  const [x, y] = claimAt(plan, claim);
  return [x + 28, y + 22];
}

interface Ways {
  green: string;
  red: string;
  /** The Outlaw's square. */
  bill: Point;
  gate: Point;
}

/** The green and the red trail of a claim, and the Outlaw's bill between. */
export function ways(plan: Plan, claim: number): Ways {
  const [px, py] = claimAt(plan, claim);
  const gate = polar(plan.outer + 3, angle(accessOf(claim)));
  const [qx, qy] = gate;
  const dx = qx - px;
  const dy = qy - py;
  const long = Math.hypot(dx, dy);
  const side = claim > 1 && claim < 5 ? -1 : 1;
  const nx = (-dy / long) * side;
  const ny = (dx / long) * side;
  const away = plan.phone ? 30 : 34;
  const bx = (px + qx * 1.35) / 2.35 - nx * away;
  const by = (py + qy * 1.35) / 2.35 - ny * away;
  return {
    green: `M${f(px + nx * 8)} ${f(py + ny * 8)}L${f(qx + nx * 7)} ${f(qy + ny * 7)}`,
    red:
      `M${f(px - nx * 12)} ${f(py - ny * 12)}Q${f(bx - nx * 10 - dx * 0.22)} ${f(by - ny * 10 - dy * 0.22)} ` +
      `${f(bx)} ${f(by)}T${f(qx - nx * 8)} ${f(qy - ny * 8)}`,
    bill: [bx, by],
    gate,
  };
}

interface Ring {
  path: string;
  /** Control point and middle of the curve, and the direction of the arrow. */
  control: Point;
  middle: Point;
  turn: number;
}

/** The yellow trail from a claim to the one on its right. */
export function ring(plan: Plan, claim: number): Ring {
  const a = claimAt(plan, claim);
  const b = claimAt(plan, claim === 1 ? 6 : claim - 1);
  const mx = (a[0] + b[0]) / 2;
  const my = (a[1] + b[1]) / 2;
  const flat = Math.abs(mx) < 5;
  const qx = flat ? 0 : mx * 1.24;
  const qy = flat ? my * (plan.phone ? 1.05 : 1.06) : plan.phone ? my * 1.1 : my;
  return {
    path: `M${a[0]} ${a[1] + 6}Q${f(qx)} ${f(qy)} ${b[0]} ${b[1] + 6}`,
    control: [qx, qy],
    middle: [
      0.25 * a[0] + 0.5 * qx + 0.25 * b[0],
      0.25 * (a[1] + 6) + 0.5 * qy + 0.25 * (b[1] + 6),
    ],
    turn: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI,
  };
}

/** Points along the yellow ring between two neighbouring claims, for a figure that walks there. */
export function alongRing(plan: Plan, from: number, to: number): Point[] {
  const down = to === (from === 1 ? 6 : from - 1);
  const { control } = ring(plan, down ? from : to);
  const a = standAt(plan, from);
  const b = standAt(plan, to);
  return [0.25, 0.5, 0.75, 1].map((t): Point => [
    (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * control[0] + t * t * b[0],
    (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * control[1] + t * t * b[1],
  ]);
}
