/** A line round a drawn piece, a little outside of it: what rings a target takes its shape. */
export type Spot = readonly [number, number];

/** As many points along a shape; enough for an arc, few enough to follow it while it moves. */
const POINTS = 64;

/** The closed line through these points, each moved outwards by so much. */
export function widened(points: Spot[], out: number): Spot[] {
  const size = points.length;
  const at = (i: number): Spot => points[(i + size) % size] ?? [0, 0];
  // The sign of the area tells which side is outside.
  const area = points.reduce((sum, [x, y], i) => sum + x * at(i + 1)[1] - at(i + 1)[0] * y, 0);
  const side = area < 0 ? -1 : 1;
  return points.map(([x, y], i) => {
    const dx = at(i + 1)[0] - at(i - 1)[0];
    const dy = at(i + 1)[1] - at(i - 1)[1];
    const long = Math.hypot(dx, dy) || 1;
    return [x + (side * out * dy) / long, y - (side * out * dx) / long];
  });
}

/** What is drawn of a target that is no plain box; null where its box says it all. */
function drawn(target: Element): SVGGeometryElement | null {
  if (!(target instanceof SVGElement)) return null;
  const shape = target.matches("path, polygon, circle, ellipse")
    ? target
    : target.querySelector(":scope > path, :scope > polygon, :scope > circle, :scope > ellipse");
  return shape instanceof SVGGeometryElement ? shape : null;
}

/** The outline of a drawn target on the screen, widened; empty where it is a box. */
export function outline(target: Element, out: number): string {
  const shape = drawn(target);
  const seen = shape?.getScreenCTM();
  if (!shape || !seen) return "";
  const long = shape.getTotalLength();
  const points = Array.from({ length: POINTS }, (_, i): Spot => {
    const { x, y } = shape.getPointAtLength((long * i) / POINTS).matrixTransform(seen);
    return [x, y];
  });
  const line = widened(points, out).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${line.join("L")}Z`;
}

/** How round the corners of a box are, in px: its own, or those of a button. */
export function rounding(target: Element, width: number, height: number): number {
  const own = getComputedStyle(target).borderTopLeftRadius;
  const short = Math.min(width, height);
  const px = own.endsWith("%") ? (parseFloat(own) / 100) * short : parseFloat(own) || 0;
  return Math.min(px || 14, short / 2);
}

/** Straight pieces ("M0 0h100M100 0v100…") put end to end into loops: a line that can be drawn. */
export function joined(pieces: string): string {
  const ends: [string, string][] = [...pieces.matchAll(/M(\S+) ([\d.-]+)([hHvV])([\d.-]+)/g)].map(
    ([, x = "0", y = "0", way = "h", by = "0"]) => {
      const [a, b, n] = [Number(x), Number(y), Number(by)];
      const spot: Spot =
        way === "h" ? [a + n, b] : way === "H" ? [n, b] : way === "v" ? [a, b + n] : [a, n];
      return [`${a} ${b}`, `${+spot[0].toFixed(1)} ${+spot[1].toFixed(1)}`];
    },
  );
  let drawn = "";
  while (ends.length) {
    const [first, next] = ends.pop() ?? ["", ""];
    drawn += `M${first}L${next}`;
    for (let at = next; at !== first;) {
      const i = ends.findIndex((piece) => piece.includes(at));
      const [piece] = i < 0 ? [] : ends.splice(i, 1);
      if (!piece) break;
      at = piece[0] === at ? piece[1] : piece[0];
      drawn += at === first ? "Z" : `L${at}`;
    }
  }
  return drawn;
}
