import { untrack } from "svelte";
import type { AnyDesk } from "./desk.svelte";
import { prefs } from "../window/prefs.svelte";

const BEAT = 300; // milliseconds between what came before and a throw the page throws

/** What a page does by itself about a person's own throw; called once, by the frame of a board. */
export function throwAutomatically(desk: AnyDesk) {
  let said = -1;
  $effect(() => {
    // The view comes before the answer to the choice that led to it.
    if (!desk.can.throw || desk.playing || desk.down || desk.sending) return;
    if (desk.autoThrow) {
      const beat = prefs.still || document.hidden ? 0 : BEAT / (prefs.fast ? 3 : 1);
      const press = setTimeout(() => desk.throwForThem(), beat);
      return () => clearTimeout(press);
    }
    // With other people the table counts from here on.
    if (!desk.alone && said !== desk.v) {
      said = desk.v;
      untrack(() => desk.sayShown());
    }
  });
  // A clock runs from the moment this page has shown what came before.
  $effect(() => {
    if (!desk.clocks.on || !desk.can.act || desk.playing || desk.down || desk.sending) return;
    if (said === desk.v) return;
    said = desk.v;
    untrack(() => desk.sayShown());
  });
  // Fast forward, alone with bots: they need not wait for anything.
  const wanted = $derived(prefs.fast && desk.others && desk.alone && !desk.down);
  $effect(() => {
    if (wanted) untrack(() => desk.hurry(false));
  });
}
