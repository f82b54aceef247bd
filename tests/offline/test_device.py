"""The tables in the browser, without a server: driven as by the page, stored as texts."""

import asyncio
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Literal

import pytest

from filon.bots import LevelBot, Peephole, weights
from filon.bots.learned import LearnedValue
from filon.bots.level_bot import HURRIED
from filon.browser.brain import TARGET, DeviceBrain
from filon.browser.decode import read as read_message
from filon.browser.line import Line
from filon.browser.manager import BrowserTableManager
from filon.browser.router import Router
from filon.core.errors import Refusal
from filon.core.features import Features, FeatureSet
from filon.core.game import State
from filon.core.hints import Plan
from filon.core.record import Record, game_of, read
from filon.core.rng import Rng
from filon.core.setup import agreed
from filon.games import load, slugs
from filon.protocol.tables import NewTable, SeatWish
from filon.store.browser import BrowserStore
from filon.store.bus import MemoryBus
from filon.store.key_value import Full, Texts
from filon.thinking.brain import Question
from support.memory_store import MemoryStore
from support.serving import Device, server

# Nothing is installed where this runs (-S), and the standard library lacks these in a browser.
BARE = """
import sys
for absent in ("sqlite3", "multiprocessing", "ssl", "curses", "dbm", "lzma"):
    sys.modules[absent] = None
sys.path.insert(0, sys.argv[1])
import asyncio, json
from filon import games
from filon.browser import worker
from librt.vecs import append, vec
assert list(append(append(vec[int](capacity=3), 4), 5)) == [4, 5]

class Port:
    def __init__(self):
        self.kept = {}
    async def read(self, key):
        return json.dumps([self.kept[key]] if key in self.kept else [])
    async def all(self, prefix, after):
        keys = sorted(key for key in self.kept if key.startswith(prefix) and key > after)
        return json.dumps([[key, self.kept[key]] for key in keys])
    async def change(self, texts, expected):
        if any(self.kept.get(key) != text for key, text in json.loads(expected).items()):
            return "clash"
        for key, text in json.loads(texts).items():
            self.kept.pop(key, None) if text is None else self.kept.update({key: text})
        return ""
    def tell(self, table):
        pass

async def play():
    desk = await worker.begin(Port(), "tab")
    for slug in games.slugs():
        bots = [{"kind": "bot", "level": "panner"}] * (games.load(slug).seats[0] - 1)
        wish = json.dumps({"game": slug, "seats": [{"kind": "mine"}, *bots], "pace": "instant"})
        status, text = json.loads(await desk.ask("POST", "tables", "{}", wish))
        assert status in (200, 201), text
        table = json.loads(text)["id"]
        await desk.ask("POST", f"tables/{table}/orders", "{}", '{"type": "start"}')
        heard = []
        await desk.follow(1, table, '{"seat": "0"}', heard.append, lambda: None)
        while not any('"type":"view"' in one for one in heard):
            await asyncio.sleep(0)
        await desk.hang(1)
asyncio.run(play())
"""


def test_what_a_page_runs_needs_nothing_a_browser_lacks(tmp_path: Path) -> None:
    """The archive `make site` ships is enough: a game of each begins with it alone."""
    words = "import sys, pathlib, device; device.archive(pathlib.Path(sys.argv[1]))"
    made = [sys.executable, "-c", words, str(tmp_path / "filon.zip")]
    subprocess.run(made, check=True, cwd=Path(__file__).parents[2] / "tools")
    with zipfile.ZipFile(tmp_path / "filon.zip") as packed:
        packed.extractall(tmp_path / "python")
    command = [sys.executable, "-I", "-S", "-c", BARE, str(tmp_path / "python")]
    subprocess.run(command, check=True)


