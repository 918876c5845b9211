"""Bytes with pieces of them changed, as a damaged disk, a bad cable or an attacker might change them."""

from random import Random

PIECES = (
    b"", b"{", b"}", b"[", b"]", b'"', b"'", b"\\", b",", b":", b"=", b"\n", b"\r", b"\t", b"\x00", b"\xff",
    b"\xfe\xff", b"\xed\xa0\x80",
    b"\\ud800", b"\\u0000", b"NaN", b"Infinity", b"-1", b"0.5", b"1e999", b"9" * 5000, b"-0",
    b"9223372036854775808", b"null", b"true", b"[" * 3000, b'{"a":' * 3000, b"a=[" + b"[" * 3000, b"x.y.z=1",
    "\u202e\u2066".encode(), "🂡".encode(), b"A" * 70_000, b'"""', b"#", b";", b"<script>", b"../../etc/passwd",
)  # fmt: skip


def mutated(content: bytes, dice: Random) -> bytes:
    """The same bytes with up to four changes."""
    for _ in range(dice.randrange(1, 5)):
        at, end = sorted((dice.randint(0, len(content)), dice.randint(0, len(content))))
        match dice.randrange(6):
            case 0:
                content = content[:at]
            case 1:
                content = content[:at] + content[end:]
            case 2 if end - at < 5000:
                content = content[:end] + content[at:end] + content[end:]
            case 3 if at < len(content):
                content = content[:at] + bytes([content[at] ^ 1 << dice.randrange(8)]) + content[at + 1 :]
            case 4:
                content = content[:at] + dice.choice(PIECES) + content[at:]
            case _:
                content = content[:at] + dice.choice(PIECES) + content[min(end, at + 20) :]
    return content
