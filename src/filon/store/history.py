"""Results, daily challenges and reviews in a database."""
# ruff: noqa: S608 - only our own names of tables and columns are put into statements

from collections.abc import Sequence

from filon.match.attempt import Attempt
from filon.match.result import Result
from filon.store.contract import HistoryStore, ReviewStore
from filon.store.schema import ATTEMPTS, RESULTS, REVIEWS
from filon.store.sql import Sql
from filon.store.statements import (
    Statement,
    fields_of,
    insert_new,
    placeholders,
    select,
    upsert,
    values_of,
)

SEATS = 5000  # results read at once


class SqlHistory(Sql, HistoryStore, ReviewStore):
    """What stays of matches that ended."""

    async def add_results(self, results: Sequence[Result]) -> None:
        owned = f"SELECT device, person FROM devices WHERE device IN ({placeholders(len(results))})"
        devices = [result.person for result in results]
        owners = dict(await self._ask(owned, *devices)) if devices else {}
        whose = ({"person": owners.get(device, device)} for device in devices)
        fields = (vars(result) | person for result, person in zip(results, whose, strict=True))
        await self._do(*(Statement(insert_new(RESULTS), values_of(RESULTS, row)) for row in fields))

    async def results(self, person: str = "", game: str = "") -> list[Result]:
        tests, values = ["1 = 1"], []
        if person:
            tests.append('t."match" IN (SELECT "match" FROM results WHERE person = ?)')
            values.append(person)
        if game:
            tests.append("t.game = ?")
            values.append(game)
        query = select(
            RESULTS,
            f'WHERE {" AND ".join(tests)} ORDER BY t.ended DESC, t."match", t.seat LIMIT {SEATS}',
        )
        return [Result(**fields_of(RESULTS, row)) for row in await self._ask(query, *values)]

    async def remove_result(self, match_id: str, person: str) -> bool:
        blank = "UPDATE results SET person = '', name = '' WHERE \"match\" = ? AND person = ?"
        others = "SELECT 1 FROM results r WHERE r.\"match\" = ? AND r.person <> ''"
        empty = f'DELETE FROM results WHERE "match" = ? AND NOT EXISTS ({others})'
        done = await self._do(
            Statement(blank, (match_id, person)), Statement(empty, (match_id, match_id))
        )
        return done[0] > 0

    async def has_results(self, table_id: str) -> bool:
        query = "SELECT 1 FROM results WHERE \"match\" LIKE ? AND person <> '' LIMIT 1"
        return bool(await self._ask(query, f"{table_id}-%"))

    # ---- challenges ----------------------------------------------------------------------------

    async def begin_attempt(self, attempt: Attempt) -> Attempt:
        await self._do(Statement(insert_new(ATTEMPTS), values_of(ATTEMPTS, vars(attempt))))
        first = await self._attempts("t.day = ? AND t.person = ?", attempt.day, attempt.person)
        return first[0] if first else attempt

    async def end_attempt(self, attempt: Attempt) -> None:
        changes = (attempt.state, attempt.place, attempt.score, attempt.at)
        update = (
            'UPDATE attempts SET state = ?, place = ?, score = ?, "at" = ? '
            "WHERE day = ? AND person = ? AND state = 'begun'"
        )
        await self._do(Statement(update, (*changes, attempt.day, attempt.person)))

    async def attempts(self, day: str) -> list[Attempt]:
        return await self._attempts('t.day = ? ORDER BY t."at", t.person', day)

    async def own_attempts(self, person: str) -> list[Attempt]:
        return await self._attempts("t.person = ? ORDER BY t.day DESC", person)

    async def _attempts(self, rest: str, *values: str) -> list[Attempt]:
        query = select(ATTEMPTS, f"WHERE {rest}")
        return [Attempt(**fields_of(ATTEMPTS, row)) for row in await self._ask(query, *values)]

    # ---- reviews -------------------------------------------------------------------------------

    async def save_review(self, match_id: str, form: str, text: str, at: int) -> None:
        await self._do(Statement(upsert(REVIEWS), (match_id, form, text, at)))

    async def review(self, match_id: str, form: str) -> str:
        query = 'SELECT told FROM reviews WHERE "match" = ? AND form = ?'
        rows = await self._ask(query, match_id, form)
        return str(rows[0][0]) if rows else ""

    async def remove_reviews(self, form: str, before: int) -> None:
        await self._do(Statement('DELETE FROM reviews WHERE form = ? AND "at" < ?', (form, before)))
