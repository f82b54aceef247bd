import { describe, expect, it } from "vitest";
import { centre, ends, middle, outline, rhombus, sheetOf, squares, upright } from "./sheet";
import { cellName, edgeName, edgeOf, wallStep, type EdgeAt, type Place } from "./places";

const wide = sheetOf(false);
const turned = sheetOf(true);

describe("the sheet", () => {
  it("turns clockwise for a phone: row A at the right, column 1 at the top", () => {
    const [ax, ay] = centre(turned, [0, 0]);
    const [ex] = centre(turned, [4, 0]);
    const [, by] = centre(turned, [0, 7]);
    expect(ax).toBeGreaterThan(ex);
    expect(by).toBeGreaterThan(ay);
  });

  it("keeps every cell inside its frame, whichever way it is held", () => {
    for (const sheet of [wide, turned]) {
      for (let row = 0; row < 5; row++) {
        for (let col = 0; col < 8; col++) {
          const [x, y] = centre(sheet, [row, col]);
          expect(x - sheet.cell / 2).toBeGreaterThanOrEqual(sheet.ox - 0.01);
          expect(y + sheet.cell / 2).toBeLessThanOrEqual(sheet.oy + sheet.gh + 0.01);
        }
      }
    }
  });

  it("lays an edge between its two cells", () => {
    const edge: EdgeAt = [3, 4, "E"];
    for (const sheet of [wide, turned]) {
      const [a, b] = [centre(sheet, [3, 4]), centre(sheet, [3, 5])];
      expect(middle(sheet, edge)).toEqual([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
      const [[x1, y1], [x2, y2]] = ends(sheet, edge);
      expect(Math.hypot(x1 - x2, y1 - y2)).toBeCloseTo(sheet.cell);
    }
    expect(upright(wide, edge)).toBe(true);
    expect(upright(turned, edge)).toBe(false);
    expect(rhombus(wide, edge).split(" ")).toHaveLength(4);
  });

  it("outlines a zone once around, inner corners included", () => {
    const corner: Place[] = [
      [0, 0],
      [0, 1],
      [1, 0],
    ];
    expect(outline(wide, corner, 9).match(/M/g)).toHaveLength(8); // a side for each unit of its border
    expect(outline(wide, [[2, 2]], 9).match(/M/g)).toHaveLength(4);
    expect(squares(wide, corner).match(/z/g)).toHaveLength(3);
  });
});

describe("names", () => {
  it("are those of the rim and of the log", () => {
    expect(cellName([3, 4])).toBe("D5");
    expect(edgeName([3, 4, "E"])).toBe("D5\u00a0|\u00a0D6");
    expect(edgeName([2, 7, "S"])).toBe("C8\u00a0/\u00a0D8");
    expect(edgeOf("wall 2 7 S")).toEqual([2, 7, "S"]);
    expect(edgeOf("tile 2 7 1")).toBeNull();
    expect(wallStep([2, 7, "S"])).toBe("wall 2 7 S");
  });
});
