import { play, t, type Desk, type EventOf, type Happening, type Stage } from "$shell";
import { tick } from "svelte";
import { alongRing, standAt, ways, type Plan, type Point } from "./geometry";
import { foot, places } from "./places";
import { sceneOf, type Duel, type Holdup, type Roulette, type Scene, type Stamp } from "./scene";
import { paint, type Paint } from "./paint";
import { nearMiss } from "./prospects";
import type { Events, Game } from "./game.gen";
import { grams } from "./words";

export interface Thrown {
  n: number | null;
  colour: Paint | null;
  /** Grows with every throw, so that the dice tumble again. */
  key: number;
  rolls: boolean;
}

interface Float {
  key: number;
  at: Point;
  text: string;
  tone: "good" | "bad" | "plain";
}

interface Walk {
  seat: number;
  from: number;
  done: number[];
  counted: number[];
}

type Told<K extends keyof Events & string> = EventOf<Game, K>;

const DUELS = new Set([
  "bar",
  "draw",
  "tie",
  "fastest",
  "aim",
  "hit",
  "miss",
  "wounded",
  "unhurt",
  "draw_out",
]);
const SCENES = new Set([
  ...DUELS,
  "outlaw",
  "escape",
  "holdup",
  "robbery",
  "stake",
  "wheel",
  "win",
  "keep",
  "forfeit",
]);

/** What moves on the board: dice, figures, gold, and the little scenes. */
export class Show {
  thrown = $state.raw<Thrown | null>(null);
  walk = $state.raw<Walk | null>(null);
  floats = $state.raw<Float[]>([]);
  /** Gold on its way, from the figure to a corner of the board. */
  fly = $state.raw<{ key: number; from: Point; to: "pot" | "safe" | "load" } | null>(null);
  glow = $state<"bank" | "saloon" | "bar" | null>(null);
  stamp = $state("");
  /** A scene being played; null: none, whatever the view says; undefined: as the view says. */
  live = $state.raw<Scene | null | undefined>(undefined);
  spins = $state(0);
  /** What was done to this person, in words, until they go on. */
  told = $state("");
  /** The rest of this scene is hurried. */
  hurried = $state(false);

  #keys = 0;
  #at = new Map<number, Point>();

  constructor(
    private readonly desk: Desk<Game>,
    private readonly plan: () => Plan,
    private readonly root: () => SVGSVGElement | undefined,
  ) {}

  get scene(): Scene | null {
    return this.live === undefined ? sceneOf(this.desk.view) : this.live;
  }

  /** The new view shows: what was on its way has arrived. */
  settle() {
    this.live = undefined;
    this.#at.clear();
    this.walk = null;
    this.glow = null;
    this.root()
      ?.querySelectorAll("[data-figure]")
      .forEach((figure) => {
        for (const animation of figure.getAnimations()) animation.cancel();
      });
    if (!sceneOf(this.desk.view)) this.hurried = false;
  }

  /** The hooks for the desk; each is played unless it is to be hurried. */
  hooks(): Game["hooks"] {
    return {
      dig: this.#played(this.#dig),
      ready: this.#played(this.#ready),
      depart: this.#played(this.#depart),
      trail: this.#played(this.#trail),
      visit: this.#played(this.#stroll),
      stroll: this.#played(this.#stroll),
      outlaw: this.#played(this.#outlaw),
      escape: this.#played(this.#outlawThrows),
      holdup: this.#played(this.#outlawThrows),
      robbery: this.#played(this.#outlawThrows),
      town: this.#played(this.#town),
      walk: this.#played(this.#street),
      deposit: this.#played(this.#deposit),
      saloon: this.#played(this.#saloon),
      stake: this.#played(this.#stake),
      wheel: this.#played(this.#wheel),
      win: this.#played(this.#wheelEnds),
      keep: this.#played(this.#wheelEnds),
      forfeit: this.#played(this.#wheelEnds),
      bar: this.#played(this.#bar),
      draw: this.#played(this.#draw),
      tie: this.#played(this.#tie),
      fastest: this.#played(this.#fastest),
      aim: this.#played(this.#aim),
      hit: this.#played(this.#shot),
      miss: this.#played(this.#shot),
      wounded: this.#played(this.#duelEnds),
      unhurt: this.#played(this.#duelEnds),
      draw_out: this.#played(this.#duelEnds),
      climb: this.#played(this.#climb),
      reach: this.#played(this.#home),
      home: this.#played(this.#home),
      lose: this.#played(this.#lose),
      round: this.#played(this.#round),
      lot: this.#played(this.#lot),
    };
  }

