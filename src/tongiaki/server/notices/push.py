"""Web Push: the encryption (RFC 8291, RFC 8188) and the signed word of who sends it (RFC 8292).

To be imported late: loading the encryption takes a twelfth of the server's start, and few need it.
"""

import base64
import json
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
"""Bytes of the one record of a message."""
VALID = 12 * 3600
"""Seconds for which a signed word holds; services refuse more than a day."""

CURVE = ec.SECP256R1()


def coded(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What base64url says, with or without padding; `ValueError`."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key of a server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return coded(number.to_bytes(32, "big"))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The key that was written down."""
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def public_part(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as a point of 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True)
class Target:
    """A browser that wants to be told: where, its public key and its secret (`ValueError` if they are none)."""

    address: str
    key: str
    secret: str

    def __post_init__(self) -> None:
        if urlsplit(self.address).scheme not in ("https", "http") or len(decoded(self.secret)) != 16:
            raise ValueError("no target of Web Push")
        self.point()

    def point(self) -> ec.EllipticCurvePublicKey:
        """The public key; `ValueError` if it is no point of the curve."""
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(self.key))


def encrypted(
    plain: bytes,
    target: Target,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a message that only the browser can read. key, salt: for this message alone, else new ones."""
    key, salt = key or ec.generate_private_key(CURVE), salt or secrets.token_bytes(16)
    theirs, ours = decoded(target.key), public_part(key)
    shared = key.exchange(ec.ECDH(), target.point())
    info = b"WebPush: info\0" + theirs + ours
    input_key = _derived(shared, decoded(target.secret), info, 32)
    content_key = _derived(input_key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(input_key, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(content_key).encrypt(nonce, plain + b"\x02", None)  # \x02: the last record
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + record


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def authorization(address: str, key: ec.EllipticCurvePrivateKey, contact: str, now: float) -> str:
    """The header by which the service knows the server. contact: its address, for the operator of the service."""
    parts = urlsplit(address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + VALID, "sub": contact}
    signed = ".".join(coded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = coded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={coded(public_part(key))}"
