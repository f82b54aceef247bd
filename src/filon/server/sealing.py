"""Messages for a browser that its push service carries and cannot read (RFC 8291), and the
server's own name on them (VAPID, RFC 8292)."""

import base64
import hashlib
import hmac
import json
import os
import struct

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of that curve
RECORD = 4096  # bytes; ours are one record each
POINT = 65  # bytes of a public key


def letters(raw: bytes) -> str:
    """Bytes as letters for addresses."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    """And back; ValueError for what are none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it travels."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def read_point(told: bytes) -> ec.EllipticCurvePublicKey:
    """And back; ValueError for what is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, told)


def server_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this server: it follows from the secret key, so every
    process and a restored back-up have the same."""
    drawn = b"".join(
        hmac.digest(secret, b"filon-vapid-1|%d" % part, hashlib.sha256) for part in (1, 2)
    )
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, CURVE)


def signed(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, until: int) -> str:
    """The header that says who sends: for one push service, until then (seconds since 1970)."""
    head = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": audience, "exp": until, "sub": contact}
    text = ".".join(
        letters(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims)
    )
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    mark = letters(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={text}.{mark}, k={letters(point(key.public_key()))}"


def sealed(message: bytes, p256dh: str, auth: str) -> bytes:
    """The message for one browser alone; every time with new keys. ValueError for its keys."""
    theirs, salt = read_point(raw(p256dh)), os.urandom(16)
    ours = ec.generate_private_key(CURVE)
    mine = point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), theirs)
    both = b"WebPush: info\0" + point(theirs) + mine
    start = _derived(shared, raw(auth), both, 32)
    key = _derived(start, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(start, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD, POINT) + mine
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def _derived(start: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(start)