  /** The hook as the desk calls it: the rest of a scene may be hurried. */
  #played<E extends Happening>(hook: (e: E, stage: Stage) => Promise<void>) {
    return async (e: E, stage: Stage) => {
      if (this.hurried && SCENES.has(e.kind)) stage.skip();
      await hook.call(this, e, stage);
    };
  }

  // ---- small means

  #here(seat: number): Point {
    return this.#at.get(seat) ?? places(this.desk.view, this.plan()).get(seat) ?? [0, 0];
  }

  async #roll(n: number | null, colour: Paint | null, stage: Stage, full = 450) {
    this.thrown = { n, colour, key: (this.#keys += 1), rolls: !stage.still && !stage.skipped };
    if (!stage.skipped) play("dice");
    await stage.wait(full);
    await stage.wait(120);
  }

  async #float(at: Point, text: string, tone: Float["tone"], stage: Stage, full = 420) {
    if (stage.skipped) return;
    const key = (this.#keys += 1);
    this.floats = [...this.floats, { key, at, text, tone }];
    setTimeout(() => (this.floats = this.floats.filter((one) => one.key !== key)), 1300);
    await stage.wait(full);
  }

  /** Walks a figure through points, one hop each. */
  async #move(
    seat: number,
    points: Point[],
    each: number,
    stage: Stage,
    step?: (i: number) => void,
  ) {
    const figure = this.root()?.querySelector(`[data-figure="${seat}"]`);
    const base = places(this.desk.view, this.plan()).get(seat) ?? [0, 0];
    let from = this.#here(seat);
    for (const [i, to] of points.entries()) {
      const put = (p: Point, up = 0) => ({
        transform: `translate(${p[0] - base[0]}px, ${p[1] - base[1] - up}px)`,
      });
      const half: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      step?.(i);
      await stage.run(figure, [put(from), put(half, 9), put(to)], each, {
        fill: "forwards",
        easing: "linear",
      });
      from = to;
    }
    this.#at.set(seat, from);
  }

  async #flyGold(seat: number, to: "pot" | "safe" | "load", stage: Stage) {
    if (stage.skipped || stage.still) return;
    this.fly = { key: (this.#keys += 1), from: this.#here(seat), to };
    await tick();
    const gold = this.root()?.querySelector("[data-fly]");
    const goal = this.root()?.querySelector(`[data-corner="${to}"]`);
    const at = goal?.getAttribute("data-at")?.split(" ").map(Number) ?? [0, 0];
    const [x, y] = this.fly.from;
    const there = `translate(${(at[0] ?? 0) - x}px, ${(at[1] ?? 0) - y}px)`;
    const path =
      to === "load"
        ? [{ transform: there }, { transform: "none" }]
        : [{ transform: "none" }, { transform: there }];
    await stage.run(gold, path, 380, { easing: "ease-in" });
    play("coin");
    this.fly = null;
  }

  #scene<S extends Scene>(kind: S["kind"], change: Partial<S>) {
    const now = this.scene;
    if (now?.kind === kind) this.live = { ...now, ...change } as S;
  }

  async #stampIt(kind: Scene["kind"], stamp: Stamp, stage: Stage, full: number) {
    this.#scene<Scene>(kind, { stamp });
    await stage.wait(full);
  }

  // ---- on the claim

  async #lot(e: Told<"lot">, stage: Stage) {
    await stage.wait(120);
    play("card");
    await this.#float(
      standAt(this.plan(), e.claim),
      this.desk.who(e.seat).name,
      "plain",
      stage,
      260,
    );
  }

  async #dig(e: Told<"dig">, stage: Stage) {
    await this.#roll(e.n, paint(e.colour), stage);
    const found = e.grams;
    const pick = this.root()?.querySelector(`[data-pick="${e.seat}"]`);
    void stage.run(
      pick,
      [
        { transform: "rotate(-50deg)", opacity: 1 },
        { transform: "rotate(25deg)", opacity: 1 },
        { transform: "rotate(-40deg)", opacity: 1 },
        { transform: "rotate(25deg)", opacity: 1 },
      ],
      320,
    );
    if (found > 0) play("coin");
    await this.#float(
      this.#here(e.seat),
      found > 0 ? t("chercheurs_dor.plus", { g: grams(found) }) : t("chercheurs_dor.log.nothing"),
      found > 0 ? "good" : "plain",
      stage,
      360,
    );
  }

  async #ready(e: Told<"ready">, stage: Stage) {
    play("good");
    const [x, y] = this.#here(e.seat);
    // Above what was just found, which still hangs there.
    await this.#float([x, y - 26], t("chercheurs_dor.kg", { n: 2 }), "good", stage, 320);
  }

  async #depart(e: Told<"depart">, stage: Stage) {
    await this.#float(this.#here(e.seat), grams(e.load), "plain", stage, 300);
  }

  async #lose(e: Told<"lose">, stage: Stage) {
    await this.#float(this.#here(e.seat), t("chercheurs_dor.lost"), "bad", stage, 380);
  }

  async #round(e: Told<"round">, stage: Stage) {
    const left = e.rounds - e.round + 1;
    if (left > 3 || stage.skipped) return;
    play("stamp");
    this.stamp = t(left === 1 ? "chercheurs_dor.stamp.last" : "chercheurs_dor.stamp.left", {
      n: left,
    });
    await stage.wait(left === 1 ? 1200 : 800);
    this.stamp = "";
  }

  // ---- trails and the Outlaw

  async #trail(e: Told<"trail">, stage: Stage) {
    await this.#roll(null, paint(e.colour), stage);
  }

  async #climb(e: Told<"climb">, stage: Stage) {
    await this.#roll(null, paint(e.colour), stage);
  }

  async #stroll(e: Told<"visit" | "stroll">, stage: Stage) {
    await this.#move(e.seat, alongRing(this.plan(), e.claim, e.next), 110, stage);
  }

  async #outlaw(e: Told<"outlaw">, stage: Stage) {
    const claim = e.claim;
    const receipt = e.way === 1;
    const [x, y] = ways(this.plan(), claim).bill;
    await this.#move(e.seat, [[x + 4, y + 20]], 260, stage);
    play("stamp");
    this.live = {
      kind: "holdup",
      victim: e.seat,
      by: e.by,
      claim,
      receipt,
      die: null,
      stamp: null,
      atStake: receipt
        ? (this.desk.view.seats[e.seat]?.receipt ?? 0)
        : this.desk.view.board.hold_up,
    } satisfies Holdup;
    await stage.wait(650);
  }

  async #outlawThrows(e: Told<"escape" | "holdup" | "robbery">, stage: Stage) {
    const n = e.n;
    const robbed = e.kind !== "escape";
    const [x, y] = ways(this.plan(), this.scene?.kind === "holdup" ? this.scene.claim : n).bill;
    this.#at.set(e.seat, [x + 4, y + 20]);
    this.#scene<Holdup>("holdup", { die: n });
    await this.#roll(n, null, stage);
    play(robbed ? "bad" : "good");
    const taken = grams(e.kind === "escape" ? 0 : e.grams);
    await this.#stampIt(
      "holdup",
      robbed
        ? { text: t("chercheurs_dor.holdup.taken", { g: taken }), tone: "bad" }
        : { text: t("chercheurs_dor.holdup.missed"), tone: "good" },
      stage,
      robbed ? 700 : 500,
    );
    if (robbed) {
      void this.#float([x, y - 14], t("chercheurs_dor.minus", { g: taken }), "bad", stage, 0);
      await this.#flyGold(e.seat, "pot", stage);
      await stage.wait(350);
      if (e.seat === this.desk.seat) await this.#tell(e, stage);
    }
    this.live = null;
  }

  /** What happens to this person stays until they have read it. */
  async #tell(e: Happening, stage: Stage) {
    if (stage.skipped) return;
    this.told = this.desk.line(e);
    await stage.rest(null);
    this.told = "";
  }

  async #town(e: Told<"town">, stage: Stage) {
    await this.#move(e.seat, [foot(this.plan(), e.square)], 320, stage);
  }

  async #home(e: Told<"reach" | "home">, stage: Stage) {
    const claim = e.claim;
    const one = this.desk.view.seats[e.seat];
    const at = this.#at.get(e.seat);
    if (!at && one?.at_square === null) return;
    await this.#move(e.seat, [standAt(this.plan(), claim)], 360, stage);
  }

  // ---- the street

  async #street(e: Told<"walk">, stage: Stage) {
    const colour = paint(e.colour);
    const start = e.start;
    const hops = e.hops;
    const squares = Array.from({ length: hops }, (_, i) => (start + i + 1) % 24);
    await this.#roll(e.n, colour, stage);
    const street = this.desk.view.board.street;
    this.walk = { seat: e.seat, from: start, done: [], counted: [] };
    await this.#move(
      e.seat,
      squares.map((square) => foot(this.plan(), square)),
      70,
      stage,
      (i) => {
        const done = squares.slice(0, i + 1);
        this.walk = {
          seat: e.seat,
          from: start,
          done,
          counted: done.filter((square) => street[square]?.colour === colour),
        };
        if (!stage.skipped) play("tick");
      },
    );
    await stage.wait(160);
    await this.#nearly(e.seat, squares.at(-1) ?? start, stage);
  }

  /** One square off the Bank with a load: its windows light for a moment. */
  async #nearly(seat: number, stop: number, stage: Stage) {
    const carries = (this.desk.view.seats[seat]?.load ?? 0) > 0;
    const near = nearMiss(this.desk.view, stop, carries);
    if (!near || stage.skipped) return;
    this.glow = "bank";
    const words = t(`chercheurs_dor.near.${near}`);
    void this.#float(this.#here(seat), words, "plain", stage, 0);
    await stage.wait(seat === this.desk.seat ? 700 : 300);
    this.glow = null;
  }

  async #deposit(e: Told<"deposit">, stage: Stage) {
    this.glow = "bank";
    play("good");
    void this.#float(
      this.#here(e.seat),
      t("chercheurs_dor.plus", { g: grams(e.grams) }),
      "good",
      stage,
      0,
    );
    await this.#flyGold(e.seat, "safe", stage);
    await stage.wait(500);
  }

  // ---- the Saloon

  async #saloon(_e: Told<"saloon">, stage: Stage) {
    this.glow = "saloon";
    play("stamp");
    await stage.wait(450);
  }

  async #stake(e: Told<"stake">, stage: Stage) {
    this.#scene<Roulette>("roulette", {
      bet: { grams: e.grams, n: e.n, colour: paint(e.colour) },
    });
    play("place");
    await stage.wait(450);
  }

  async #wheel(e: Told<"wheel">, stage: Stage) {
    const result = { n: e.n, colour: paint(e.colour) };
    this.spins += 1;
    this.#scene<Roulette>("roulette", { result });
    await this.#roll(result.n, result.colour, stage, 950);
  }

  async #wheelEnds(e: Told<"win" | "keep" | "forfeit">, stage: Stage) {
    const g = grams(e.grams);
    play(e.kind === "win" ? "good" : e.kind === "keep" ? "place" : "bad");
    await this.#stampIt(
      "roulette",
      e.kind === "win"
        ? { text: t("chercheurs_dor.spin.win", { g }), tone: "good" }
        : e.kind === "keep"
          ? { text: t("chercheurs_dor.spin.keep"), tone: "plain" }
          : { text: t("chercheurs_dor.spin.lose", { g }), tone: "bad" },
      stage,
      650,
    );
    if (e.kind === "forfeit") await this.#flyGold(e.seat, "pot", stage);
    if (e.kind === "win") await this.#flyGold(e.seat, "load", stage);
    await stage.wait(450);
    this.live = null;
  }

  // ---- the Bar

  async #bar(e: Told<"bar">, stage: Stage) {
    this.glow = "bar";
    play("stamp");
    this.live = {
      kind: "duel",
      mover: e.seat,
      other: e.rival,
      draws: {},
      first: null,
      shooter: null,
      pawn: -1,
      aimed: false,
      shots: [],
      die: null,
      stamp: null,
    } satisfies Duel;
    await stage.wait(600);
  }

  async #draw(e: Told<"draw">, stage: Stage) {
    const n = e.n;
    const now = this.scene;
    await this.#roll(n, null, stage, 350);
    if (now?.kind === "duel") {
      const fresh = e.seat === now.mover ? {} : now.draws;
      this.#scene<Duel>("duel", { draws: { ...fresh, [e.seat]: n } });
    }
    await stage.wait(260);
  }

  async #tie(e: Told<"tie">, stage: Stage) {
    await this.#stampIt(
      "duel",
      { text: t("chercheurs_dor.duel.again", { n: e.n }), tone: "plain" },
      stage,
      600,
    );
  }

  async #fastest(e: Told<"fastest">, stage: Stage) {
    this.#scene<Duel>("duel", {
      first: e.seat,
      shooter: e.seat,
      stamp: {
        text: t("chercheurs_dor.duel.first", { ...this.desk.about(e.seat) }),
        tone: "plain",
      },
    });
    await stage.wait(700);
  }

  async #aim(e: Told<"aim">, stage: Stage) {
    await this.#roll(e.n, paint(e.colour), stage, 350);
    const goal = e.square;
    for (let at = -1; at <= goal; at++) {
      this.#scene<Duel>("duel", {
        shooter: e.seat,
        pawn: at,
        aimed: at === goal,
        die: null,
        stamp: null,
      });
      if (!stage.skipped && at >= 0) play("tick");
      await stage.wait(45);
    }
    await stage.wait(250);
  }

  async #shot(e: Told<"hit" | "miss">, stage: Stage) {
    const n = e.n;
    await this.#roll(n, null, stage, 320);
    const now = this.scene;
    const hit = e.kind === "hit";
    play(hit ? "bad" : "place");
    if (now?.kind === "duel") {
      this.#scene<Duel>("duel", {
        die: n,
        shots: [...now.shots, { seat: e.seat, square: e.square, n }],
        stamp: {
          text: t(hit ? "chercheurs_dor.duel.hit" : "chercheurs_dor.duel.miss"),
          tone: hit ? "bad" : "plain",
        },
      });
    }
    await stage.wait(hit ? 900 : 420);
  }

  async #duelEnds(e: Told<"wounded" | "unhurt" | "draw_out">, stage: Stage) {
    await this.#stampIt(
      "duel",
      e.kind === "wounded"
        ? {
            text: t("chercheurs_dor.duel.wound", {
              ...this.desk.about(e.seat),
              n: e.turns,
            }),
            tone: "bad",
          }
        : {
            text: t(
              e.kind === "unhurt" ? "chercheurs_dor.duel.unhurt" : "chercheurs_dor.duel.none",
            ),
            tone: "plain",
          },
      stage,
      1100,
    );
    this.live = null;
  }
}
