"""Requests that only a server has: opening it to the room, and push notifications (ADR 45)."""

from filon.app.context import Context
from filon.app.routes import Route
from filon.core.errors import Refusal
from filon.protocol.people import PushInfo, Subscribe
from filon.protocol.play import Done
from filon.protocol.shelf import Launch, RoomInfo, SetRoom
from filon.server.context import ServerContext
from filon.server.hosts import is_loopback, lan_address


def here(context: Context) -> ServerContext:
    """The context of a server's request."""
    assert isinstance(context, ServerContext)
    return context


def room_info(context: ServerContext, may: bool) -> RoomInfo:
    """The room; where it would be is told only at the machine itself."""
    room, request = context.state.room, context.request
    state = room.state()
    local = request.client is not None and is_loopback(request.client.host)
    return RoomInfo(
        state=state,
        may=may,
        address=room.url or (lan_address() if local and state == "closed" else ""),
    )


async def show_room(context: Context) -> RoomInfo:
    """Whether others can reach this server, and whether this device may change that."""
    server = here(context)
    return room_info(server, server.state.room.holds_key(server.request))


async def take_key(context: Context, wish: Launch) -> RoomInfo:
    """Exchange the key in the address that the start opened for a cookie."""
    server = here(context)
    server.state.room.check_key(server.request, wish.key)
    server.launch = wish.key
    return room_info(server, True)


async def set_room(context: Context, wish: SetRoom) -> RoomInfo:
    """Open the server to the others in the room, or close it again."""
    server = here(context)
    room = server.state.room
    room.check(server.request)
    await (room.open() if wish.open else room.close())
    return await show_room(context)


async def push_key(context: Context) -> PushInfo:
    """The key by which push services know this server; empty where it sends none."""
    herald = here(context).state.herald
    return PushInfo(key=herald.key if herald else "")


async def subscribe(context: Context, wish: Subscribe) -> Done:
    """Send this device notifications from now on; Refusal `no_push` or `endpoint`."""
    if here(context).state.herald is None:
        raise Refusal("no_push")
    from filon.server.herald import reached  # its libraries are loaded only where it is used

    device, now = context.caller.device, context.app.now()
    subscription = reached(device, wish.endpoint, wish.p256dh, wish.auth, now)
    await context.app.people.save_subscription(subscription)
    context.grants.device = True
    return Done()


async def unsubscribe(context: Context) -> Done:
    """Send this device no more notifications."""
    await context.app.people.remove_subscription(context.caller.device)
    return Done()


SERVER_ROUTES = (
    Route("GET", "/room", show_room),
    Route("POST", "/room", set_room, "room"),
    Route("POST", "/room/key", take_key, "room"),
    Route("GET", "/push", push_key),
    Route("POST", "/push", subscribe, "push"),
    Route("POST", "/push/stop", unsubscribe, "push"),
)
