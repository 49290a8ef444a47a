#!/usr/bin/env python3
"""Writes the table of characters that look alike anew: script/update-confusables.py

It asks ICU, of which Debian has a package libicu, for the skeletons of Unicode Technical Standard 39. The table has only what
it is asked for: characters whose compatibility decomposition is not like them, and of each skeleton what counts in a name, in
lower case. See Sources/Host/ProcessHost/Bundles/Confusables for the table and its licence, and NameSkeleton.swift for its use.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import unicodedata
from pathlib import Path

TARGET = Path(__file__).parent.parent / "Sources/Host/ProcessHost/Bundles/Confusables/confusables.txt"
#: Letters that are drawn like Latin ones and that Unicode's table keeps apart from them.
FORMS = re.compile(
    "(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER)"
    " ([A-Z])"
)
#: The same for single letters: an i is an l, since a capital I is drawn like one.
OTHERS = {"i": "l", "ȷ": "j", "ω": "w", "п": "n"}


class Skeletons:
    """ICU's skeletons."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("icui18n")
        if name is None:
            raise SystemExit("There is no libicui18n; install Debian's package libicu.")
        self._library = ctypes.CDLL(name)
        self._suffix = re.search(r"\d+", name.split(".so")[1])[0]
        version = (ctypes.c_uint8 * 4)()
        ctypes.CDLL(name.replace("i18n", "uc"))[f"u_getUnicodeVersion_{self._suffix}"](version)
        self.version = f"{version[0]}.{version[1]}"
        status = ctypes.c_int()
        begin = self._library[f"uspoof_open_{self._suffix}"]
        begin.restype = ctypes.c_void_p
        self._checker = ctypes.c_void_p(begin(ctypes.byref(status)))
        self._buffer = ctypes.create_string_buffer(256)

    def __call__(self, text: str) -> str:
        status, encoded = ctypes.c_int(), text.encode()
        length = self._library[f"uspoof_getSkeletonUTF8_{self._suffix}"](
            self._checker, 0, encoded, len(encoded), self._buffer, len(self._buffer), ctypes.byref(status)
        )
        if status.value > 0:
            raise SystemExit(f"ICU has no skeleton of {text!r}: error {status.value}.")
        return self._buffer.raw[:length].decode()


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFKD", text)


def counts(character: str) -> bool:
    """Whether a character counts in a name, as `NameSkeleton.counts` has it."""
    category = unicodedata.category(character)
    if category == "Mn":
        combining = unicodedata.combining(character)
        return combining in (0, 7, 8, 9) or 84 <= combining < 200
    return category[0] in "LN" or category == "Mc" or character in "+#"


def main() -> None:
    skeleton = Skeletons()
    table = {}
    for character in map(chr, range(0x110000)):
        if 0xD800 <= ord(character) < 0xE000:
            continue
        name, prototype = unicodedata.name(character, ""), decomposed(skeleton(character))
        if decomposed(character) != character:
            # A lunate sigma is drawn like a c, and is a compatible form of a sigma.
            is_plain = len(prototype) == 1 and prototype.isascii() and prototype.isalnum()
            if is_plain and not decomposed(character).isascii():
                table[character] = prototype
            continue
        like = "".join(filter(counts, prototype))
        if not like:
            # Letters that are drawn like an apostrophe, a point or another mark; letters of other scripts stay letters.
            is_wanted = unicodedata.category(character) == "Lm" or (name.startswith("LATIN") and prototype.isascii())
        elif name.startswith("ARABIC"):
            # Dots are what tells one letter from another.
            is_wanted = not any(unicodedata.category(each) == "Mn" for each in prototype)
        else:
            # A dash is a dash, although it looks like a letter of another script, and a per cent sign is no double o.
            is_wanted = counts(character) or (like.isascii() and len(like) == 1)
        if is_wanted and like != character:
            table[character] = like
        form = FORMS.fullmatch(name)
        if form and table.get(character, "").lower() != form[1].lower():
            table[character] = form[1]
    table |= OTHERS

    def final(text: str) -> str:
        """A skeleton in lower case that the table does not change any more."""
        while (other := "".join(table.get(each, each) for each in text).lower()) != text:
            text = other
        return text

    lines: dict[str, list[str]] = {}
    for character, like in table.items():
        lines.setdefault(final(like), []).append(character)
    text = "".join(f"{like} {''.join(sorted(characters))}\n" for like, characters in sorted(lines.items()))
    TARGET.write_text(text)
    print(f"Unicode {skeleton.version}: {len(table)} characters, {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
