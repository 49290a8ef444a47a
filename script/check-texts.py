"""Finds texts that a language lacks: check-texts.py [FOLDER]

- Every bundle below Apps has its strings in English, German and Japanese: the same files with the same keys in each
  language, the same placeholders for each key, and no empty text. A file is UTF-8 in the syntax of .strings files.
- Every card of a bundle, such as Placeholder.json, is there in each language, with the same number of texts. The English
  one may be outside of the folders of languages.
- Every bundle names itself in each language, and every key that the app's sources use is in its strings or in
  its string catalog, which script/make-texts.py checks.
- Every sentence of the host that a page may show is a key of a catalog.
- A bubble of the desktop holds no text of its own either: what Today itself says there is in the catalog.
- The web pages and their script hold no text of their own: what people read stands in the catalog of the pages,
  where a text that a language lacks does not compile.

FOLDER is the root of the sources; without it, that of this script.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

LANGUAGES = ["en", "de", "ja"]
PAGES = "Sources/Surfaces/TodayWeb"
BUBBLE = "Sources/Surfaces/TodayDesktop/Bubbles/BubbleMessage.swift"

# One entry, one comment, or white space.
ENTRY = re.compile(r'"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"\s*;', re.DOTALL)
SKIPPED = re.compile(r"\s+|/\*.*?\*/|//[^\n]*", re.DOTALL)
PLACEHOLDER = re.compile(r"%(?:(\d+)\$)?(@|l?l?d|%)")
KEY = re.compile(r'\.key\(\s*"([^"]+)"')

# Text between tags, or in an attribute that people read or hear, within a literal of the pages.
LITERAL = re.compile(r'markup\(\s*("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")')
CONTENT = re.compile(r">([^<>]*[A-Za-z]{2}[^<>]*)<")
ATTRIBUTE = re.compile(r'\b(?:aria-label|placeholder|title|alt)=\\?"([^"\\]*[A-Za-z]{2}[^"\\]*)\\?"')
ENDS = re.compile(r'^"?([^<>"]*[A-Za-z]{2}[^<>"]*)<|>([^<>"\\]*[A-Za-z]{2}[^<>"\\]*)"?$')
# What the script says or writes for people: a literal that begins there.
SAID = re.compile(
    r"""(?:\b(?:say|announce)\(|\.(?:textContent|title|placeholder)\s*=(?!=)[^=;"'`\n]*|setAttribute\("aria-label",[^;"'`(\n]*)\s*"""
    r"""(["'`])((?:(?!\1)[^\n])*)\1"""
)
# Where the host makes a sentence that a page may show. The sentences of a HostError have a text for each kind as well.
STRING = r'"((?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*)"'
SAYS = re.compile(
    r"(?:\b(?:ProcessError|FetchFailure|CloudFailure|PasscodeError|BundleError)\(\s*\.\w+,"
    r"|\b(?:AppRight|add)\(\s*\.\w+(?:\((?:[^()]|\([^()]*\))*\))?,|sentence:"
    r"|\.(?:failed|launchFailed|notAllowed)\(|\bfail\((?:tap\.id, |tap, |record, )?|[Ff]ail(?:ed|ure)\(reason:)\s*"
    rf"({STRING}(?:\s*\+\s*{STRING})*)"
)
# What no page shows: why there is no picture, and what is wrong with a request, which is for whoever wrote the request.
UNSHOWN = re.compile("FetchPolicy: .*image|FetchPolicy: Images|/(Fetcher|ImageProxy|FetchAddress|FetchHeaders|CloudAddress): ")
# Where a card has a text that people read.
CARD_TEXTS = ["title", "text", "label", "placeholder", "errorMessage", "altText"]
INSERTED = re.compile(r"\$\{[^{}]*\}")


def entries(text: str) -> dict[str, str]:
    """The texts of a .strings file by key; raises ValueError with the line of what is no entry."""
    found: dict[str, str] = {}
    position = 0
    while position < len(text):
        if match := SKIPPED.match(text, position):
            position = match.end()
            continue
        match = ENTRY.match(text, position)
        line = text.count("\n", 0, position) + 1
        if match is None:
            raise ValueError(f'line {line} is no entry; write "KEY" = "text";')
        if match[1] in found:
            raise ValueError(f"line {line} has the key {match[1]} for the second time")
        found[match[1]] = match[2]
        position = match.end()
    return found


def placeholders(text: str) -> Counter[str]:
    """The placeholders of a text by position: %@ counts from the first."""
    found: Counter[str] = Counter()
    following = 0
    for match in PLACEHOLDER.finditer(text):
        if match[2] == "%":
            continue
        following += match[1] is None
        found[f"%{match[1] or following}${match[2]}"] += 1
    return found


def has_texts(bundle: Path) -> bool:
    """Whether a bundle has texts; a Share extension only says what its app takes, and people do not see it."""
    info = bundle / "Info.plist"
    return not info.is_file() or "com.apple.share-services" not in info.read_text(encoding="utf-8", errors="replace")


def check_bundle(bundle: Path, root: Path) -> list[str]:
    """What is wrong with the strings of one bundle."""
    name = bundle.relative_to(root)
    problems: list[str] = []
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for language in LANGUAGES:
        folder = bundle / f"{language}.lproj"
        if not folder.is_dir():
            problems.append(f"{name} has no {language}.lproj; add its strings in that language.")
            continue
        for file in sorted(folder.glob("*.strings")):
            try:
                table = entries(file.read_text(encoding="utf-8"))
            except (ValueError, UnicodeDecodeError) as error:
                problems.append(f"{file.relative_to(root)}: {error}.")
                continue
            tables.setdefault(file.name, {})[language] = table
            problems += [f"{file.relative_to(root)}: {key} is empty." for key, text in table.items() if not text.strip()]
    if problems and not tables:
        return problems
    for file, by_language in tables.items():
        keys = {key for table in by_language.values() for key in table}
        for language in LANGUAGES:
            table = by_language.get(language)
            if table is None:
                folder = bundle / f"{language}.lproj"
                if folder.is_dir() and not (folder / file).exists():
                    problems.append(f"{name}/{language}.lproj has no {file}, which another language has.")
                continue
            problems += [f"{name}/{language}.lproj/{file} lacks {key}." for key in sorted(keys - set(table))]
            english = by_language.get("en", {})
            for key in sorted(set(table) & set(english)):
                if placeholders(table[key]) != placeholders(english[key]):
                    problems.append(f"{name}/{language}.lproj/{file}: {key} has other placeholders than in English.")
    if not any("CFBundleDisplayName" in by_language.get("en", {}) for by_language in tables.values()):
        problems.append(f"{name} does not name itself in each language: add CFBundleDisplayName to its strings.")
    return problems


def card_texts(value: object) -> list[str]:
    """The texts of a card that people read, in their order."""
    if isinstance(value, list):
        return [text for each in value for text in card_texts(each)]
    if not isinstance(value, dict):
        return []
    own = [value[key] for key in CARD_TEXTS if isinstance(value.get(key), str)]
    return own + [text for key, each in value.items() if key not in CARD_TEXTS for text in card_texts(each)]


def check_cards(bundle: Path, root: Path) -> list[str]:
    """The cards that a bundle lacks in a language, or that have other texts there than in English."""
    folders = {language: bundle / f"{language}.lproj" for language in LANGUAGES}
    names = {file.name for folder in folders.values() for file in folder.glob("*.json")}
    names |= {file.name for file in bundle.glob("*.json")}
    problems = []
    for name in sorted(names):
        files = {language: folder / name for language, folder in folders.items()}
        if not files["en"].exists():
            files["en"] = bundle / name
        cards: dict[str, list[str]] = {}
        for language, file in files.items():
            try:
                cards[language] = card_texts(json.loads(file.read_text(encoding="utf-8")))
            except FileNotFoundError:
                problems.append(f"{bundle.relative_to(root)} has no {name} in “{language}”; another language has it.")
            except (json.JSONDecodeError, UnicodeDecodeError) as error:
                problems.append(f"{file.relative_to(root)}: {error}.")
        problems += [
            f"{files[language].relative_to(root)} has {len(texts)} texts, and in English it has {len(cards['en'])}."
            for language, texts in cards.items()
            if "en" in cards and len(texts) != len(cards["en"])
        ]
        problems += [
            f"{files[language].relative_to(root)} says “{text}” as in English."
            for language, texts in cards.items()
            if language != "en" and "en" in cards
            for text, english in zip(texts, cards["en"])
            if text == english and re.search("[A-Za-z]{2} [A-Za-z]", text)
        ]
    return problems


def check_keys(app: Path, root: Path) -> list[str]:
    """The keys that an app's sources use and that neither its strings nor its string catalogs have."""
    file, catalog = app / "Bundle/en.lproj/Localizable.strings", app / "Texts/Localizable.xcstrings"
    known: set[str] = set()
    try:
        if file.exists():
            known |= set(entries(file.read_text(encoding="utf-8")))
        if catalog.exists():
            known |= set(json.loads(catalog.read_text(encoding="utf-8"))["strings"])
    except (ValueError, KeyError):
        return []
    return [
        f"{source.relative_to(root)} uses the key {key}, which {catalog.relative_to(root)} lacks."
        for source in sorted((app / "Sources").rglob("*.swift"))
        for key in KEY.findall(source.read_text(encoding="utf-8"))
        if key not in known
    ]


def end_of_interpolation(code: str, start: int) -> int:
    """The index after an interpolation, whose parenthesis is at a given index."""
    depth, index = 0, start
    while index < len(code):
        if code[index] == '"':
            index += 1
            while code[index : index + 1] not in ('"', "\n", ""):
                escaped = code[index] == "\\"
                index = end_of_interpolation(code, index + 1) if code.startswith("\\(", index) else index + 1 + escaped
        depth += (code[index : index + 1] == "(") - (code[index : index + 1] == ")")
        index += 1
        if depth == 0:
            break
    return index


def without_interpolations(code: str) -> str:
    """The code with `\\()` in place of what is inserted into literals, but for literals of markup in it."""
    parts, index = [], 0
    while (start := code.find("\\(", index)) >= 0:
        end = end_of_interpolation(code, start + 1)
        inner = code[start + 2 : end - 1]
        parts += [code[index:start], "\\()"]
        if inner.startswith(("if: ", "markup: ")):
            # Moved behind the line, where it is a literal of its own.
            stop = code.find("\n", end)
            literals = re.findall(r'"(?:[^"\\\n]|\\.)*"', without_interpolations(inner.partition(" ")[2]))
            code = code[:stop] + "".join(f" markup({literal})" for literal in literals) + code[stop:]
        index = end
    return "".join(parts) + code[index:]


def check_pages(root: Path) -> list[str]:
    """The texts that the pages and their script hold outside of the catalog."""
    problems = []
    for source in sorted((root / PAGES).rglob("*.swift")):
        text = without_interpolations(source.read_text(encoding="utf-8"))
        for literal in LITERAL.finditer(text):
            markup = literal[1].strip('"')
            if "<style>" in markup:
                continue
            found = [match[1] for match in CONTENT.finditer(markup)]
            found += [match[1] for match in ATTRIBUTE.finditer(markup)]
            found += [match[1] or match[2] for match in ENDS.finditer(markup)]
            # A command is the same in every language.
            found = [words.replace("\\()", "").strip() for words in found if not words.startswith("today ")]
            line = text.count("\n", 0, literal.start()) + 1
            problems += [
                f"{source.relative_to(root)}:{line} writes “{words}” itself; give it a key of the catalog."
                for words in dict.fromkeys(found)
            ]
    for script in sorted((root / PAGES / "Assets/Scripts").glob("*.js")):
        text = script.read_text(encoding="utf-8")
        for match in SAID.finditer(text):
            words = INSERTED.sub("", match[2])
            if re.search("[A-Za-z]{2}", words):
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{script.relative_to(root)}:{line} says “{words}” itself; add it to the catalog of the pages.")
    return problems


def check_bubbles(root: Path) -> list[str]:
    """The texts that bubbles of the desktop hold outside of the catalog; names on the bus begin in lower case."""
    text = (root / BUBBLE).read_text(encoding="utf-8")
    return [
        f"{BUBBLE}:{text.count(chr(10), 0, match.start()) + 1} says “{match[1]}” itself; give it a key of the catalog."
        for match in re.finditer(r'"([A-Z][a-z]+[^"\n]*)"', text)
    ]


def literals(text: str) -> list[str]:
    """The string literals of a Swift expression, joined where `+` joins them, with `{}` for what is interpolated."""
    text = re.sub(r'"\s*\+\s*"', "", text)
    return [interpolated(match[1]) for match in re.finditer(STRING, text)]


def interpolated(literal: str) -> str:
    """A literal with `{}` for what is interpolated."""
    return re.sub(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "{}", literal).replace('\\"', '"')


def check_host(root: Path) -> list[str]:
    """The sentences of the host that a page may show and that are in English alone."""
    problems = []
    for source in sorted((root / "Sources/Host").rglob("*.swift")):
        text = re.sub(r"//[^\n]*", "", source.read_text(encoding="utf-8"))
        place = str(source.relative_to(root))
        for match in SAYS.finditer(text):
            sentence = literals(match[1])[0]
            if re.search("[a-z]{2} [a-z]", sentence) and not UNSHOWN.search(f"{place.removesuffix('.swift')}: {sentence}"):
                problems.append(f"{place} says “{sentence}” in English alone; give it a key of the catalog.")
    return problems


def main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[1]).resolve()
    problems: list[str] = []
    bundles = 0
    for app in sorted(path.parent for path in (root / "Apps").glob("*/Bundle")):
        for bundle in [app / "Bundle", *sorted((app / "Bundle/PlugIns").glob("*"))]:
            if not has_texts(bundle):
                continue
            bundles += 1
            problems += check_bundle(bundle, root) + check_cards(bundle, root)
        problems += check_keys(app, root)
    if not bundles:
        problems.append("There is no bundle below Apps.")
    problems += check_pages(root)
    problems += check_bubbles(root)
    problems += check_host(root)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
