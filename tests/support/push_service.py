"""A push service of the tests' own, over TLS, and a browser that can read what it is sent."""

import base64
import datetime
import ipaddress
import json
import ssl
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from filon.server.http_client import Place, PublicClient

HOST = "push.example.org"


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def letters(told: bytes) -> str:
    return base64.urlsafe_b64encode(told).decode().rstrip("=")


@dataclass
class Browser:
    """A browser's subscription; the server receives its public half."""

    private: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def told(self, path: str = "/send/one") -> dict[str, str]:
        """The body that its page posts."""
        keys = {"p256dh": letters(self.public), "auth": letters(self.auth)}
        return {"endpoint": f"https://{HOST}{path}", **keys}

    def opened(self, body: bytes) -> bytes:
        """The message, by the receiver's half of RFC 8291."""
        salt, (record, length) = body[:16], struct.unpack("!IB", body[16:21])
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= record
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        info = b"WebPush: info\x00" + self.public + theirs
        start = HKDF(hashes.SHA256(), 32, self.auth, info).derive(
            self.private.exchange(ec.ECDH(), point)
        )
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(start)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(start)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text.endswith(b"\x02")  # the last record
        return text[:-1]


def browser() -> Browser:
    return Browser(ec.generate_private_key(ec.SECP256R1()), b"sixteen letters.")


def claims(authorization: str, key: str) -> dict[str, Any]:
    """The signed claims; InvalidSignature if another key signed them."""
    assert authorization.startswith("vapid t=")
    token, _, said = authorization.removeprefix("vapid t=").partition(", k=")
    assert said == key
    text, _, mark = token.rpartition(".")
    half = raw(mark)
    signature = encode_dss_signature(int.from_bytes(half[:32]), int.from_bytes(half[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    point.verify(signature, text.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(raw(text.partition(".")[2]))
    return found


@dataclass
class Service:
    """A push service: the messages it received, and its answers."""

    place: Place
    context: ssl.SSLContext
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    heard: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    arrived: threading.Condition = field(default_factory=threading.Condition)

    def client(self) -> PublicClient:
        """The way out of a server under test: every name leads here."""

        async def here(host: str, port: int) -> list[Place]:
            return [self.place]

        return PublicClient(here, self.context)

    def wait(self, count: int = 1) -> None:
        """Wait until this many messages have arrived."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.heard) >= count, 60)


def _certificate(folder: Path) -> Path:
    """A key and a certificate it signed itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8
    bare = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    path = folder / "service.pem"
    path.write_bytes(key.private_bytes(pem, form, bare) + made.public_bytes(pem))
    return path


@contextmanager
def push_service(folder: Path) -> Iterator[Service]:
    """A service on a port of this machine, until the end of `with`."""
    pem = _certificate(folder)
    trusting = ssl.create_default_context(cafile=str(pem))
    service = Service(("127.0.0.1", 0), trusting)

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            with service.arrived:
                service.heard.append((self.path, dict(self.headers), body))
                service.arrived.notify_all()
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """A test says what it needs itself."""

    house = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(pem)
    house.socket = own.wrap_socket(house.socket, server_side=True)
    service.place = ("127.0.0.1", int(house.server_address[1]))
    thread = threading.Thread(target=house.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        house.shutdown()
        house.server_close()
        thread.join()
