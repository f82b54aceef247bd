"""The API of the room: whether others can reach this server, and letting them."""

from fastapi import APIRouter
from starlette.responses import Response

from filon.server.answers import answer, answers
from filon.server.hosts import is_loopback, lan_address
from filon.server.reception import Visit, Visiting
from filon.server.wire import Launch, RoomInfo, SetRoom

api = APIRouter(prefix="/api/room")


def told(visit: Visit, may: bool | None = None) -> RoomInfo:
    """The room for one asker; where it would be only for whoever sits at this machine."""
    room, request = visit.reception.room, visit.request
    state = room.state()
    here = request.client is not None and is_loopback(request.client.host)
    return RoomInfo(
        state=state,
        may=room.holds_key(request) if may is None else may,
        address=room.url or (lan_address() if here and state == "closed" else ""),
    )


@api.get("", responses=answers(RoomInfo))
async def show(visit: Visiting) -> Response:
    """Whether others can reach this server, and whether this device may change that."""
    visit.pays("read")
    return answer(told(visit))


@api.post("/key", responses=answers(RoomInfo))
async def take_key(visit: Visiting, wish: Launch) -> Response:
    """Exchange the key in the address that the start opened for a cookie."""
    visit.pays("room")
    visit.reception.room.check_key(visit.request, wish.key)
    response = answer(told(visit, may=True))
    visit.keys.give_launch(response, wish.key, visit.secure)
    return response


@api.post("", responses=answers(RoomInfo))
async def set_room(visit: Visiting, wish: SetRoom) -> Response:
    """Open the server to the others in the room, or close it again."""
    visit.pays("room")
    room = visit.reception.room
    room.check(visit.request)
    await (room.open() if wish.open else room.close())
    return answer(told(visit))
