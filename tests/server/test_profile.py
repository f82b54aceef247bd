"""Profiles without accounts: devices, names, history, deletion."""

import asyncio
import json
import random
import sqlite3
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError

from filon.app import passphrases, people
from filon.core.errors import Refusal
from filon.match.person import name_key
from filon.match.result import Result, results
from filon.tables import leaderboard
from filon.tables.history import history
from server.test_socket import hear
from support.serving import Device, begun, ended, opened, play_out, server
from tables.test_chat import two

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrases, "hasher", CHEAP)


def played(device: Device, table: str, *others: Device) -> None:
    """Play a game out at random, until its results are stored; one seat a device, in order."""
    dice, people = random.Random(1), [device, *others]
    while True:
        for seat, person in enumerate(people):
            view = person.view(table, seat)
            while view["can"]["throw"] or (view["can"]["act"] and view["held"] is None):
                act = {"v": view["v"], "seat": seat}
                if view["can"]["throw"]:
                    view = person.post(f"/api/tables/{table}/throw", **act)
                else:
                    act["steps"] = [dice.choice(view["legal"])]
                    view = person.post(f"/api/tables/{table}/steps", **act)
        # The last step is shown before the table's next row says that the match is over.
        if device.get(f"/api/tables/{table}")["phase"] == "over":
            return


def begins(device: Device, table: str) -> None:
    """Wait until the table has drawn who begins and rests."""
    end = time.monotonic() + 120
    while device.view(table)["waiting"]["kind"] != "seat":
        assert time.monotonic() < end
        time.sleep(0.005)


def stored(folder: Path) -> bytes:
    """The database's bytes on the disk, with its write-ahead log."""
    kept = b"".join(path.read_bytes() for path in sorted(folder.glob("filon.sqlite3*")))
    assert b"persons" in kept
    return kept


def rows(folder: Path) -> list[str]:
    """Every row of the database, as a text."""
    base = sqlite3.connect(folder / "filon.sqlite3")
    try:
        found = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        every = [base.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in found]
        return [str(row) for kept in every for row in kept]
    finally:
        base.close()


def moved(one: Device, other: Device) -> Any:
    """Bring a person to another device by a link."""
    link = one.post("/api/profile/move", told="Firefox, Linux")["link"]
    assert link.startswith("http://testserver/me#")
    return other.post("/api/profile/arrive", secret=link.partition("#")[2], told="Phone")


def test_a_profile_moves_with_its_seats_once_and_the_tables_are_told(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        phone, eve = Device(client), Device(client)
        ada.order(table, "start")
        link = ben.post("/api/profile/move")["link"]
        secret = link.partition("#")[2]
        assert len(secret) >= 22  # 128 bits
        with ben.live(table, seat=1) as ear:
            hear(ear, "view")
            assert phone.post("/api/profile/arrive", secret=secret)["seats"] == 1
            assert hear(ear, "gone")["why"] == "taken"
        assert phone.get(f"/api/tables/{table}")["you"]["seats"] == [1]
        assert ben.get(f"/api/tables/{table}")["you"]["seats"] == []
        assert ben.refused(f"/api/tables/{table}/talk", seat=1, text="x")["code"] == "not_your_seat"
        kinds = [event["kind"] for event in ada.get(f"/api/tables/{table}/story")["events"]]
        assert "table.moved" in kinds
        assert eve.refused("/api/profile/arrive", secret=secret)["code"] == "move"  # one use
        assert len(phone.get("/api/profile")["devices"]) == 2
        # Back again, by the profile alone: both devices are this person's.
        assert ben.post("/api/profile/seats")["seats"] == 1
        assert ben.get(f"/api/tables/{table}")["you"]["seats"] == [1]
        # A lost phone is a stranger from then on, and has no seat.
        assert phone.post("/api/profile/seats")["seats"] == 1
        lost = next(one for one in ben.get("/api/profile")["devices"] if not one["here"])
        assert eve.refused("/api/profile/revoke", device=lost["device"])["code"] == "no_device"
        assert len(ben.post("/api/profile/revoke", device=lost["device"])["devices"]) == 1
        assert ben.get(f"/api/tables/{table}")["you"]["seats"] == [1]
        assert phone.get(f"/api/tables/{table}")["you"]["seats"] == []
        assert phone.post("/api/profile/seats")["seats"] == 0


def test_a_link_is_good_for_ten_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path) as client:
        ada, other = Device(client), Device(client)
        link = ada.post("/api/profile/move")
        monkeypatch.setattr(people, "MOVE", -1)
        old = ada.post("/api/profile/move")["link"]
        assert link["until"] > 0
        for secret in (old.partition("#")[2], "A" * 22, link["link"].partition("#")[2]):
            # The second was never made, the third was replaced by a newer one.
            assert other.refused("/api/profile/arrive", secret=secret)["code"] == "move"
        assert old.partition("#")[2].encode() not in stored(tmp_path)


