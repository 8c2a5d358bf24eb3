"""Writes vectors.json beside it: keys and letters of the format of docs/letters.md, and letters that
must be refused, each with the code. Made by examples/python/letters.py, with secrets that are fixed,
so that the result is the same every time."""
import base64
import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "examples/python"))

import letters  # noqa: E402

WORDS = letters.word_list()


def secret(name):
    return hashlib.sha256(b"test vector: " + name.encode()).digest()


def key_of(name):
    return letters.Key(secret(name))


ANNA, BEN, EVE = key_of("anna"), key_of("ben"), key_of("eve")
TIME = 1_800_000_000


def described_key(name, seed):
    key = letters.Key(seed)
    return {"name": name, "seed": seed.hex(), "words": letters.to_words(seed, WORDS),
            "signingSeed": letters.derived(seed, b"sign").hex(),
            "sealingSecret": letters.derived(seed, b"seal").hex(),
            "publicKey": key.public, "address": letters.address(key.public)}


def sealed(text, time=TIME, sender=ANNA, recipient=BEN, name="a letter"):
    return letters.seal(sender, recipient.public, text, time,
                        secret(name + ": franking key"), secret(name + ": ephemeral key"))


def good(name, text, **changes):
    file = sealed(text, name=name, **changes)
    return {"name": name, "file": base64.b64encode(file).decode(), "id": letters.letter_id(file),
            "recipient": "ben", "text": text, "frankingKey": secret(name + ": franking key").hex(),
            "ephemeralSecret": secret(name + ": ephemeral key").hex()}


def good_anonymous(name, text):
    file = letters.seal_anonymous(BEN.public, text, secret(name + ": ephemeral key"))
    return {"name": name, "file": base64.b64encode(file).decode(), "id": letters.letter_id(file),
            "recipient": "ben", "text": text, "frankingKey": bytes(32).hex(),
            "ephemeralSecret": secret(name + ": ephemeral key").hex()}


def with_parts(metadata=None, content=None, sender=ANNA, recipient=BEN, commitment=None, key=None,
               text=b"Hello"):
    """A letter put together by hand, with a signature that is right for what it says."""
    franking_key = secret("by hand: franking key")
    before = metadata or (f'{{"v":1,"time":{TIME},"from":"{letters.address(sender.public)}",'
                          f'"to":"{letters.address(recipient.public)}",'
                          f'"key":"{key or sender.public}"').encode()
    if commitment is None:
        commitment = letters.hmac_sha256(franking_key, before + b"\n" + text)
    content = letters.padded(franking_key + text) if content is None else content
    box = letters.sealed_box(content, letters.halves(recipient.public)[1],
                             secret("by hand: ephemeral key"))
    before += f',"commit":"{letters.to_base64url(commitment)}"'.encode()
    signature = sender.sign(b"kibitz letter 1\n" + before + letters.sha256(box))
    return before + f',"sig":"{letters.to_base64url(signature)}"}}\n'.encode() + box


def replaced(file, old, new):
    assert old in file, old
    return file.replace(old, new, 1)


def re_signed(file, sender):
    """What Eve makes of another person's letter: her name, key and signature around the same box."""
    letter = letters.Letter(file)
    before = letter.before_signature
    for old, new in ((letter.sender, letters.address(sender.public)), (letter.key, sender.public)):
        before = before.replace(old.encode(), new.encode())
    signature = sender.sign(b"kibitz letter 1\n" + before + letters.sha256(letter.sealed))
    return (before + f',"sig":"{letters.to_base64url(signature)}"}}\n'.encode() + letter.sealed)


def mixed_key():
    """Eve's signing key with Ben's sealing key, and a proof that Ben made for another key."""
    eve, ben = letters.from_base64url(EVE.public), letters.from_base64url(BEN.public)
    return letters.to_base64url(eve[:32] + ben[32:])


def from_mixed_key():
    public = mixed_key()
    metadata = (f'{{"v":1,"time":{TIME},"from":"{letters.address(public)}",'
                f'"to":"{letters.address(BEN.public)}","key":"{public}"').encode()
    return with_parts(metadata=metadata, sender=EVE)


