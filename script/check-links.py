"""Checks the links between the project's own Markdown files: check-links.py

A link must lead to a file that is there, and its fragment to a heading in it. Links to other sites are not followed.
"""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
SOURCE = re.compile(r"(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """The fragments that a forge gives the headings of a file."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        name = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).strip().replace(" ", "-")
        count = 0
        while (unique := name if count == 0 else f"{name}-{count}") in found:
            count += 1
        found.add(unique)
    return found


def problems(path: Path) -> list[str]:
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    text = re.sub(r"`[^`\n]*`", "", text)
    result = []
    for target in LINK.findall(text) + SOURCE.findall(text):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        name, _, fragment = target.partition("#")
        file = (path.parent / name).resolve() if name else path.resolve()
        if not file.exists():
            result.append(f"{path}: there is no {target}")
        elif fragment and file.suffix == ".md" and fragment not in anchors(file.read_text(encoding="utf-8")):
            result.append(f"{path}: {name or path.name} has no heading for #{fragment}")
    return result


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=root, check=True, capture_output=True, text=True,
    )
    found = [
        problem
        for name in listed.stdout.splitlines()
        if ".docc/" not in name and (root / name).exists()
        for problem in problems(root / name)
    ]
    print("\n".join(found) if found else "Every link leads somewhere.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
