"""Push notifications: tells people without an open page that their turn has come (ADR 45)."""

import asyncio
import time
from urllib.parse import urlsplit

import structlog
from prometheus_client import CollectorRegistry, Counter

from filon.core.errors import Refusal
from filon.match.person import Subscription
from filon.server.http_client import PublicClient, checked
from filon.server.webpush import (
    authorization,
    b64decode,
    b64encode,
    encrypt,
    public_bytes,
    public_key,
    vapid_key,
)
from filon.store.contract import PeopleStore, Unavailable
from filon.tables.time_source import Clock

log = structlog.get_logger()
MESSAGE = b"your turn"  # and nothing else: not which game, whose table, what was played
REST = 60_000  # milliseconds between two notifications of one seat in one match
TTL = 24 * 3600  # seconds a push service stores it for a browser that is offline
TOKEN = 12 * 3600  # seconds the server's signature is good for; at most a day
GONE = (404, 410)  # the browser has unsubscribed
AT_ONCE = 8
AUTH = 16  # bytes of the secret a browser shares with us


def new_subscription(device: str, endpoint: str, p256dh: str, auth: str, at: int) -> Subscription:
    """A device's push subscription; Refusal `endpoint` if address or keys cannot be right."""
    checked(endpoint)
    try:
        public_key(b64decode(p256dh))
        if len(b64decode(auth)) != AUTH:
            raise ValueError
    except ValueError:
        raise Refusal("endpoint") from None
    return Subscription(device, endpoint, p256dh, auth, at)


class PushSender:
    """Sends notifications in the background: nothing at a table waits for a push service."""

    def __init__(
        self, store: PeopleStore, secret: bytes, contact: str, client: PublicClient | None = None
    ) -> None:
        self._store = store
        self._key = vapid_key(secret)
        self._contact = contact
        self._client = client or PublicClient()
        self._clock = Clock()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._calls: Counter | None = None

    @property
    def key(self) -> str:
        """The public key by which browsers know this server."""
        return b64encode(public_bytes(self._key.public_key()))

    def count(self, registry: CollectorRegistry) -> None:
        """Count notifications in this registry."""
        self._calls = Counter("filon_calls", "Push messages", ["how"], registry=registry)

    async def call(self, device: str, match_id: str, seat: int, v: int) -> None:
        """Notify a device that its turn has come, if it is subscribed and was not notified yet."""
        subscription = await self._store.subscription(device)
        if subscription is None:
            return
        if await self._store.claim_push(match_id, seat, v, self._clock.now(), REST):
            task = asyncio.ensure_future(self._send(subscription))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel the notifications that are being sent."""
        for task in list(self._tasks):
            task.cancel()

    async def _send(self, subscription: Subscription) -> None:
        parts = urlsplit(subscription.endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        expires = int(time.time()) + TOKEN
        headers = {
            "TTL": str(TTL),
            "Urgency": "normal",
            "Topic": "turn",  # a newer one takes the place of one that was not delivered
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": authorization(self._key, audience, self._contact, expires),
        }
        async with self._places:
            how = await self._try(subscription, headers)
        if self._calls is not None:
            self._calls.labels(how).inc()

    async def _try(self, subscription: Subscription, headers: dict[str, str]) -> str:
        """Send the push and return "sent", "gone", "refused" or "failed".

        The endpoint is a capability URL: it is never logged.
        """
        try:
            body = encrypt(MESSAGE, subscription.p256dh, subscription.auth)
            status = await self._client.post(subscription.endpoint, headers, body)
            if status in GONE:
                await self._store.remove_subscription(subscription.device, subscription.endpoint)
                return "gone"
        except (OSError, ValueError, Refusal, Unavailable) as fault:
            log.info("push", how="failed", why=type(fault).__name__)
            return "failed"
        log.info("push", how=status)
        return "sent" if 200 <= status < 300 else "refused"