def bad_letters():
    letter = sealed("Hello")
    line, _, box = letter.partition(b"\n")
    long_text = b"x" * 7001
    anna, ben = (letters.address(key.public).encode() for key in (ANNA, BEN))
    eve = letters.address(EVE.public).encode()
    time = str(TIME).encode()
    cases = [
        ("the file is empty", b"", "noMetadata"),
        ("there is only metadata", line, "noMetadata"),
        ("nothing is sealed", line + b"\n", "badBodySize"),
        ("the box has lost its last byte", letter[:-1], "badBodySize"),
        ("the box has one byte too many", letter + b"\0", "badBodySize"),
        ("the box is empty", line + b"\n" + box[:48], "badBodySize"),
        ("the box has a block too many", letter + bytes(256), "badSignature"),
        ("the file is too long", letter + bytes(8192), "tooLong"),
        ("the box is too long", line + b"\n" + bytes(48 + 7168 + 256), "badBodySize"),
        ("the metadata is an empty line", b"\n" + box, "badMetadata"),
        ("the metadata begins with a space", b" " + letter, "badMetadata"),
        ("the file begins with a byte order mark", b"\xef\xbb\xbf" + letter, "badMetadata"),
        ("the line ends with a carriage return", line + b"\r\n" + box, "badMetadata"),
        ("the metadata is an array", b"[]\n" + box, "badMetadata"),
        ("there is a space in the metadata", replaced(letter, b',"time"', b', "time"'), "badMetadata"),
        ("a field is missing", replaced(letter, b'"time":' + time + b",", b""), "badMetadata"),
        ("a field is there twice",
         replaced(letter, b',"time":' + time, (b',"time":' + time) * 2), "badMetadata"),
        ("there is an unknown field", replaced(letter, b',"to"', b',"cc":"","to"'), "badMetadata"),
        ("the fields are in another order",
         replaced(letter, b'{"v":1,"time":' + time, b'{"time":' + time + b',"v":1'), "badMetadata"),
        ("the version is 0", replaced(letter, b'"v":1', b'"v":0'), "unknownVersion"),
        ("the version is 2", replaced(letter, b'"v":1', b'"v":2'), "unknownVersion"),
        ("the version is a text", replaced(letter, b'"v":1', b'"v":"1"'), "badMetadata"),
        ("the time has a sign", replaced(letter, time, b"-" + time), "badMetadata"),
        ("the time has a zero in front", replaced(letter, time, b"0" + time), "badMetadata"),
        ("the time is no whole number", replaced(letter, time, time + b".5"), "badMetadata"),
        ("the time is after the year 9999", replaced(letter, time, b"253402300800"), "badMetadata"),
        ("the time has 30 digits", replaced(letter, time, b"9" * 30), "badMetadata"),
        ("the sender is in capital letters", replaced(letter, anna, anna.upper()), "badMetadata"),
        ("the sender has another prefix", replaced(letter, anna, b"xx" + anna[2:]), "badMetadata"),
        ("the sender's address is short", replaced(letter, anna, anna[:-1]), "badMetadata"),
        ("bits that are left over in the sender's address are set",
         replaced(letter, anna, anna[:-1] + b"b"), "badMetadata"),
        ("the key is short",
         replaced(letter, ANNA.public.encode(), ANNA.public[:-1].encode()), "badMetadata"),
        ("the key has a character of another base64",
         replaced(letter, ANNA.public.encode(), b"+" + ANNA.public[1:].encode()), "badMetadata"),
        ("the signature is not last",
         replaced(letter, b'"}\n', b'","note":""}\n'), "badMetadata"),
        ("another sender is named", replaced(letter, anna, eve), "wrongSender"),
        ("another key is given",
         replaced(letter, ANNA.public.encode(), EVE.public.encode()), "wrongSender"),
        ("the key was put together from those of two people", from_mixed_key(), "badKey"),
        ("the time was changed", replaced(letter, time, str(TIME + 1).encode()), "badSignature"),
        ("the letter was re-addressed",
         replaced(sealed("Hello", recipient=EVE), eve, ben), "badSignature"),
        ("Eve put her name on Anna's box", re_signed(letter, EVE), "badCommitment"),
        ("the box was exchanged for another of the same sender",
         line + b"\n" + sealed("Bye", name="another letter").partition(b"\n")[2], "badSignature"),
        ("the letter is for somebody else", sealed("Hello", recipient=EVE), "otherRecipient"),
        ("the box is for somebody else", b"{}\n" + sealed("Hello", recipient=EVE).partition(b"\n")[2],
         "cannotOpen"),
        ("the metadata was taken away", b"{}\n" + box, "badCommitment"),
        ("the commitment is to another text",
         with_parts(commitment=letters.sha256(b"")), "badCommitment"),
        ("the franking key is zero",
         with_parts(content=letters.padded(bytes(32) + b"Hello")), "badCommitment"),
        ("the content is shorter than a franking key",
         with_parts(content=letters.padded(b"short")), "badText"),
        ("the content has no padding", with_parts(content=b"x" * 256), "badText"),
        ("the padding has a whole block too many",
         with_parts(content=letters.padded(secret("by hand: franking key") + b"Hello") + bytes(256)),
         "badText"),
        ("the text is not UTF-8", with_parts(text=b"\xff"), "badText"),
        ("the text has half of a surrogate pair", with_parts(text=b"\xed\xa0\x80"), "badText"),
        ("the text has an overlong slash", with_parts(text=b"\xc0\xaf"), "badText"),
        ("the text is too long", with_parts(text=long_text), "textTooLong"),
    ]
    return [{"name": name, "file": base64.b64encode(file).decode(), "recipient": "ben", "code": code}
            for name, file, code in cases]


