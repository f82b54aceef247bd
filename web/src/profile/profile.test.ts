import { describe, expect, it } from "vitest";
import { arriving, deviceName } from "./profile.svelte";

describe("a profile that moves", () => {
  it("brings its name and colour in the fragment", () => {
    const found = arriving("#abcdefghijklmnop_-12345&name=Zo%C3%A9+%26+co&disc=teal");
    expect(found).toEqual({ secret: "abcdefghijklmnop_-12345", name: "Zoé & co", disc: "teal" });
  });

  it("takes nothing from other fragments", () => {
    expect(arriving("")).toBeNull();
    expect(arriving("#games")).toBeNull();
    expect(arriving("#<script>alert(1)</script>aaaaaaaaaa")).toBeNull();
    expect(arriving("#abcdefghijklmnop&disc=plaid")?.disc).toBe("rust");
  });

  it("is called by browser and system", () => {
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    expect(deviceName(agent)).toBe("Firefox, Linux");
    expect(deviceName("")).toBe("");
  });
});
