"""The context of a request that came by HTTP or by a socket: limits, cookies, names, metrics."""

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from filon.app import people
from filon.app.context import Context
from filon.app.refusals import refused, status
from filon.app.routes import Route
from filon.app.serialize import as_json
from filon.core.errors import Refusal
from filon.server.auth import DEVICE_COOKIE, Keys
from filon.server.state import ServerState, address
from filon.settings import LOOPBACK
from filon.tables.table import Table


class ServerContext(Context):
    """A request of a device, or its socket to a table."""

    def __init__(self, state: ServerState, request: HTTPConnection, table_id: str = "") -> None:
        super().__init__(state.app, state.caller(request, table_id))
        self.state = state
        self.request = request
        self.launch = ""  # the key of this start of the server, to be given as a cookie

    @property
    def tokens(self) -> Keys:
        """The signer of links and cookies."""
        return self.state.keys

    @property
    def base(self) -> str:  # type: ignore[override]
        """The address that others can reach."""
        return self.state.base(self.request)

    @property
    def alone(self) -> bool:  # type: ignore[override]
        """Whether only this machine reaches that address."""
        shut = self.state.settings.loopback and not self.state.lan.url
        return shut and (self.request.url.hostname or "") in LOOPBACK

    async def reach(self, table_id: str) -> Table:
        """The table, and the caller by the cookies for it; notes when the host was last here."""
        self.caller = self.state.caller(self.request, table_id)
        table = await super().reach(table_id)
        if self.caller.is_host(table.row):
            table.presence.host_came()
        return table

    def spend(self, limit: str, who: str = "", cost: float = 1) -> None:
        """Count this against a rate limit; Refusal `too_fast`."""
        self.state.limits.spend(limit, who or address(self.request), cost)

    def charge(self, limit: str, cost: float) -> None:
        """Count what was spent already."""
        self.state.limits.charge(limit, address(self.request), cost)

    def acted(self, kind: str, seconds: float | None) -> None:
        """Count an act, and how long it took to store."""
        metrics = self.state.metrics
        if seconds is None:
            metrics.count(metrics.looks, kind)
            return
        metrics.count(metrics.acts, kind)
        metrics.seconds.observe(seconds)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.state.metrics.refusals.labels(code).inc()

    async def person(self) -> str:
        """The person to whom the caller's device belongs."""
        return await self.app.people.owner(self.caller.device)

    async def devices(self) -> list[str]:
        """All devices of the person who asks."""
        rows = await people.own_devices(self.app.people, await self.person(), self.caller)
        return [row.device for row in rows]

    async def check_names(self, *names: str) -> None:
        """Refusal `name_taken` for a name that belongs to another person here."""
        await people.check_names(self.app.people, self.caller, *names)

    def check_bots(self, table: Table) -> None:
        """Refusal `bot_tables` if the caller's address has too many tables with bots in play."""
        self.state.bot_tables.may_begin(self.caller.address, table)

    def count_bots(self, table: Table) -> None:
        """Remember that the caller's address has begun this table."""
        self.state.bot_tables.begun(self.caller.address, table)

    async def check_health(self) -> None:
        """Unavailable unless the store takes writes."""
        await self.state.readiness.check()

    # ---- answers -------------------------------------------------------------------------------

    def response(self, route: Route, answer: object) -> Response:
        """The answer of a use case, with the cookies it grants."""
        response = written(answer, route.status, route.media)
        if route.languages:
            response.headers["vary"] = "accept-language"
            response.headers["cache-control"] = "no-cache"
        if self.filename:
            attachment = f'attachment; filename="{self.filename}"'
            response.headers["content-disposition"] = attachment
        self._grant(response)
        return response

    def refusal(self, no: Refusal) -> Response:
        """The refusal, worded for the caller, and counted."""
        self.refused(no.code)
        message = refused(self.table, self.caller, no, self.seat, self.message_id)
        response = written(message, status(no.code))
        if self.grants.device:
            self._give_device(response)
        return response

    def _grant(self, response: Response) -> None:
        keys, grants, request = self.state.keys, self.grants, self.request
        assert isinstance(request, Request)
        secure = self.state.secure(request)
        for row, seat in grants.seats:
            keys.give_seat(response, row, seat, secure)
        if grants.host is not None:
            keys.give_host(response, grants.host, secure)
        if grants.device:
            self._give_device(response)
        for row, session in grants.revoked:
            keys.take_seat(response, row, session)
        if self.launch:
            keys.give_launch(response, self.launch, secure)
        if grants.forget:
            response.delete_cookie(DEVICE_COOKIE, path="/api")

    def _give_device(self, response: Response) -> None:
        assert isinstance(self.request, Request)
        secure = self.state.secure(self.request)
        self.state.keys.give_device(response, self.caller.device, secure)


def written(answer: object, code: int = 200, media: str = "application/json") -> Response:
    """An answer as an HTTP response: a message as JSON, a text as it is."""
    headers = {"cache-control": "no-store"}
    if isinstance(answer, str):
        return PlainTextResponse(
            answer, code, media_type=f"{media}; charset=utf-8", headers=headers
        )
    return Response(as_json(answer), code, media_type="application/json", headers=headers)