def reports():
    """What recipients say was in a letter, with the code if it was not; no code: it was."""
    letter, key = sealed("Hello", name="a letter"), secret("a letter: franking key")
    by_hand = secret("by hand: franking key")
    flipped = bytes([key[0] ^ 1]) + key[1:]
    cases = [
        ("the text of the letter", letter, key, b"Hello", None),
        ("another text", letter, key, b"Hallo", "badCommitment"),
        ("a text with one byte more", letter, key, b"Hello\0", "badCommitment"),
        ("no text", letter, key, b"", "badCommitment"),
        ("a franking key with a changed bit", letter, flipped, b"Hello", "badCommitment"),
        ("a franking key of zeros", letter, bytes(32), b"Hello", "badCommitment"),
        ("the text of another letter of the same sender", letter,
         secret("another letter: franking key"), b"Bye", "badCommitment"),
        ("a letter that Eve put her name on", re_signed(letter, EVE), key, b"Hello",
         "badCommitment"),
        ("a letter with another sender's name",
         replaced(letter, letters.address(ANNA.public).encode(),
                  letters.address(EVE.public).encode()), key, b"Hello", "wrongSender"),
        ("a commitment that the recipient has made",
         replaced(letter, letters.Letter(letter).commitment_text(),
                  letters.Letter(sealed("Bye", name="another letter")).commitment_text()),
         secret("another letter: franking key"), b"Bye", "badSignature"),
        ("a letter whose sealed body was changed", letter[:-1] + bytes([letter[-1] ^ 1]), key,
         b"Hello", "badSignature"),
        ("a letter without a sender", b"{}\n" + letter.partition(b"\n")[2], key, b"Hello",
         "badSignature"),
        ("a text that is not UTF-8", with_parts(text=b"\xff"), by_hand, b"\xff", "badText"),
        ("a text that is too long", with_parts(text=b"x" * 7001), by_hand, b"x" * 7001,
         "textTooLong"),
    ]
    return [{"name": name, "file": base64.b64encode(file).decode(), "frankingKey": key.hex(),
             "text": base64.b64encode(text).decode(), **({"code": code} if code else {})}
            for name, file, key, text, code in cases]


def bad_words():
    words = letters.to_words(secret("anna"), WORDS).split()
    exchanged = [words[1], words[0], *words[2:]]
    cases = [
        ("there is no word", "", "wordCount"),
        ("a word is missing", " ".join(words[:-1]), "wordCount"),
        ("there is a word too many", " ".join([*words, words[0]]), "wordCount"),
        ("a word is not in the list", " ".join(["rhododendron", *words[1:]]), "unknownWord"),
        ("a word has a letter too many", " ".join([words[0] + "x", *words[1:]]), "unknownWord"),
        ("three letters of a word are not enough", " ".join([words[0][:3], *words[1:]]),
         "unknownWord"),
        ("two words are exchanged", " ".join(exchanged), "wordChecksum"),
        ("the same word 24 times", " ".join(["zero"] * 24), "wordChecksum"),
    ]
    return [{"name": name, "words": text, "code": code} for name, text, code in cases]


def vectors():
    return {
        "keys": [described_key(name, secret(name)) for name in ("anna", "ben", "eve")] +
                [described_key("all zero", bytes(32)), described_key("all one", b"\xff" * 32)],
        "letters": [
            good("a letter", "Hello"),
            good("an empty text", ""),
            good("a text that fills a block", "x" * 223),
            good("a text that needs a block more", "x" * 224),
            good("the longest text", "x" * 7000),
            good("many alphabets", "Grüß Gott, ¡hola!, Привет, 你好, שלום, ♞ 😀"),
            good("a text that looks like metadata", '{"v":1,"time":0}\n{}\n'),
            good("the earliest time", "1970", time=0),
            good("the latest time", "9999", time=letters.LATEST_TIME),
            good("a letter to oneself", "Remember the milk", sender=BEN),
            good_anonymous("an anonymous letter", "Nobody knows who wrote this."),
        ],
        "badLetters": bad_letters(),
        "reports": reports(),
        "badWords": bad_words(),
    }


if __name__ == "__main__":
    (HERE / "vectors.json").write_text(json.dumps(vectors(), indent=1) + "\n")
