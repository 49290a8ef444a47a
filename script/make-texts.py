"""Writes the accessors of the string catalogs: make-texts.py [--check]

Each catalog, a file `.xcstrings`, has one accessor in Swift or JavaScript for each of its texts, so that a text that is
missing, or that lacks an argument, is an error of the compiler. A text whose key begins with `script.` is for the script
of the pages, where `script.kinds.app` is `texts.kinds.app`. With --check, nothing is written: it fails if an accessor
differs from its catalog, if a language lacks a text or a plural form, if a translation has other placeholders, or if a
text is not used.

A placeholder is `%@` for a text and `%lld` for a number that decides on the plural form; several are numbered, such as
`%1$@`. The comment of a text names its placeholders: "%1$@: app, %2$lld: count". Those names are the labels of the
arguments, and tell translators what will stand there. "(in English alone)" after a name is for an English phrase that
translations leave out.
"""

import json
import re
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = re.compile(r"%(?:(\d+)\$)?(@|lld)|%%")
NAMED = re.compile(r"%(?:(\d+)\$)?(?:@|lld): (\w+)")
OPTIONAL = re.compile(r"%(?:(\d+)\$)?(?:@|lld): \w+ \(in English alone\)")
# Categories that a text with a plural form needs in a language (Unicode CLDR, for integers).
PLURALS = {"ja": {"other"}, "pl": {"one", "few", "many", "other"}}
SCRIPT = "script."
DECLARATIONS = ROOT / "Sources/Surfaces/TodayWeb/Assets/Texts/texts.d.ts"


@dataclass
class Catalog:
    """A catalog, its accessors, the type that owns it, and where its texts are used."""

    path: Path
    accessors: Path
    owner: str
    used: list[Path]

    @property
    def is_of_app(self) -> bool:
        """Whether the texts are those of an app, which reads them itself."""
        return self.path.is_relative_to(ROOT / "Apps")

    @property
    def access(self) -> str:
        """The access level of the accessors."""
        return "" if self.owner == "PageTexts" else "package "

    def texts(self) -> dict[str, dict[str, object]]:
        """The texts by key."""
        return json.loads(self.path.read_text(encoding="utf-8"))["strings"]

    def languages(self) -> list[str]:
        """The languages in which there is at least one text."""
        return sorted({language for text in self.texts().values() for language in text.get("localizations", {})})


def catalogs() -> list[Catalog]:
    """The catalogs of the host, of the pages, and of the apps."""
    sources, apps = ROOT / "Sources", ROOT / "Apps"
    found = [
        Catalog(
            sources / "Host/HostModel/Texts/Localizable.xcstrings",
            sources / "Host/HostModel/LocalizableText+Catalog.swift",
            "HostTexts",
            [sources],
        ),
        Catalog(
            sources / "Surfaces/TodayWeb/Assets/Texts/Localizable.xcstrings",
            sources / "Surfaces/TodayWeb/Pages/LocalizableText+Catalog.swift",
            "PageTexts",
            [sources / "Surfaces/TodayWeb"],
        ),
    ]
    # The keys of an app's other catalogs are data, such as the identifiers of time zones.
    for path in sorted(apps.glob("*/Texts/Localizable.xcstrings")):
        app = path.parent.parent
        texts = next((app / "Sources").glob("*Core/**/Texts.swift"))
        found.append(Catalog(path, texts.with_name("Texts+Catalog.swift"), "Texts", [app]))
    for path in sorted((apps / "Shared/Texts").glob("*.xcstrings")):
        module = apps / "Shared/Sources" / path.stem
        found.append(Catalog(path, module / f"{path.stem}Texts+Catalog.swift", f"{path.stem}Texts", [apps]))
    return [catalog for catalog in found if catalog.path.exists()]


def forms(text: dict[str, object], language: str) -> dict[str, str]:
    """The forms of a text in a language by plural category; a text without plural forms has one, other."""
    entry = text.get("localizations", {}).get(language, {})
    if unit := entry.get("stringUnit"):
        return {"other": unit["value"]}
    plurals = entry.get("variations", {}).get("plural", {})
    return {category: form["stringUnit"]["value"] for category, form in plurals.items()}


def placeholders(text: str) -> dict[int, str]:
    """The kinds of the placeholders by their place, counted from one."""
    found: dict[int, str] = {}
    following = 0
    for match in PLACEHOLDER.finditer(text):
        if match[2] is None:
            continue
        following += match[1] is None
        found[int(match[1] or following)] = match[2]
    return found


def parameters(text: dict[str, object]) -> list[tuple[str, str]]:
    """The names and kinds of a text's arguments."""
    kinds = placeholders(forms(text, "en")["other"])
    names = {int(match[1] or 1): match[2] for match in NAMED.finditer(str(text.get("comment", "")))}
    return [(names.get(place, f"value{place}"), kind) for place, kind in sorted(kinds.items())]


def accessor(key: str, text: dict[str, object], catalog: Catalog) -> str:
    """The accessor of one text."""
    says = forms(text, "en")["other"].replace("\n", " ")
    arguments = parameters(text)
    list_ = ", ".join(
        f"{'_ ' if index == 0 else ''}{name}: {'Int' if kind == 'lld' else 'some LocalizableArgument'}"
        for index, (name, kind) in enumerate(arguments)
    )
    values = [f"{name}.localizable" for name, _ in arguments]
    if catalog.is_of_app:
        type_, of_type = "String", ""
        value = "text(" + ", ".join([f'"{key}"', *values]) + ")"
    else:
        type_, of_type = "LocalizableText", "static "
        value = f'.key("{key}"' + (f", arguments: [{', '.join(values)}])" if values else ")")
    if arguments:
        body = f"    {catalog.access}{of_type}func {key}({list_}) -> {type_} {{\n        {value}\n    }}\n"
    else:
        body = f"    {catalog.access}{of_type}var {key}: {type_} {{ {value} }}\n"
    return f"    /// {says}\n{body}"