def test_history_is_kept_adds_up_moves_along_and_outlives_its_table(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        ada.order(table, "start")
        played(ada, table, ben)
        told = ada.get("/api/profile/history")
        ranks = {seat["seat"]: seat["rank"] for seat in told["past"][0]["seats"]}
        assert told["by_game"]["nuggets"]["games"] == 1
        assert told["favourite"] == "nuggets"
        assert told["past"][0]["won"] == (ranks[0] == 1)
        assert told["streak"] == told["best"] == int(ranks[0] == 1)
        assert [one["name"] for one in told["opponents"]] == ["Ben"]
        other = ben.get("/api/profile/history")
        assert other["past"][0]["won"] == (ranks[1] == 1)
        assert Device(client).get("/api/profile/history")["past"] == []
        phone = Device(client)
        moved(ada, phone)
        assert phone.get("/api/profile/history") == told
        manager = client.app.state.server.manager  # type: ignore[attr-defined]
        client.portal.call(manager.store.remove, table)  # type: ignore[union-attr]
        assert phone.get("/api/profile/history") == told


def test_everything_is_exported_and_forgotten_in_one_place(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        ada.order(table, "start")
        ben.post(f"/api/tables/{table}/talk", seat=1, text="a word of Ben’s")
        ada.post(f"/api/tables/{table}/talk", seat=0, text="a word of Ada’s")
        ben.post("/api/profile/name", name="Ben", passphrase="correct horse")
        played(ada, table, ben)
        again = ada.table("butin", ["me", "open"])
        found = ben.post("/api/join", code=ada.get(f"/api/tables/{again}")["code"])
        ben.post(f"/api/tables/{again}/join", token=found["token"], name="Ben")
        ada.order(again, "start")
        told = ben.get("/api/profile/export")
        assert [word["text"] for word in told["words"]] == ["a word of Ben’s"]
        assert {one["id"] for one in told["tables"]} == {table, again}
        assert len(told["history"]["past"]) == 1
        assert "Ada’s" not in json.dumps(told, ensure_ascii=False)
        ben.post("/api/profile/forget")
        assert ben.get("/api/profile/history")["past"] == []
        assert ben.get("/api/profile")["name"] == ""
        assert [one["text"] for one in ada.get(f"/api/tables/{table}/talk")["words"]] == [
            "a word of Ada’s"
        ]
        seats = ada.get("/api/profile/history")["past"][0]["seats"]
        assert [seat["name"] for seat in seats] == ["Sample 0", ""]  # their copy has no name
        seat = ada.get(f"/api/tables/{again}")["seats"][1]
        assert (seat["name"], seat["stand_in"]) == ("", True)


def test_removals_from_a_history_are_limited_like_orders(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as client:
        ada = Device(client)
        codes = [
            ada.refused("/api/profile/past", table="unknown", match=1)["code"] for _ in range(60)
        ]
        assert codes[:10] == ["no_match"] * 10
        assert "too_fast" in codes


def test_a_single_game_leaves_one_s_own_history(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, ben, table = two(client)
        ada.order(table, "start")
        played(ada, table, ben)
        before = ben.get("/api/profile/history")
        assert Device(client).refused("/api/profile/past", table=table, match=1)["status"] == 404
        assert ada.refused("/api/profile/past", table=table, match=2)["code"] == "no_match"
        assert ada.refused("/api/profile/past", table="\0", match=1)["code"] == "no_match"
        told = ada.post("/api/profile/past", table=table, match=1)
        assert told == ada.get("/api/profile/history")
        assert (told["past"], told["by_game"], told["favourite"]) == ([], {}, "")
        after = ben.get("/api/profile/history")
        assert [seat["name"] for seat in after["past"][0]["seats"]] == ["", "Ben"]
        assert after["by_game"] == before["by_game"]
        assert ben.get(f"/api/tables/{table}")["phase"] == "over"  # the record is Ben's, too
        assert ada.refused("/api/profile/past", table=table, match=1)["code"] == "no_match"


def test_a_game_against_bots_goes_with_its_record(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada = Device(client)
        table = ada.table("claim_it", ["me", "random"])
        for match in (1, 2):
            ada.order(table, "start" if match == 1 else "rematch")
            played(ada, table)
        assert len(ada.get("/api/profile/history")["past"]) == 2
        assert len(ada.post("/api/profile/past", table=table, match=1)["past"]) == 1
        assert ada.get(f"/api/tables/{table}")["phase"] == "over"  # its other match is remembered
        ada.post("/api/profile/past", table=table, match=2)
        assert ada.client.get(f"/api/tables/{table}").status_code == 404
        assert ada.get("/api/mine") == []
        assert not [row for row in rows(tmp_path) if table in row]


def test_a_name_belongs_to_the_person_with_its_passphrase(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        ada, eve = Device(client), Device(client)
        name = "/api/profile/name"
        assert ada.refused(name, name="Zoé", passphrase="short")["code"] == "passphrase"
        assert ada.post(name, name="Zoé", passphrase="correct horse")["name"] == "Zoé"
        for like in ("Zoé", "zoe", "  ZOE "):
            assert eve.refused(name, name=like, passphrase="another one")["code"] == "name_taken"
            wish = [{"kind": "mine", "name": like}, {"kind": "open"}]
            taken = eve.refused("/api/tables", game="butin", seats=wish)
            assert (taken["code"], taken["status"]) == ("name_taken", 409)
        table = ada.table("butin", ["open", "open"])
        found = eve.post("/api/join", code=ada.get(f"/api/tables/{table}")["code"])
        join = f"/api/tables/{table}/join"
        assert eve.refused(join, token=found["token"], name="Zoe")["code"] == "name_taken"
        eve.post(join, token=found["token"], name="Eve")
        rename = f"/api/tables/{table}/name"
        assert eve.refused(rename, seat=0, name="Zoe")["code"] == "name_taken"
        found = ada.post("/api/join", code=ada.get(f"/api/tables/{table}")["code"])
        assert ada.post(join, token=found["token"], name="Zoé")["seat"] == 1
        enter = "/api/profile/enter"
        wrong = eve.refused(enter, name="Zoé", passphrase="wrong horse")
        nobody = eve.refused(enter, name="Nobody", passphrase="wrong horse")
        assert wrong == nobody  # the answer does not reveal which names are taken
        # A name of an earlier release may be longer than a new one may be: it is looked up.
        assert eve.refused(enter, name="Z" * 60, passphrase="wrong horse") == wrong
        phone = Device(client)
        arrived = phone.post(enter, name="zoe", passphrase="correct horse")
        assert arrived["seats"] == 1
        assert arrived["profile"]["name"] == "Zoé"
        phone.post(name)  # let go
        eve.post(rename, seat=0, name="Zoe")
    assert b"correct horse" not in stored(tmp_path)


def test_an_unowned_name_is_refused_as_slowly_as_a_wrong_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both answers compute one hash of equal cost."""
    checked: list[str] = []

    class Noting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            checked.append(str(hash))
            return super().verify(hash, password)

    noting = Noting(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passphrases, "hasher", noting)
    with server(tmp_path) as client:
        ada, eve = Device(client), Device(client)
        ada.post("/api/profile/name", name="Zoé", passphrase="correct horse")
        for name in ("Zoé", "Nobody", "Nobody"):
            eve.refused("/api/profile/enter", name=name, passphrase="wrong horse")
    costs = {repr(extract_parameters(one)) for one in checked}
    assert len(checked) == 3
    assert len(costs) == 1
    for one in list(checked):  # a hash that is malformed would be refused at once
        with pytest.raises(VerifyMismatchError):
            noting.verify(one, "wrong horse")


def test_passphrase_hashes_are_expensive() -> None:
    """Tests replace the hasher by a cheap one: this is about what the module makes."""
    made = PasswordHasher()
    assert (made.memory_cost, made.time_cost) >= (65536, 3)
    assert extract_parameters(passphrases.impossible(made)) == extract_parameters(made.hash("x"))


def test_passphrases_are_not_guessed_fast(tmp_path: Path) -> None:
    with server(tmp_path, limits=True) as client:
        eve = Device(client)
        codes = [
            eve.refused("/api/profile/enter", name="Zoé", passphrase="x" * 9)["code"]
            for _ in range(12)
        ]
        assert codes[0] == "wrong_passphrase"
        assert codes[-1] == "too_fast"


def test_names_that_look_the_same_are_the_same() -> None:
    assert name_key("Zoé  Or") == name_key("zoe or") == name_key("ＺＯＥ or")
    assert name_key("Zoé") != name_key("Zoë B")
    assert name_key("  ") == ""


def result(of: int, seat: int, person: str, rank: int, how: Any = "over", **more: Any) -> Result:
    facts: dict[str, Any] = {
        "game": "butin",
        "ended": of,
        "players": 2,
        "kind": "person",
        "name": person.title(),
    }
    facts |= {"level": "", "person": person, "rank": rank, "score": "1", "how": how} | more
    return Result(f"t{of}-1", seat, **facts)


def test_a_row_of_wins_ends_with_a_loss_and_a_resignation_is_one() -> None:
    games = [
        [result(1, 0, "ada", 1), result(1, 1, "ben", 2)],
        [result(2, 0, "ada", 1), result(2, 1, "ben", 1)],  # both first
        [result(3, 0, "ada", 2), result(3, 1, "", 1, kind="bot", level="greedy", name="")],
        [result(4, 0, "ada", 1), result(4, 1, "ben", 2)],
        [result(5, 0, "ada", 1, "resigned"), result(5, 1, "ben", 2)],
    ]
    found = history("ada", [one for seats in games for one in seats])
    assert (found.streak, found.best) == (0, 2)
    assert vars(found.by_game["butin"]) == {"games": 5, "won": 3, "lost": 2}
    assert vars(found.opponents["person", "ben", ""]) == {"games": 4, "won": 2, "lost": 1}
    assert vars(found.opponents["bot", "greedy", "greedy"]) == {"games": 1, "won": 0, "lost": 1}
    assert [one.mine.ended for one in found.past] == [5, 4, 3, 2, 1]
    assert history("", [one for seats in games for one in seats]).past == []


def test_ratings_count_games_between_owners_of_names() -> None:
    names = {"ada": "Ada", "ben": "Ben", "eve": "Eve"}
    won = [one for at in range(12) for one in (result(at, 0, "ada", 1), result(at, 1, "ben", 2))]
    guest = [result(50, 0, "guest", 1), result(50, 1, "eve", 2)]
    rungs = leaderboard.leaderboard([*won, *guest], names)
    assert [one.name for one in rungs] == ["Ada", "Ben"]  # Eve met no owner of a name
    assert rungs[0].low > rungs[1].mean
    assert all(one.low < one.mean < one.high for one in rungs)
    few = leaderboard.leaderboard(won[:2], names)
    assert few[0].high - few[0].low > rungs[0].high - rungs[0].low  # more games, more certain
    gave_up = [result(99, 0, "ada", 1, "resigned"), result(99, 1, "ben", 2)]
    after = {one.name: one.mean for one in leaderboard.leaderboard([*won, *gave_up], names)}
    assert after["Ben"] > rungs[1].mean  # resigning is a loss, whatever the ranks say
    assert leaderboard.leaderboard(won, names, "nuggets") == []


def test_ratings_are_off_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server(tmp_path / "off") as client:
        ada = Device(client)
        assert ada.get("/api/profile")["ladder"] is False
        assert ada.client.get("/api/ladder").json()["code"] == "no_ladder"
    with server(tmp_path / "on", ladder=True) as client:
        ada, ben, table = two(client)
        ada.post("/api/profile/name", name="Ada", passphrase="correct horse")
        ben.post("/api/profile/name", name="Ben", passphrase="correct horse")
        ada.order(table, "start")
        played(ada, table, ben)
        rungs = ada.get("/api/ladder", game="nuggets")["rungs"]
        assert {one["name"]: one["you"] for one in rungs} == {"Ada": True, "Ben": False}
        assert all(one["low"] < one["mean"] < one["high"] for one in rungs)
    monkeypatch.setitem(__import__("sys").modules, "openskill", None)
    with pytest.raises(Refusal, match="no_openskill"):
        server(tmp_path / "none", ladder=True)


def test_resigning_loses_a_game_of_two_and_an_agreed_end_counts_for_no_one(tmp_path: Path) -> None:
    with server(tmp_path, ladder=True) as client:
        ada, ben, table = two(client)
        for device, name in ((ada, "Ada"), (ben, "Ben")):
            device.post("/api/profile/name", name=name, passphrase="correct horse")
        ada.order(table, "start")
        begins(ada, table)
        ben.post(f"/api/tables/{table}/resign", v=0, seat=1)
        assert ada.get("/api/profile/history")["by_game"]["nuggets"] == {
            "games": 1,
            "won": 1,
            "lost": 0,
        }
        lost = ben.get("/api/profile/history")
        assert lost["by_game"]["nuggets"]["lost"] == 1
        assert [(seat["rank"], seat["score"]) for seat in lost["past"][0]["seats"]] == [
            (1, ""),
            (2, ""),
        ]
        assert [one["name"] for one in ada.get("/api/ladder")["rungs"]] == ["Ada", "Ben"]
        ada.order(table, "rematch")
        begins(ada, table)
        ada.order(table, "end", on=True)
        ben.order(table, "end", on=True)
        told = ada.get("/api/profile/history")
        assert told["by_game"]["nuggets"] == {"games": 2, "won": 1, "lost": 0}
        assert [seat["rank"] for seat in told["past"][0]["seats"]] == [None, None]
        assert ada.get("/api/ladder")["rungs"][0]["games"] == 1


def test_a_match_is_remembered_once_and_bots_alone_are_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as manager:
            table = await begun(manager, "claim_it", ["me", "greedy"])
            await play_out(table, (0,))
            kept = await manager.store.results()
            assert [(one.seat, one.kind) for one in kept] == [(0, "person"), (1, "bot")]
            assert [one.rank for one in kept] == table.running().state.ranks()
            await manager.store.add_results(results(table.row, table.running(), 1))
            assert await manager.store.results() == kept
            lone = await begun(manager, "claim_it", ["random", "random"])
            await ended(lone)
            assert await manager.store.results() == kept

    asyncio.run(story())
