"""Letters in Python: keys, sealing and opening, as docs/letters.md specifies them.

Written from that page alone, with PyNaCl (Debian: python3-nacl), to show that it is enough, and as a
start for your own program. Every check that the page asks for is here; a letter or key that fails one
raises Refused with the code of docs/letters.md.
"""
import base64
import hashlib
import hmac
import os
import re
import time as clock
from pathlib import Path

import nacl.bindings as sodium
from nacl.exceptions import BadSignatureError, CryptoError

BLOCK = 256
SEAL = 48
LONGEST_FILE = 8192
LONGEST_TEXT = 7000
LONGEST_PADDED = 7168
LATEST_TIME = 253402300799
LINE = re.compile(
    rb'\{"v":1,"time":(0|[1-9][0-9]{0,11}),"from":"(kz[a-z2-7]{52})","to":"(kz[a-z2-7]{52})",'
    rb'"key":"([A-Za-z0-9_-]{171})","commit":"([A-Za-z0-9_-]{43})","sig":"([A-Za-z0-9_-]{86})"\}')


class Refused(Exception):
    @property
    def code(self):
        return self.args[0]


def sha256(data):
    return hashlib.sha256(data).digest()


def hmac_sha256(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def to_base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if to_base64url(data) == text else None


def to_base32(data):
    return base64.b32encode(data).rstrip(b"=").decode().lower()


def is_base32(text):
    return to_base32(base64.b32decode(text.upper() + "=" * (-len(text) % 8))) == text


# --- The 24 words ---

def to_words(seed, word_list):
    checksum = sha256(b"kibitz letter words 1\n" + seed)[:1]
    number = int.from_bytes(seed + checksum, "big")
    return " ".join(word_list[number >> 11 * place & 2047] for place in reversed(range(24)))


def from_words(text, word_list):
    words = text.lower().split()
    if len(words) != 24:
        raise Refused("wordCount")
    number = 0
    for word in words:
        found = [at for at, full in enumerate(word_list)
                 if full == word or len(word) >= 4 and full.startswith(word)]
        if not found:
            raise Refused("unknownWord")
        number = number << 11 | found[0]
    seed = number.to_bytes(33, "big")[:32]
    if number & 255 != sha256(b"kibitz letter words 1\n" + seed)[0]:
        raise Refused("wordChecksum")
    return seed


# --- Keys ---

def derived(seed, purpose):
    extracted = hmac_sha256(b"kibitz letter 1\n", seed)
    return hmac_sha256(extracted, purpose + b"\x01")


class Key:
    def __init__(self, seed):
        signing, self.signing_secret = sodium.crypto_sign_seed_keypair(derived(seed, b"sign"))
        self.sealing_secret = derived(seed, b"seal")
        sealing = sodium.crypto_scalarmult_base(self.sealing_secret)
        proof = self.sign(b"kibitz letter key 1\n" + sealing)
        self.public = to_base64url(signing + sealing + proof)

    def sign(self, message):
        signed = sodium.crypto_sign(message, self.signing_secret)
        return signed[:sodium.crypto_sign_BYTES]


def is_signed(signing, message, signature):
    try:
        sodium.crypto_sign_open(signature + message, signing)
        return True
    except (BadSignatureError, CryptoError):
        return False


def halves(public):
    """The two public keys, without any check."""
    data = from_base64url(public)
    return data[:32], data[32:64]


def check_key(public):
    data = from_base64url(public) if re.fullmatch("[A-Za-z0-9_-]{171}", public) else None
    if data is None:
        raise Refused("badKey")
    if not is_signed(data[:32], b"kibitz letter key 1\n" + data[32:64], data[64:]):
        raise Refused("badKey")


def address(public):
    signing, sealing = halves(public)
    return "kz" + to_base32(sha256(b"kibitz letter address 1\n" + signing + sealing))


# --- Sealing ---

def padded(content):
    size = (len(content) // BLOCK + 1) * BLOCK
    return (content + b"\x80").ljust(size, b"\0")


def unpadded(content):
    stripped = content.rstrip(b"\0")
    if not stripped.endswith(b"\x80") or len(content) - len(stripped) >= BLOCK:
        raise Refused("badText")
    return stripped[:-1]


def sealed_box(content, recipient, ephemeral=None):
    """crypto_box_seal of libsodium; the key for this one box can be given, for test vectors."""
    ephemeral = ephemeral or os.urandom(32)
    ephemeral_public = sodium.crypto_scalarmult_base(ephemeral)
    nonce = hashlib.blake2b(ephemeral_public + recipient, digest_size=24).digest()
    return ephemeral_public + sodium.crypto_box(content, nonce, recipient, ephemeral)


def seal(sender, recipient, text, time=None, franking_key=None, ephemeral=None):
    """The file of a letter. `sender` is a Key, `recipient` a public key."""
    check_key(recipient)
    text = text.encode()
    if len(text) > LONGEST_TEXT:
        raise Refused("textTooLong")
    franking_key = franking_key or os.urandom(32)
    time = int(clock.time()) if time is None else time
    line = (f'{{"v":1,"time":{time},"from":"{address(sender.public)}",'
            f'"to":"{address(recipient)}","key":"{sender.public}"')
    commitment = hmac_sha256(franking_key, line.encode() + b"\n" + text)
    line += f',"commit":"{to_base64url(commitment)}"'
    sealed = sealed_box(padded(franking_key + text), halves(recipient)[1], ephemeral)
    signature = sender.sign(b"kibitz letter 1\n" + line.encode() + sha256(sealed))
    return line.encode() + f',"sig":"{to_base64url(signature)}"}}\n'.encode() + sealed


def seal_anonymous(recipient, text, ephemeral=None):
    check_key(recipient)
    content = padded(bytes(32) + text.encode())
    return b"{}\n" + sealed_box(content, halves(recipient)[1], ephemeral)


# --- Opening ---

class Letter:
    """The parts of a file. Only what the format fixes has been checked."""

    def __init__(self, file):
        if len(file) > LONGEST_FILE:
            raise Refused("tooLong")
        line, end, self.sealed = file.partition(b"\n")
        if not end:
            raise Refused("noMetadata")
        self.metadata = None
        if line != b"{}":
            self.read_metadata(line)
        size = len(self.sealed) - SEAL
        if size <= 0 or size % BLOCK or size > LONGEST_PADDED:
            raise Refused("badBodySize")

    def read_metadata(self, line):
        version = re.match(rb'\{"v":(0|[1-9][0-9]{0,18})(?![0-9])', line)
        if version and version[1] != b"1":
            raise Refused("unknownVersion")
        fields = LINE.fullmatch(line)
        if not fields:
            raise Refused("badMetadata")
        time, self.sender, self.recipient, self.key, commitment, signature = (
            field.decode() for field in fields.groups())
        self.time = int(time)
        self.commitment, self.signature = from_base64url(commitment), from_base64url(signature)
        canonical = (is_base32(self.sender[2:]), is_base32(self.recipient[2:]),
                     from_base64url(self.key), self.commitment, self.signature)
        if self.time > LATEST_TIME or not all(canonical):
            raise Refused("badMetadata")
        self.before_commitment = line[:line.index(b',"commit":')]
        self.before_signature = line[:line.index(b',"sig":')]
        self.metadata = line

    def commitment_text(self):
        return to_base64url(self.commitment).encode()

    def verify(self):
        if self.metadata is None:
            return
        if self.sender != address(self.key):
            raise Refused("wrongSender")
        check_key(self.key)
        message = b"kibitz letter 1\n" + self.before_signature + sha256(self.sealed)
        if not is_signed(halves(self.key)[0], message, self.signature):
            raise Refused("badSignature")

    def open(self, recipient):
        """The text, for the Key `recipient`."""
        return self.disclose(recipient)[1].decode()

    def disclose(self, recipient):
        """The franking key and the text as bytes: what a report of the letter consists of."""
        self.verify()
        if self.metadata is not None and self.recipient != address(recipient.public):
            raise Refused("otherRecipient")
        try:
            content = sodium.crypto_box_seal_open(
                self.sealed, halves(recipient.public)[1], recipient.sealing_secret)
        except CryptoError:
            raise Refused("cannotOpen") from None
        content = unpadded(content)
        if len(content) < 32:
            raise Refused("badText")
        franking_key, text = content[:32], content[32:]
        if (self.metadata is None) != (franking_key == bytes(32)):
            raise Refused("badCommitment")
        if self.metadata is not None:
            self.check_commitment(franking_key, text)
        check_text(text)
        return franking_key, text

    def check_report(self, franking_key, text):
        """Refuses a text that the sender of the letter did not write; needs no key of the recipient."""
        if self.metadata is None:
            raise Refused("badSignature")
        self.verify()
        self.check_commitment(franking_key, text)
        check_text(text)

    def check_commitment(self, franking_key, text):
        commitment = hmac_sha256(franking_key, self.before_commitment + b"\n" + text)
        if not hmac.compare_digest(commitment, self.commitment):
            raise Refused("badCommitment")


def check_text(text):
    if len(text) > LONGEST_TEXT:
        raise Refused("textTooLong")
    try:
        text.decode()
    except UnicodeDecodeError:
        raise Refused("badText") from None


def letter_id(file):
    return "b" + to_base32(b"\x01\x55\x12\x20" + sha256(file))


def word_list():
    path = Path(__file__).resolve().parents[2] / "tests/data/letters/words.txt"
    return path.read_text(encoding="ascii").split()
