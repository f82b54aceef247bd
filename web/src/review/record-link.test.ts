import { expect, test } from "vitest";
import { LONGEST, pack, unpack } from "./record-link";

test("a record comes out of its link as it went in", async () => {
  const text = `game: claim_it\nseat 0: Zoé\n\n${"squat 3 5 2\n".repeat(200)}`;
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 10);
  expect(await unpack(packed)).toBe(text);
});

test("what is no record of ours is refused, and so is one without end", async () => {
  await expect(unpack("not packed at all")).rejects.toThrow();
  const bomb = await pack("x".repeat(LONGEST));
  await expect(unpack(bomb)).resolves.toHaveLength(LONGEST);
  const bytes = new Blob(["x".repeat(LONGEST + 10)]).stream();
  const small = await new Response(
    bytes.pipeThrough(new CompressionStream("deflate-raw") as never),
  ).arrayBuffer();
  const signs = String.fromCharCode(...new Uint8Array(small));
  await expect(unpack(btoa(signs))).rejects.toThrow("too long");
});
