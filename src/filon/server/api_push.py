"""The API of calls: where a browser is reached while no page of it is open (ADR 45)."""

from fastapi import APIRouter
from starlette.responses import Response

from filon.core.errors import Refusal
from filon.server.answers import answer, answers
from filon.server.api_profile import known
from filon.server.reception import Visiting
from filon.server.wire import Done, PushInfo, Subscribe

api = APIRouter(prefix="/api")


@api.get("/push", responses=answers(PushInfo))
async def push_key(visit: Visiting) -> Response:
    """The key by which push services know this server; empty where it calls nobody."""
    visit.asks("read")
    herald = visit.reception.herald
    return answer(PushInfo(key=herald.key if herald else ""))


@api.post("/push", responses=answers(Done))
async def subscribe(visit: Visiting, wish: Subscribe) -> Response:
    """This device wants to be called; Refusal `no_push` or `endpoint`."""
    caller = visit.asks("push")
    if visit.reception.herald is None:
        raise Refusal("no_push")
    from filon.server.herald import reached

    now = visit.hall.services.clock.now()
    reach = reached(caller.device, wish.endpoint, wish.p256dh, wish.auth, now)
    await visit.hall.services.store.keep_reach(reach)
    return known(visit, caller, answer(Done()))


@api.post("/push/stop", responses=answers(Done))
async def unsubscribe(visit: Visiting) -> Response:
    """It does not any more."""
    caller = visit.asks("push")
    await visit.hall.services.store.drop_reach(caller.device)
    return answer(Done())