class Page:
    """A page and its worker, in this process."""

    def __init__(self, drawer: MemoryStore, bus: MemoryBus | None = None) -> None:
        self.manager = BrowserTableManager(BrowserStore(drawer), bus or MemoryBus(), DeviceBrain())
        self.router = Router(self.manager)
        self.heard: list[Any] = []
        self.news = asyncio.Event()
        self.line: Line | None = None
        self._task: asyncio.Task[None] | None = None

    async def ask(self, path: str, body: object = None, **query: str) -> Any:
        """An answer that is no refusal."""
        status, text = await self.tried(path, body, **query)
        assert status in (200, 201), text
        return json.loads(text)

    async def tried(self, path: str, body: object = None, **query: str) -> tuple[int, str]:
        method = "GET" if body is None else "POST"
        sent = "" if body is None else json.dumps(body)
        return await self.router.ask(method, path, {"lang": "en", **query}, sent)

    async def follow(self, table: str, **query: str) -> None:
        line = Line(self._post)
        feed = await self.router.follow(table, {"lang": "en", **query}, line)
        self.line, self._task = line, asyncio.ensure_future(feed.run(None, None))

    def _post(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self.news.set()

    def say(self, **message: Any) -> None:
        assert self.line is not None
        self.line.inbox.put_nowait(json.dumps(message))

    async def view(self, after: int = -1) -> Any:
        """The newest view beyond a version in which this page may act, or the end."""
        while True:
            self.news.clear()
            for told in reversed(self.heard):
                if told["type"] == "view" and told["v"] > after:
                    can = told["can"]
                    if can["act"] or can["throw"] or told["waiting"]["kind"] == "over":
                        return told
            await asyncio.wait_for(self.news.wait(), 60)

    async def close(self) -> None:
        if self.line is not None:
            await self.line.close()
        await self.manager.close()


def on_device(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def seats(*kinds: str) -> list[dict[str, str]]:
    return [
        {"kind": "mine", "name": "Ada"} if kind == "me" else {"kind": "bot", "level": kind}
        for kind in kinds
    ]


async def begun(page: Page, game: str, *kinds: str) -> str:
    wish = {"game": game, "seats": seats(*kinds), "pace": "instant"}
    table = str((await page.ask("tables", wish))["id"])
    await page.ask(f"tables/{table}/orders", {"type": "start"})
    return table


async def played(page: Page, table: str, most: int = 2000) -> Any:
    """The person's choices made by taking the first legal one, up to the end."""
    after = -1
    for _ in range(most):
        told = await page.view(after)
        if told["waiting"]["kind"] == "over":
            return told
        after = told["v"]
        seat = told["seat"]
        if told["can"]["throw"]:
            page.say(type="throw", seat=seat, v=after)
        elif told["held"] is None:
            page.say(type="steps", seat=seat, v=after, steps=[told["legal"][-1]])
    raise AssertionError("no end")


@pytest.mark.parametrize("game", slugs())
def test_a_game_against_bots_is_played_kept_and_seen_again(game: str) -> None:
    async def story() -> None:
        drawer = MemoryStore()
        page = Page(drawer)
        await page.manager.open()
        players = load(game).seats[0]
        table = await begun(page, game, "me", *["tenderfoot"] * (players - 1))
        assert (await page.ask("mine"))[0]["id"] == table
        await page.follow(table, seat="0")
        end = await played(page, table)
        await page.close()

        again = Page(drawer)  # another visit
        _, text = await again.tried(f"tables/{table}/record")
        record = read(text, load(game_of(text)))
        assert len(record.steps) == end["n"]
        proof = await again.ask(f"tables/{table}/proof")
        assert proof["seed"]
        assert proof["draws"]
        film = await again.ask(f"tables/{table}/replay", eyes="all", first="0", last="3")
        assert film["over"]
        assert len(film["frames"]) == 4
        history = await again.ask("profile/history")
        assert [one["game"] for one in history["past"]] == [game]
        await again.ask(f"tables/{table}/forget", {})
        assert not [key for key in drawer.texts if table in key and not key.startswith("result/")]
        assert (await again.tried(f"tables/{table}"))[0] == 404
        await again.close()

    on_device(story())


def test_two_tabs_show_one_game_and_do_not_fight() -> None:
    async def story() -> None:
        drawer, bus = MemoryStore(), MemoryBus()
        bus.shared = True
        one, two = Page(drawer, bus), Page(drawer, bus)
        for page in (one, two):
            await page.manager.open()
        table = await begun(one, "claim_it", "me", "tenderfoot")
        await one.follow(table, seat="0")
        await two.follow(table, seat="0")
        after = -1
        for turn in range(12):
            first, second = await one.view(after), await two.view(after)
            assert first["view"] == second["view"]
            if first["waiting"]["kind"] == "over":
                break
            after = first["v"]
            page = (one, two)[turn % 2]
            if first["can"]["throw"]:
                page.say(type="throw", seat=0, v=after)
            else:
                page.say(type="steps", seat=0, v=after, steps=[first["legal"][0]])
        assert after > 0
        for page in (one, two):
            assert not [told for told in page.heard if told["type"] == "refused"]
            await page.close()

    on_device(story())


def test_a_full_device_says_so_and_the_game_stays_as_it_was() -> None:
    class Small(MemoryStore):
        full = False

        async def change(self, texts: Texts, expected: Texts) -> None:
            if self.full and any(text is not None for text in texts.values()):
                raise Full
            await super().change(texts, expected)

    async def story() -> None:
        drawer = Small()
        page = Page(drawer)
        await page.manager.open()
        table = await begun(page, "claim_it", "me", "tenderfoot")
        await page.follow(table, seat="0")
        told = await page.view()
        drawer.full, before = True, dict(drawer.texts)
        act = {"type": "throw"} if told["can"]["throw"] else {"steps": told["legal"][:1]}
        page.say(**{"type": "steps", "seat": 0, "v": told["v"], "id": 7, **act})
        while not [one for one in page.heard if one["type"] == "refused"]:
            page.news.clear()
            await asyncio.wait_for(page.news.wait(), 30)
        refused = next(one for one in page.heard if one["type"] == "refused")
        assert (refused["code"], refused["id"]) == ("device_full", 7)
        assert drawer.texts == before
        status, _ = await page.tried("tables", {"game": "butin", "seats": seats("me", "panner")})
        assert status == 507
        await page.close()

    on_device(story())


def test_a_device_sets_no_clock_that_runs_while_its_page_is_closed() -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        wish = {"game": "butin", "seats": seats("me", "me"), "clock": "brisk", "listed": True}
        table = await page.ask("tables", wish | {"spectators": True, "delay": 5})
        assert table["time"]["clock"] == "none"
        assert (table["spectators"], table["listed"], table["delay"]) == (False, False, 0)
        await page.close()

    on_device(story())


def test_a_device_answers_as_a_server_does(tmp_path: Path) -> None:
    """The same fields, in the same order: the page knows one of them."""

    async def told() -> dict[str, Any]:
        page = Page(MemoryStore())
        wish = {"game": "gold_river", "seats": seats("me", "panner"), "pace": "calm"}
        table = await page.ask("tables", wish)
        await page.ask(f"tables/{table['id']}/orders", {"type": "start"})
        at = f"tables/{table['id']}"
        found = {name: await page.ask(f"{at}{path}") for name, path in paths.items()}
        await page.close()
        return found

    paths = {"table": "", "view": "/view", "story": "/story"}
    here = asyncio.run(told())
    with server(tmp_path) as client:
        me = Device(client)
        table = me.table("gold_river", ["me", "panner"], pace="calm")
        me.order(table, "start")
        for name, path in paths.items():
            there = me.get(f"/api/tables/{table}{path}")
            assert list(here[name]) == list(there)


@pytest.mark.parametrize(
    "given",
    [None, 3, {"game": "butin"}, {"game": "butin", "seats": [], "more": 1}, {"seats": [{"a": 1}]}],
)
def test_an_unknown_message_is_refused(given: object) -> None:
    with pytest.raises(Refusal):
        read_message(NewTable, given)


def test_a_message_is_read_with_what_stands_inside() -> None:
    wish = read_message(NewTable, {"game": "butin", "seats": seats("me", "panner")})
    assert wish.seats == [SeatWish(kind="mine", name="Ada"), SeatWish(kind="bot", level="panner")]


def test_what_only_a_server_can_do_is_refused_in_words() -> None:
    async def story() -> None:
        page = Page(MemoryStore())
        status, text = await page.tried("join", {"code": "mule-47"})
        assert status == 404
        assert json.loads(text)["code"] == "no_server"
        await page.close()

    on_device(story())


def test_a_slow_device_divides_the_budget_until_a_choice_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock of our own: forced steps cost nothing, and dear positions ten times the others."""
    now, dear = [0.0], [30.0]

    def think(question: Any) -> str:
        now[0] += 0.001 + dear[0] / question.divisor
        return "done"

    monkeypatch.setattr("filon.browser.brain.think", think)
    noted: list[str] = []
    asked = Question(Record(agreed(load("butin"), 2), []), 0, "sourdough", "seed")
    paces = [30.0, 30.0, 300.0, 0.0, 0.0, 0.0, 300.0, 30.0, 3.0, 0.1]

    async def story(brain: DeviceBrain) -> None:
        brain.noted = noted.append
        for whole in paces:
            dear[0], before, told = whole, now[0], [0]
            await brain.think(asked, told.append)
            assert now[0] - before < 3
            assert told[-1] == 1 or whole / told[-1] > TARGET / 8  # no time is thrown away either
            assert brain.took["butin", "sourdough"] == pytest.approx(now[0] - before)
            assert brain.paces()[0]["share"] == round(1 / told[-1], 4)

    asyncio.run(story(DeviceBrain(lambda: now[0])))
    later = DeviceBrain(lambda: now[0])
    later.remember(noted[-1])  # another visit begins with what is known
    assert later.paces()
    asyncio.run(story(later))


class Counted(Features):
    """Says how often a position was judged."""

    looks = 0

    def __init__(self, inner: Features) -> None:
        super().__init__(inner.version, inner.most, inner.buckets, inner.mirrors)
        self.inner = inner

    def size(self, players: int) -> int:
        return self.inner.size(players)

    def perspective(self, state: State) -> int:
        return self.inner.perspective(state)

    def write(self, state: State, seat: int, mirror: int, active: FeatureSet) -> None:
        Counted.looks += 1
        self.inner.write(state, seat, mirror, active)

    def ready(self, state: State) -> bool:
        return self.inner.ready(state)

    def plan(self, state: State) -> Plan | None:
        return self.inner.plan(state)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often a learned value of Claim It! was asked since the test began."""
    found = weights.learned_value(load("claim_it"), 2)
    assert found is not None
    counting = LearnedValue(Counted(found.features), found.network)
    monkeypatch.setattr(weights, "learned_value", lambda spec, players: counting)
    before = Counted.looks
    return lambda: Counted.looks - before


ROLL_OR_STOP = ["first 0", "dice 2 3 5", "squat 3 5 2"]
CLOSE = ["first 1", "dice 3 4 4", "squat 3 4 4", "roll", "dice 1 6 6", "squat 1 6 6", "roll",
         "dice 1 3 5", "squat 1 3 5"]  # fmt: skip


@pytest.mark.parametrize("asks", ["step", "hint"])
def test_no_choice_costs_more_than_was_measured(
    looks: Callable[[], int], asks: Literal["step", "hint"]
) -> None:
    """Roll or stop: one draw is 200 looks at any budget, and a second draw used to follow at once.

    It took 30,000 looks more, 106 s in a browser. By a clock that counts them, half a ms each.
    """
    setup = agreed(load("claim_it"), 2)
    asked = Question(Record(setup, ROLL_OR_STOP), 0, "sourdough", "seed", asks=asks)
    brain = DeviceBrain(lambda: looks() / 2000)
    for _ in range(3):
        before = looks()
        asyncio.run(brain.think(asked))
        assert 0 < (looks() - before) / 2000 < TARGET
    assert 0 < float(str(brain.paces()[0]["share"])) < 1 / HURRIED  # with more it may weigh both


def test_a_second_draw_is_computed_only_with_enough_time(looks: Callable[[], int]) -> None:
    """Where the first leaves the choice open; a sixteenth of the budget is enough for it."""
    spec, state = load("claim_it"), agreed(load("claim_it"), 2).start()
    for step in CLOSE:
        state.apply(spec.layout.number(step))
    cost = []
    for pace in (HURRIED + 1, HURRIED, 1):
        before = looks()
        LevelBot("sourdough", pace).choose(Peephole(spec, state, 1), Rng("seed"))
        cost.append(looks() - before)
    assert 20 * cost[0] < cost[1] == cost[2]


def test_a_running_game_moves_to_a_server_and_is_not_rated(tmp_path: Path) -> None:
    """Its whole record goes on there as a fork, which says where it comes from."""

    async def story() -> dict[str, Any]:
        page = Page(MemoryStore())
        await page.manager.open()
        table = await begun(page, "nuggets", "me", "tenderfoot")
        await page.follow(table, seat="0")
        told = await page.view()
        page.say(type="steps", seat=0, v=told["v"], steps=[told["legal"][0]])
        await page.view(told["v"])
        whole = await page.ask(f"tables/{table}/move", {})
        here = await page.ask("forks", {"record": whole["record"], "step": whole["n"], "seat": 0})
        assert here["id"].startswith("here")
        await page.close()
        return dict(whole)

    whole = asyncio.run(story())
    assert "?" not in whole["record"].partition("\n\n")[2]
    with server(tmp_path) as client:
        me = Device(client)
        wish = {"record": whole["record"], "step": whole["n"], "seat": 0, "company": "bots"}
        there = me.post("/api/forks", **wish)
        assert there["fork"]["step"] == whole["n"]
        assert there["game"] == "nuggets"
