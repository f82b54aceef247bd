"""Requests that only a server has: opening it to the local network, and push notifications."""

from filon.app.context import Context
from filon.app.routes import Route
from filon.core.errors import Refusal
from filon.protocol.people import PushInfo, Subscribe
from filon.protocol.play import Done
from filon.protocol.shelf import Launch, RoomInfo, SetRoom
from filon.server.context import ServerContext
from filon.server.hosts import is_loopback, lan_address


def server_context(context: Context) -> ServerContext:
    """The context of a server's request."""
    assert isinstance(context, ServerContext)
    return context


def room_info(context: ServerContext, may: bool) -> RoomInfo:
    """Who can reach the server; the closed address is told only on the machine itself."""
    lan, request = context.state.lan, context.request
    state = lan.state()
    local = request.client is not None and is_loopback(request.client.host)
    return RoomInfo(
        state=state,
        may=may,
        address=lan.url or (lan_address() if local and state == "closed" else ""),
    )


async def show_room(context: Context) -> RoomInfo:
    """Whether other machines reach this server, and whether this device may change that."""
    server = server_context(context)
    return room_info(server, server.state.lan.holds_key(server.request))


async def take_key(context: Context, wish: Launch) -> RoomInfo:
    """Exchange the key in the address that the start opened for a cookie."""
    server = server_context(context)
    server.state.lan.check_key(server.request, wish.key)
    server.launch = wish.key
    return room_info(server, True)


async def set_room(context: Context, wish: SetRoom) -> RoomInfo:
    """Open the server to the others in the room, or close it again."""
    server = server_context(context)
    lan = server.state.lan
    lan.check(server.request)
    await (lan.open() if wish.open else lan.close())
    return await show_room(context)


async def push_key(context: Context) -> PushInfo:
    """The key by which push services know this server; empty where it sends none."""
    push = server_context(context).state.push
    return PushInfo(key=push.key if push else "")


async def subscribe(context: Context, wish: Subscribe) -> Done:
    """Send this device notifications from now on; Refusal `no_push` or `endpoint`."""
    if server_context(context).state.push is None:
        raise Refusal("no_push")
    from filon.server.push import new_subscription  # its libraries are loaded only where it is used

    device, now = context.caller.device, context.app.now()
    subscription = new_subscription(device, wish.endpoint, wish.p256dh, wish.auth, now)
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
