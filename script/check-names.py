"""Checks the structure of the sources: check-names.py

- No two types that other files can see share a name, and no type is named like a module: a reader who looks a name up
  must find one thing, and `Module.Type` must mean the module.
- A module imports only modules of its own folder below Sources and of the folders that ALLOWED lists for it.
- The modules of SEPARATE do not import one another, and no module of Surfaces imports one of ENGINES.
- Every request of HostModel has one handler in Host.
- No Swift file is longer than MAXIMUM_LINES; a manifest may be, as it cannot be split, and so may a file that a script
  makes.

Modules and their folders are read from Package.swift. Only types outside of other types are compared, and an alias that
gives a type of another module the same name is the same type.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

MAXIMUM_LINES = 400

# The folders below Sources, and the folders that the modules of each may import besides their own.
ALLOWED = {
    "Foundations": [],
    "Authoring": ["Foundations"],
    "Host": ["Foundations", "Authoring"],
    "Cloud": ["Foundations"],
    "Surfaces": ["Foundations", "Authoring", "Host"],
    "Program": ["Foundations", "Authoring", "Host", "Cloud", "Surfaces"],
}

# The page and the desktop: each works without the other.
SEPARATE = ["TodayWeb", "TodayDesktop"]
# What answers the requests of HostModel: surfaces know those alone.
ENGINES = ["HostStorage", "ProcessHost", "Fetching", "Notifications", "TodayScreen", "DeviceSync", "Host"]

REQUEST = re.compile(r"^package (?:struct|enum) (\w+): HostRequest\b", re.MULTILINE)
HANDLER = re.compile(r"^extension (\w+): HandledRequest\b", re.MULTILINE)
TARGET = re.compile(r"\.(target|executableTarget|systemLibrary|testTarget)\(\s*name:\s*\"(\w+)\"")
PATH = re.compile(r"path:\s*\"([^\"]+)\"")
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)",
    re.MULTILINE,
)
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*((?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*)"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)(?!\w|\s*=\s*\w+\.\2\b)",
    re.MULTILINE,
)


def modules(manifest: str) -> dict[str, tuple[str, str]]:
    """The kind and the folder of each target, by name."""
    starts = list(TARGET.finditer(manifest))
    ends = [match.start() for match in starts[1:]] + [len(manifest)]
    found = {}
    for match, end in zip(starts, ends):
        path = PATH.search(manifest, match.end(), end)
        if path is None:
            sys.exit(f"Package.swift: {match[2]} has no path; give it one below a folder of Sources or Tests.")
        found[match[2]] = (match[1], path[1])
    return found


def folder(path: str) -> str | None:
    """The folder of Sources that holds a path, or None for tests and benchmarks."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "Sources" and len(parts) > 2 else None


def name_problems(root: Path, targets: dict[str, tuple[str, str]]) -> list[str]:
    declared: dict[str, list[str]] = defaultdict(list)
    for kind, path in targets.values():
        if kind == "testTarget":
            continue
        for file in sorted((root / path).rglob("*.swift")):
            for modifiers, name in TYPE.findall(file.read_text(encoding="utf-8")):
                if "private" not in modifiers:
                    declared[name].append(str(file.relative_to(root)))
    result = []
    for name, files in sorted(declared.items()):
        if len(files) > 1:
            result.append(f"{' and '.join(files)} both declare {name}: rename one after what it does there.")
        if name in targets:
            result.append(f"{files[0]}: the type {name} is named like a module: rename one of the two.")
    return result


def import_problems(root: Path, targets: dict[str, tuple[str, str]]) -> list[str]:
    result = []
    for name, (_, path) in targets.items():
        own = folder(path)
        if own is None:
            continue
        if own not in ALLOWED:
            result.append(f"Package.swift: {name} lies in Sources/{own}, which ALLOWED of {Path(__file__).name} lacks.")
            continue
        for file in sorted((root / path).rglob("*.swift")):
            for imported in IMPORT.findall(file.read_text(encoding="utf-8")):
                other = folder(targets[imported][1]) if imported in targets else None
                if imported in targets and other not in [own, *ALLOWED[own]]:
                    result.append(
                        f"{file.relative_to(root)}: {own} may not import {imported} of {other or 'the tests'}: "
                        "move what is needed to a folder that both may use."
                    )
                if own == "Surfaces" and imported in ENGINES:
                    result.append(
                        f"{file.relative_to(root)}: {name} may not import {imported}: "
                        "ask for it with a request of HostModel, whose values belong to no engine."
                    )
                if name in SEPARATE and imported in SEPARATE and imported != name:
                    result.append(
                        f"{file.relative_to(root)}: {name} may not import {imported}, another surface: "
                        "move what is needed to a module that both may use."
                    )
    return result


def handler_problems(root: Path) -> list[str]:
    model, host = root / "Sources/Host/HostModel", root / "Sources/Host/Host"
    requests = {
        name: str(file.relative_to(root))
        for file in sorted(model.rglob("*.swift"))
        for name in REQUEST.findall(file.read_text(encoding="utf-8"))
    }
    handled = [name for file in host.rglob("*.swift") for name in HANDLER.findall(file.read_text(encoding="utf-8"))]
    return [
        f"{file}: {name} has no handler: add `extension {name}: HandledRequest` to Host."
        for name, file in requests.items()
        if name not in handled
    ]


def length_problems(root: Path) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.swift"],
        cwd=root, check=True, capture_output=True, text=True,
    )
    result = []
    for name in listed.stdout.splitlines():
        if (root / name).exists() and Path(name).name != "Package.swift":
            text = (root / name).read_text(encoding="utf-8")
            lines = text.count("\n")
            if lines > MAXIMUM_LINES and not text.startswith("// Made by script/"):
                result.append(f"{name}: {lines} lines, {MAXIMUM_LINES} are the most: split it by subject.")
    return result


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    targets = modules((root / "Package.swift").read_text(encoding="utf-8"))
    found = name_problems(root, targets) + import_problems(root, targets) + handler_problems(root) + length_problems(root)
    print("\n".join(found) if found else "Names, imports, handlers and file lengths are in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
