"""Checks the tests that the comparison with iOS refers to: check-comparison.py

Each row of a table in Documentation/ComparedToIOS.md names the tests that show it, as links to their files:
[`test_taps.py::test_two_taps_count_twice`](…) or [`ScreenTests/everyUpdateIsInTheLedger`](…). The file and the test in
it must exist, and a row without a test must say that the behavior is not built. The tests are not run.
"""

import re
import sys
from pathlib import Path

COLUMNS = ["What iOS does", "Today", "Difference and reason", "Test"]
NOT_BUILT = "Not built"
NONE = "—"

REFERENCE = re.compile(r"\[`([^`]+)`\]\(([^)\s]+)\)")
PYTHON = re.compile(r"(test_\w+\.py)::(test_\w+)(?:\[[^\]]*\])?")
SWIFT = re.compile(r"(\w+)/(\w+)")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def rows(text: str) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """The rows below each header of a table with their line numbers, and what is wrong with the tables."""
    found: list[tuple[int, list[str]]] = []
    problems: list[str] = []
    is_inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            is_inside = False
        elif not is_inside:
            is_inside = True
            if cells(line) != COLUMNS:
                problems.append(f"{number}: a table must have the columns {', '.join(COLUMNS)}.")
        elif not re.fullmatch(r"[|\s:-]+", line):
            found.append((number, cells(line)))
    return found, problems


def python_problem(file: Path, name: str) -> str | None:
    if re.search(rf"^\s*def {name}\(", file.read_text(encoding="utf-8"), re.MULTILINE):
        return None
    return f"there is no def {name} in {file.name}"


def swift_problem(file: Path, suite: str, name: str) -> str | None:
    text = file.read_text(encoding="utf-8")
    bodies = re.findall(
        rf"^[^\n/]*\b(?:struct|class|actor|enum|extension) {suite}\b(.*?)^}}", text, re.MULTILINE | re.DOTALL
    )
    if not bodies:
        return f"there is no suite {suite} in {file.name}"
    # The attribute may be on the line of the function, or on lines above it, which have its indentation if they are
    # not arguments.
    test = re.compile(rf"^( *)@Test\b(?:(?!\n\n|\bfunc\b).)*(?:\n\1)?\bfunc {name}\b", re.MULTILINE | re.DOTALL)
    if any(test.search(body) for body in bodies):
        return None
    return f"there is no func {name} with @Test in {suite} of {file.name}"


def reference_problem(folder: Path, name: str, target: str) -> str | None:
    """What is wrong with a reference, or None."""
    file = folder / target
    if not file.is_file():
        return f"there is no file {target}"
    if match := PYTHON.fullmatch(name):
        if match[1] != file.name:
            return f"it leads to {file.name}"
        return python_problem(file, match[2])
    if match := SWIFT.fullmatch(name):
        return swift_problem(file, match[1], match[2])
    return "it must be FILE.py::test_NAME or SUITE/NAME"


def row_problems(folder: Path, row: list[str]) -> list[str]:
    if len(row) != len(COLUMNS):
        return [f"it has {len(row)} cells, {len(COLUMNS)} are needed; write \\| within a cell."]
    ours, tests = row[1], row[3]
    references = REFERENCE.findall(tests)
    result = []
    if ours.startswith(NOT_BUILT) and tests != NONE:
        result.append(f"it says “{NOT_BUILT}” and names a test: write {NONE} or say what is built.")
    elif not ours.startswith(NOT_BUILT) and not references:
        result.append(f"it names no test: add one, or say “{NOT_BUILT}”.")
    for name in re.findall(r"`([^`]+)`", REFERENCE.sub("", tests)):
        result.append(f"{name} is no link to the file of a test.")
    for name, target in references:
        if problem := reference_problem(folder, name, target):
            result.append(f"{name}: {problem}.")
    return result


def main() -> int:
    document = Path(__file__).resolve().parent.parent / "Documentation" / "ComparedToIOS.md"
    found, problems = rows(document.read_text(encoding="utf-8"))
    result = [f"{document.name}:{problem}" for problem in problems]
    if not found:
        result.append(f"{document.name}: it has no rows.")
    for number, row in found:
        for problem in row_problems(document.parent, row):
            title = row[0] if len(row[0]) <= 70 else row[0][:70].rsplit(" ", 1)[0] + " …"
            result.append(f"{document.name}:{number}: the row “{title}”: {problem}")
    print("\n".join(result) if result else f"Every test of the {len(found)} rows is there.")
    return 1 if result else 0


if __name__ == "__main__":
    sys.exit(main())
