"""Web Push: messages encrypted for one browser (RFC 8291), and the header that names their
sender (VAPID, RFC 8292). ADR 45 says why no library does this."""

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
RECORD = 4096  # bytes of a record at most; each of our messages is one record
POINT = 65  # bytes of an uncompressed public key
LAST = b"\x02"  # ends the last record


def b64encode(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def b64decode(text: str) -> bytes:
    """The bytes of URL-safe base64 without padding; ValueError if it is none."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as an uncompressed point."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """The public key of an uncompressed point; ValueError if it is not on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def vapid_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """The key by which push services know this server.

    It is derived from the secret key, so every process and a restored back-up have the same.
    """
    digest = b"".join(
        hmac.digest(secret, b"filon-vapid-1|%d" % part, hashlib.sha256) for part in (1, 2)
    )
    return ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, CURVE)


def authorization(
    key: ec.EllipticCurvePrivateKey, audience: str, contact: str, expires: int
) -> str:
    """The Authorization header for one push service, valid until then (seconds since 1970)."""
    header = {"typ": "JWT", "alg": "ES256"}
    claims = {"aud": audience, "exp": expires, "sub": contact}
    text = ".".join(
        b64encode(json.dumps(part, separators=(",", ":")).encode()) for part in (header, claims)
    )
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b64encode(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={text}.{signature}, k={b64encode(public_bytes(key.public_key()))}"


def encrypt(message: bytes, p256dh: str, auth: str) -> bytes:
    """The body for one browser, each time with a new key and salt; ValueError for its keys."""
    own, salt = ec.generate_private_key(CURVE), os.urandom(16)
    return encrypt_with(own, salt, message, public_key(b64decode(p256dh)), b64decode(auth))


def encrypt_with(
    own: ec.EllipticCurvePrivateKey,
    salt: bytes,
    message: bytes,
    browser: ec.EllipticCurvePublicKey,
    auth: bytes,
) -> bytes:
    """The body by this key and salt, neither of which may be used twice."""
    sender = public_bytes(own.public_key())
    info = b"WebPush: info\0" + public_bytes(browser) + sender
    secret = _derive(own.exchange(ec.ECDH(), browser), auth, info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD, POINT) + sender
    return header + AESGCM(key).encrypt(nonce, message + LAST, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