def accessors(catalog: Catalog) -> str:
    """The file with the accessors of a catalog."""
    head = f"// Made by script/make-texts.py from {catalog.path.name}; change that instead.\n// swift-format-ignore-file\n"
    access = catalog.access
    if catalog.is_of_app:
        head += f"import AppLanguages\npackage import TodayKit\n\nextension {catalog.owner} {{\n"
    else:
        languages = ", ".join(f'"{language}"' for language in sorted(catalog.languages(), key=lambda each: (each != "en", each)))
        head += (
            f"{access}import TodayProtocol\n\nextension {catalog.owner} {{\n"
            f"    /// The languages of the catalog.\n    {access}static let languages = [{languages}]\n}}\n\n"
            "extension LocalizableText {\n"
        )
    texts = sorted(catalog.texts().items())
    return head + "".join(accessor(key, text, catalog) for key, text in texts if not key.startswith(SCRIPT)) + "}\n"


def member(name: str, text: dict[str, object], indentation: str) -> str:
    """The declaration of one text of the script."""
    says = forms(text, "en")["other"].replace("\n", " ")
    arguments = ", ".join(f"{name}: {'number' if kind == 'lld' else 'string'}" for name, kind in parameters(text))
    declaration = f"{name}({arguments}): string" if arguments else f"readonly {name}: string"
    return f"{indentation}/** {says} */\n{indentation}{declaration};\n"


def declarations(catalog: Catalog) -> str:
    """The file with the types of the script's texts."""
    members = ""
    texts = [(key.removeprefix(SCRIPT), text) for key, text in sorted(catalog.texts().items()) if key.startswith(SCRIPT)]
    for name, group in groupby(texts, lambda each: each[0].split(".")[0]):
        inner = list(group)
        if "." in inner[0][0]:
            own = "".join(member(key.split(".")[1], text, " " * 8) for key, text in inner)
            members += f"    readonly {name}: {{\n{own}    }};\n"
        else:
            members += member(name, inner[0][1], " " * 4)
    return f"// Made by script/make-texts.py from {catalog.path.name}; change that instead.\n\ninterface Texts {{\n{members}}}\n"


def problems(catalog: Catalog) -> list[str]:
    """The mistakes in a catalog."""
    found: list[str] = []
    texts = catalog.texts()
    languages = catalog.languages()
    name = catalog.path.relative_to(ROOT)
    used = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in catalog.used
        for path in sorted([*folder.rglob("*.swift"), *folder.rglob("*.js")])
        if path != catalog.accessors and ".build" not in path.parts
    )
    words = set(re.findall(r"\w+", used)) | set(re.findall(r"texts\.\w+", used))
    for key, text in sorted(texts.items()):
        english = forms(text, "en").get("other")
        if english is None:
            found.append(f"{name}: {key} is not in English.")
            continue
        if (f"texts.{key.split('.')[1]}" if key.startswith(SCRIPT) else key) not in words:
            found.append(f"{name}: {key} is not used; remove it.")
        kinds = placeholders(english)
        optional = {int(match[1] or 1) for match in OPTIONAL.finditer(str(text.get("comment", "")))}
        if len(kinds) > 1 and len({name for name, _ in parameters(text)} - {""}) < len(kinds):
            found.append(f"{name}: the comment of {key} does not name its placeholders.")
        if "lld" in kinds.values() and len(forms(text, "en")) == 1 and "other" in forms(text, "en"):
            if any(len(forms(text, language)) > 1 for language in languages):
                found.append(f"{name}: {key} has plural forms, but not in English.")
        for language in languages:
            own = forms(text, language)
            if not own:
                found.append(f"{name}: {key} is not in {language}.")
            if len(own) > 1 and (lacking := PLURALS.get(language, {"one", "other"}) - set(own)):
                found.append(f"{name}: {key} lacks the plural form {', '.join(sorted(lacking))} in {language}.")
            for category, form in own.items():
                if not form.strip():
                    found.append(f"{name}: {key} is empty in {language}.")
                others = placeholders(form)
                needed = {} if category != "other" else {place: kind for place, kind in kinds.items() if place not in optional}
                if not needed.items() <= others.items() <= kinds.items():
                    found.append(f"{name}: {key} has other placeholders in {language} than in English.")
    return found


def main() -> int:
    """Writes or checks the accessors of all catalogs."""
    found: list[str] = []
    keys: dict[str, Path] = {}
    for catalog in catalogs():
        made = {catalog.accessors: accessors(catalog)}
        if catalog.owner == "PageTexts":
            made[DECLARATIONS] = declarations(catalog)
        for path, written in made.items():
            if "--check" not in sys.argv:
                path.write_text(written, encoding="utf-8")
            elif not path.exists() or path.read_text(encoding="utf-8") != written:
                found.append(f"{path.relative_to(ROOT)} is not what its catalog says; run script/make-texts.py.")
        if "--check" in sys.argv:
            found += problems(catalog)
        if not catalog.is_of_app:
            for key in catalog.texts():
                if key in keys:
                    found.append(f"{key} is in {catalog.path.relative_to(ROOT)} and in {keys[key].relative_to(ROOT)}.")
                keys[key] = catalog.path
    for problem in found:
        print(problem, file=sys.stderr)
    return bool(found)


sys.exit(main())
