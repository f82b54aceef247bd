import { untrack } from "svelte";
import { ask } from "../ui/dialogs.svelte";
import type { AnyDesk } from "./desk.svelte";
import { Refused } from "../net/refused";
import { getTablePage } from "./table-page";

/** Asks for advice with every choice while this person wants it; called once, by the frame. */
export function advises(desk: AnyDesk) {
  const page = getTablePage();
  const wanted = $derived(desk.advised && desk.hints !== "" && desk.mine && desk.seat !== null);
  $effect(() => {
    if (desk.hints === "") untrack(() => (desk.advised = false));
  });
  $effect(() => {
    const { v, match, seat } = desk;
    if (!wanted || seat === null || !page) return;
    if (untrack(() => desk.advice?.v === v && desk.advice.match === match)) return;
    untrack(() => {
      page.hint(seat, v, match).then(
        (told) => {
          if (desk.v === v && desk.match === match) desk.advice = told;
        },
        (wrong: unknown) => {
          // The position went on, or nobody may ask any more: the next choice asks again.
          if (!(wrong instanceof Refused) || wrong.code === "stale") return;
          if (wrong.code !== "not_your_turn") ask.tell(wrong.message, "bad");
          if (wrong.code === "no_hint" || wrong.code === "busy") desk.advised = false;
        },
      );
    });
  });
}
