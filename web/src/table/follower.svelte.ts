import type { FromServer, Looked, Pact, TableInfo, Talk, ViewMessage } from "../wire.gen";
import { api, refusal } from "../net/api";
import { Chat, emoteName } from "./chat.svelte";
import { ask } from "../ui/dialogs.svelte";
import { Desk, type AnyDesk, type Answerer, type Wish } from "./desk.svelte";
import { Refused } from "../net/refused";
import { t } from "../words/i18n.svelte";
import { lineTo, type Line } from "../net/transport";
import { prefs } from "../window/prefs.svelte";
import { nameOf } from "./names";
import { Promises } from "../net/commit-reveal";
import { factsOf, originOf, type Around } from "./table-facts";
import { happenings } from "./types";

interface Answer {
  resolve: (told: Looked | null) => void;
  reject: (wrong: Error) => void;
}

/**
 * A table followed over its socket. It reconnects by itself, and a page that fell behind takes
 * the newest view; the game itself is on the `desk`.
 */
export class Follower implements Answerer {
  table = $state.raw<TableInfo | null>(null);
  desk = $state.raw<AnyDesk | null>(null);
  readonly #around = $derived.by((): Around | null => {
    const { table } = this;
    if (!table) return null;
    const origin = table.challenge
      ? { step: 0, href: "/#day", day: table.challenge }
      : originOf(table.fork);
    return { ...table, mine: table.you.seats, origin, self: true };
  });
  readonly #facts = factsOf(() => this.#around);
  /** The line is down since so many attempts. */
  tries = $state(0);
  /** This device is out: taken, removed, closed, renewed, no_spectators; or what refused us. */
  gone = $state<string>("");
  refused = $state.raw<Refused | null>(null);
  /** Milliseconds of the clock when waiting chance is drawn anyway; 0 when none waits. */
  due = $state(0);
  /** The socket has spoken: this device is asked when a match begins. */
  linked = $state(false);
  /** Seats of this game know different things: nothing of one may stay when another looks. */
  hidden = true;
  /** What people say beside the game. */
  readonly chat: Chat;

  #socket: Line | null = null;
  #seat: number | null = null;
  #asked = new Map<number, Answer>();
  #next = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #left = false;
  #lang = "";
  #promises: Promises;

  constructor(readonly id: string) {
    this.#promises = new Promises(id);
    this.chat = new Chat(id, (wish) => this.#asks({ type: "say", seat: this.#seat, ...wish }));
  }

  /** Begins to follow; the seat is the one this device holds, or none. */
  async open() {
    try {
      this.#took(await api.table(this.id));
    } catch (wrong) {
      if (wrong instanceof Refused && wrong.code !== "offline") {
        this.refused = wrong;
        return;
      }
      this.#again();
      return;
    }
    const mine = this.table?.you.seats ?? [];
    this.#seat = this.#seat !== null && mine.includes(this.#seat) ? this.#seat : (mine[0] ?? null);
    this.#connect();
    this.#pulse ??= setInterval(() => this.#ping(), 20_000);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  close() {
    this.#left = true;
    this.desk?.clocks.close();
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  /** Follows as another seat that this device holds. */
  sit(seat: number | null) {
    if (seat === this.#seat) return;
    this.#seat = seat;
    this.#say({ type: "sit", seat });
  }

  /** Speaks the page's language from now on: the line is opened anew. */
  speak(lang: string) {
    if (this.#lang && this.#lang !== lang) this.#socket?.close();
  }

  /** Takes over a fresh account of the table, from an order's answer. */
  took(table: TableInfo) {
    this.#took(table);
  }

  ask(seat: number, v: number, wish: Wish): Promise<Looked | null> {
    return this.#asks({ ...wish, seat, v, match: this.table?.match ?? 1 });
  }

  #asks(message: object): Promise<Looked | null> {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused("offline", t("error.offline")));
    }
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      setTimeout(() => {
        if (this.#asked.delete(id)) reject(new Refused("offline", t("error.offline")));
      }, 12_000);
      this.#say({ ...message, id });
    });
  }

  #wake = () => {
    if (document.hidden || this.#left) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.tries) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  };

  #say(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // A line that sleeps behind a router says nothing: a ping without an answer closes it.
  #ping() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const id = this.#next++;
    const dead = setTimeout(() => socket.close(), 8_000);
    const alive = () => clearTimeout(dead);
    this.#asked.set(id, { resolve: alive, reject: alive });
    this.#say({ type: "ping", id });
  }

  #connect() {
    if (this.#left || this.gone) return;
    this.#lang = prefs.lang;
    const query: Record<string, string> = { lang: prefs.lang, fair: "2" };
    if (this.#seat !== null) query["seat"] = String(this.#seat);
    if (this.desk && this.table?.phase !== "waiting") {
      query["since"] = String(this.desk.v);
      query["match"] = String(this.desk.match);
    }
    const socket = lineTo(this.id, query);
    this.#socket = socket;
    socket.onmessage = (e) => {
      this.tries = 0;
      this.linked = true;
      if (this.desk) this.desk.down = false;
      this.#heard(JSON.parse(e.data) as FromServer);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      for (const { reject } of this.#asked.values())
        reject(new Refused("offline", t("error.offline")));
      this.#asked.clear();
      this.#again();
    };
  }

  #again() {
    if (this.#left || this.gone) return;
    this.tries += 1;
    if (this.desk) this.desk.down = true;
    const pause = Math.min(8_000, 300 * 1.7 ** this.tries) * (0.8 + Math.random() * 0.4);
    this.#timer = setTimeout(() => void (this.table ? this.#connect() : this.open()), pause);
  }

  #heard(told: FromServer) {
    switch (told.type) {
      case "table":
        return this.#took(told);
      case "view":
        return this.#viewed(told);
      case "due":
        if (told.v === this.desk?.v) this.due = told.due === null ? 0 : Date.now() + told.due;
        return;
      case "clocks":
        this.desk?.clocks.hear(told);
        return;
      case "pact":
        return this.#agree(told);
      case "talk":
        return this.#listen(told);
      case "ready":
        return this.desk?.ready(told.ready);
      case "gone":
        this.gone = told.why;
        return;
      case "refused":
        if (told.now) this.#viewed(told.now, true);
        if (told.id === null) this.refused = refusal(told);
        else this.#answer(told.id)?.reject(refusal(told));
        return;
      case "looked":
        return this.#answer(told.id)?.resolve(told);
      case "done":
        return this.#answer(told.id)?.resolve(null);
    }
  }

  /** What others say is spoken to whoever listens, and stands at their seats for a while. */
  #listen(told: Talk) {
    for (const word of this.chat.hear(told, this.table?.you.seats ?? [])) {
      const name = this.#name(word.seat);
      const said = word.kind === "text" ? word.text : emoteName(word.text);
      this.desk?.say(t("shell.talk.said", { name, said }));
    }
  }

  // A match begins: this device promises its numbers, and opens them to the list that holds them.
  #agree(told: Pact) {
    const { late, listed, restarts } = told;
    if (late.length && !listed.length) {
      const names = late.map((seat) => this.#name(seat)).join(", ");
      ask.tell(t("shell.fair.again", { names, n: restarts }));
    }
    for (const message of this.#promises.hear(told, this.table?.you.seats ?? [])) {
      const id = this.#next++;
      const reject = (wrong: Error) => {
        const refused = wrong instanceof Refused && wrong.code !== "offline";
        if (refused && message.type === "commit") this.#promises.forget(message, told.frozen.match);
      };
      this.#asked.set(id, { resolve: () => {}, reject });
      this.#say({ ...message, id });
    }
  }

  #name(seat: number): string {
    const who = this.table?.seats[seat];
    return this.table && who ? nameOf(this.table, who) : String(seat + 1);
  }

  #answer(id: number | null): Answer | undefined {
    if (id === null) return undefined;
    const found = this.#asked.get(id);
    this.#asked.delete(id);
    return found;
  }

  #took(table: TableInfo) {
    const before = this.table;
    if (before && before.rev > table.rev) return;
    this.table = table;
    if (before?.phase === "playing" && before.pace !== table.pace)
      ask.tell(t("shell.pace.changed", { pace: t(`shell.pace.${table.pace}`) }));
    if (table.phase === "closed") this.gone ||= "closed";
    if (table.phase !== "playing") this.desk?.clocks.hear(null);
    this.chat.allowed = table.talk ?? "all";
    const mine = table.you.seats;
    this.chat.company = table.seats.some(
      (one) => one.kind === "person" && !mine.includes(one.seat),
    );
  }

  #viewed(told: ViewMessage, jump = false) {
    const before = this.desk;
    if (before?.match === told.match) this.#announce(before, told);
    this.due = told.waiting.due === null ? 0 : Date.now() + told.waiting.due;
    const moved = before !== null && before.seat !== told.seat;
    if (!before || before.match !== told.match || (moved && this.hidden)) {
      const desk: AnyDesk = new Desk(this.#facts, this);
      this.desk = desk;
      if (before) desk.clocks.take(before.clocks);
      desk.set(told);
      void this.#recall(desk, told);
      return;
    }
    // Behind by something we have not been told of: take the truth and the whole story.
    const undone = happenings(told.events).some(({ kind }) => kind === "table.undo");
    if (jump || undone || moved || told.since > before.v || told.v < before.v) {
      before.set(told);
      if (!moved) void this.#recall(before, told);
    } else {
      before.tell(told);
    }
  }

  /** A seat that went to another device without its holder's word is everyone's business. */
  #announce(desk: AnyDesk, told: ViewMessage) {
    for (const event of happenings(told.events))
      if ((event.kind === "table.link" || event.kind === "table.moved") && Number(event.v) > desk.v)
        ask.tell(desk.line(event), "bad");
  }

  async #recall(desk: AnyDesk, told: ViewMessage) {
    try {
      const story = await api.story(this.id, told.seat);
      if (desk.match === story.match) desk.remember(happenings(story.events), told.v);
    } catch {
      // The log begins here, then.
    }
  }
}
