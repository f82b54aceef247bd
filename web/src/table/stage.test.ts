import { describe, expect, it, vi } from "vitest";
import { Queue } from "./queue.svelte";
import { Stage } from "./stage";

describe("the stage", () => {
  it("scales durations, and nothing lasts once skipped", () => {
    const stage = new Stage(2, false, () => {});
    expect(stage.ms(450)).toBe(225);
    expect(new Stage(1, true, () => {}).ms(450)).toBe(80);
    stage.skip();
    expect(stage.ms(450)).toBe(0);
  });

  it("leaves a picture to be read, with reduced motion too, until a tap or far behind", async () => {
    let behind = 0;
    const played = { events: [], asked: false, behind: () => behind };
    const tapped = new Stage(1, true, () => {}, played);
    const rested = tapped.rest(null);
    tapped.skip();
    await rested;
    const late = new Stage(2, false, () => {}, played);
    behind = 20;
    await late.rest(null);
    await new Stage(8, false, () => {}).rest(null);
  });

  it("shows the new view once", () => {
    const reveal = vi.fn();
    const stage = new Stage(1, false, reveal);
    stage.show();
    stage.show();
    expect(reveal).toHaveBeenCalledTimes(1);
  });

  it("ends a wait when somebody taps", async () => {
    const stage = new Stage(1, false, () => {});
    const wait = stage.wait(60_000);
    stage.skip();
    await expect(wait).resolves.toBeUndefined();
  });
});

describe("the queue", () => {
  it("plays one after the other, in order", async () => {
    const told: string[] = [];
    const act = (name: string) => async (behind: number) => {
      told.push(`+${name} before ${behind}`);
      await Promise.resolve();
      told.push(`-${name}`);
    };
    const queue = new Queue();
    queue.push(act("a"));
    queue.push(act("b"));
    queue.push(act("c"));
    expect(queue.running).toBe(true);
    await vi.waitFor(() => expect(queue.running).toBe(false));
    expect(told).toEqual(["+a before 0", "-a", "+b before 1", "-b", "+c before 0", "-c"]);
  });
});
