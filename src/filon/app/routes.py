"""The one table of requests. The server's API and the page's own worker are both built from it.

A use case is a function of a context and of what its request brings: `table` for the table that
{id} names, other names of the path, one message (the body), and the query's parameters, which have
defaults. Its annotations say of what types.
"""

import inspect
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_type_hints

from filon.app import (
    challenge,
    forks,
    games,
    health,
    history,
    lobby,
    matches,
    people,
    play,
    puzzles,
    replays,
    reviews,
    seats,
    tables,
)
from filon.app.context import Context
from filon.protocol.play import (
    Finish,
    Look,
    Looked,
    Read,
    Resign,
    Take,
    Throw,
    Undo,
    ViewMessage,
    Withdraw,
)
from filon.tables.table import Table


@dataclass(frozen=True)
class Route:
    """One request: its address below /api, the use case, and the limit it counts against."""

    method: Literal["GET", "POST"]
    path: str
    use_case: Callable[..., Awaitable[object]]
    cost: str = "read"  # empty: not limited
    units: float = 1  # of that limit
    status: int = 200
    media: str = "application/json"
    server: bool = False  # only a server can answer it
    languages: bool = False  # the answer is a text in the caller's language, and may be cached
    message: Any = None  # where one use case serves several: this route's message,
    answers: Any = None  # its answer,
    about: str = ""  # and what it does

    @cached_property
    def types(self) -> dict[str, Any]:
        """The use case's parameters but the context, and `return`, with their types."""
        hints = get_type_hints(self.use_case, include_extras=True)
        names = [*inspect.signature(self.use_case).parameters][1:]
        types = {name: hints[name] for name in names} | {"return": hints["return"]}
        if self.message is not None:
            types["message"] = self.message
        if self.answers is not None:
            types["return"] = self.answers
        return types

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What the query's parameters are if they are not given."""
        given = inspect.signature(self.use_case).parameters.values()
        empty = inspect.Parameter.empty
        return {item.name: item.default for item in given if item.default is not empty}

    @cached_property
    def body(self) -> str:
        """The name of the parameter that takes the body; empty if there is none."""
        in_path = [name for name in self.types if f"{{{name}}}" in self.path]
        others = {"table", "return", *self.defaults, *in_path}
        return next((name for name in self.types if name not in others), "")

    @property
    def at_table(self) -> bool:
        """Whether the path names a table."""
        return self.types.get("table") is Table

    async def answer(self, context: Context, values: dict[str, Any]) -> object:
        """The use case's answer to these values of path, query and body."""
        if self.cost:
            context.spend(self.cost, cost=self.units)
        if self.at_table:
            values["table"] = await context.reach(values.pop("id"))
        return await self.use_case(context, **values)


def _acts() -> Iterator[Route]:
    """One route for all acts of a seat, and one named after each."""
    path = "/tables/{id}/"
    yield Route("POST", path + "acts", play.act_any)
    kinds: dict[str, tuple[type, type, str]] = {
        "steps": (Take, ViewMessage, "Make one choice: one or several steps of one seat"
                  " in notation, all or nothing."),
        "throw": (Throw, ViewMessage, "Draw the dice or the card that waits, now."),
        "read": (Read, ViewMessage, "Guided game: say that the text was read; what it"
                 " told of may happen."),
        "undo": (Undo, ViewMessage, "Take the seat's last choice back."),
        "withdraw": (Withdraw, ViewMessage, "Take a sealed choice back while others"
                     " still think."),
        "finish": (Finish, ViewMessage, "Let the table play out a game whose result is"
                   " settled."),
        "resign": (Resign, ViewMessage, "Give up: a bot plays the seat to the end."),
        "look": (Look, Looked, "Show the seat's view and legal steps after steps it has"
                 " not sent; nothing is stored."),
    }  # fmt: skip
    for name, (message, answer, about) in kinds.items():
        yield Route("POST", path + name, play.act_any, message=message, answers=answer, about=about)


TABLE = "/tables/{id}"
ROUTES = (
    # the shelf
    Route("GET", "/games", games.show_games, "page", 4, languages=True),
    Route("GET", "/games/{slug}/rules", games.read_rules, "page", 2, media="text/markdown",
          languages=True),
    Route("GET", "/health", health.show_health, cost=""),
    # making and finding tables
    Route("POST", "/tables", tables.make_table, "create", status=201),
    Route("POST", "/guided", tables.make_guided, "create", status=201),
    Route("POST", "/forks", forks.make_fork, "create", status=201),
    Route("POST", "/join", tables.find_code, "code", server=True),
    Route("GET", "/mine", tables.my_tables),
    Route("GET", "/lobby", lobby.show_lobby),
    Route("POST", "/lobby/anyone", lobby.play_with_anyone, "create", server=True),
    # at a table
    Route("GET", TABLE, tables.show_table),
    Route("POST", f"{TABLE}/orders", tables.order),
    Route("GET", f"{TABLE}/invitation", seats.invitation, server=True),
    Route("POST", f"{TABLE}/join", seats.join, server=True),
    Route("POST", f"{TABLE}/leave", seats.leave),
    Route("POST", f"{TABLE}/name", seats.rename),
    Route("GET", f"{TABLE}/talk", matches.read_chat),
    Route("POST", f"{TABLE}/talk", matches.post_chat),
    # playing
    *_acts(),
    Route("POST", f"{TABLE}/hint", play.act_hint),
    Route("GET", f"{TABLE}/view", matches.show_view),
    # what stays of a match
    Route("GET", f"{TABLE}/story", matches.read_story, "dear", 5),
    Route("GET", f"{TABLE}/record", matches.read_record, "dear", 10, media="text/plain"),
    Route("GET", f"{TABLE}/proof", matches.read_proof, "dear", 20),
    Route("GET", f"{TABLE}/replay", replays.replay_table, "dear", 10),
    Route("POST", "/replay", replays.replay_record),
    Route("POST", f"{TABLE}/review", reviews.ask_review, "dear", 10),
    Route("GET", f"{TABLE}/review", reviews.show_review, "dear", 10),
    Route("POST", "/review", reviews.review_record),
    Route("GET", "/review/{job}", reviews.show_job, "dear", 10),
    # alone
    Route("GET", "/puzzles/{game}/{number}", puzzles.show_puzzle, "dear", 5),
    Route("POST", "/puzzles/{game}/{number}", puzzles.solve_puzzle, "dear", 5),
    Route("GET", "/challenge", challenge.show_challenge, "dear", 5),
    Route("POST", "/challenge", challenge.take_challenge, "create", status=201),
    Route("POST", "/challenge/runs", challenge.bring_run, "dear", 200, server=True),
    # people
    Route("GET", "/profile", people.show_profile, server=True),
    Route("GET", "/profile/history", history.read_history, "dear", 5),
    Route("GET", "/profile/luck", reviews.show_luck, "move"),
    Route("GET", "/profile/export", people.export, "dear", 20, server=True),
    Route("POST", "/profile/past", history.drop_past, "dear", 5),
    Route("POST", "/profile/move", people.move, "move", server=True),
    Route("POST", "/profile/arrive", people.arrive, "move", server=True),
    Route("POST", "/profile/enter", people.enter, "pass", server=True),
    Route("POST", "/profile/seats", people.bring_seats, "move", server=True),
    Route("POST", "/profile/revoke", people.revoke, "move", server=True),
    Route("POST", "/profile/name", people.own_name, "pass", server=True),
    Route("POST", "/profile/forget", people.forget, "move", server=True),
    Route("GET", "/ladder", history.show_leaderboard, "dear", 20, server=True),
)  # fmt: skip
