import { beforeEach, describe, expect, it, vi } from "vitest";

type Entries = { open?: boolean }[];

describe("Back", () => {
  let entries: Entries;
  let opened: typeof import("./history-entries").opened;
  const pop = () => entries.pop();

  beforeEach(async () => {
    entries = [{}];
    vi.resetModules();
    vi.useFakeTimers();
    vi.stubGlobal("location", { href: "/" });
    vi.stubGlobal("history", {
      pushState: (state: { open: boolean }) => void entries.push(state),
      back: () => void setTimeout(() => (pop(), opened.back())),
    });
    ({ opened } = await import("./history-entries"));
  });

  it("closes what is open, then is the browser's again", () => {
    let open = true;
    const gone = opened.add(() => (open = false));
    expect(entries).toHaveLength(2);
    pop();
    expect(opened.back()).toBe(true);
    gone();
    vi.runAllTimers();
    expect(open).toBe(false);
    expect(entries).toHaveLength(1);
    expect(opened.back()).toBe(false);
  });

  it("closes the uppermost first", () => {
    const closed: string[] = [];
    const under = opened.add(() => closed.push("under"));
    const over = opened.add(() => (closed.push("over"), over()));
    pop();
    opened.back();
    vi.runAllTimers();
    expect(closed).toEqual(["over"]);
    expect(entries).toHaveLength(2);
    pop();
    opened.back();
    under();
    vi.runAllTimers();
    expect(closed).toEqual(["over", "under"]);
    expect(entries).toHaveLength(1);
  });

  it("leaves no trace when things are closed by hand", () => {
    opened.add(() => undefined)();
    vi.runAllTimers();
    expect(entries).toHaveLength(1);
  });

  it("lets the way to another page take the place of the extra entry", () => {
    const gone = opened.add(() => undefined);
    expect(opened.leave()).toBe(true);
    gone();
    vi.runAllTimers();
    expect(entries).toHaveLength(2);
  });
});
