"""Checks the tests that the comparison with iOS and the page about security refer to: check-comparison.py [FOLDER]

Each row of a table in Documentation/ComparedToIOS.md names the tests that show it, as links to their files:
[`test_taps.py::test_two_taps_count_twice`](…) or [`ScreenTests/everyUpdateIsInTheLedger`](…). The file and the test in
it must exist, and a row without a test must say that the behavior is not built. Documentation/Security.md links to tests
in the same way, and also to whole files and suites. A test that is always skipped, or expected to fail, shows nothing.
The tests are not run.

FOLDER is the root of the sources; without it, that of this script.
"""

import ast
import re
import sys
from functools import cache
from pathlib import Path

COLUMNS = ["What iOS does", "Today", "Difference and reason", "Test"]
NOT_BUILT = "Not built"
NONE = "—"

REFERENCE = re.compile(r"\[`([^`]+)`\]\(([^)\s]+)\)")
PYTHON = re.compile(r"(test_\w+\.py)::(test_\w+)(?:\[[^\]]*\])?")
SWIFT = re.compile(r"(\w+)/(\w+)")
WHOLE = re.compile(r"test_\w+\.py|\w+Tests")
# What keeps a test from showing anything, whatever the machine is.
PYTHON_SKIPS = re.compile(r"\bmark\.(?:skip|xfail)\b")
SWIFT_SKIPS = ".disabled("


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


@cache
def python_tests(file: Path) -> dict[str, bool]:
    """The functions of a file, and whether each is always skipped."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    is_skipped = any(
        isinstance(node, ast.Assign) and ast.unparse(node).startswith("pytestmark") and PYTHON_SKIPS.search(ast.unparse(node))
        for node in tree.body
    )
    return {
        node.name: is_skipped or any(PYTHON_SKIPS.search(ast.unparse(each)) for each in node.decorator_list)
        for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    }


def python_problem(file: Path, name: str) -> str | None:
    tests = python_tests(file)
    if name not in tests:
        return f"there is no def {name} in {file.name}"
    return "it is always skipped, or expected to fail" if tests[name] else None


def swift_problem(file: Path, suite: str, name: str) -> str | None:
    text = file.read_text(encoding="utf-8")
    bodies = re.findall(
        rf"^[^\n/]*\b(?:struct|class|actor|enum|extension) {suite}\b.*?^}}", text, re.MULTILINE | re.DOTALL
    )
    if not bodies:
        return f"there is no suite {suite} in {file.name}"
    # The attribute may be on the line of the function, or on lines above it, which have its indentation if they are
    # not arguments.
    test = re.compile(rf"^( *)@Test\b(?:(?!\n\n|\bfunc\b).)*(?:\n\1)?\bfunc {name}\b", re.MULTILINE | re.DOTALL)
    for body in bodies:
        if match := test.search(body):
            is_skipped = SWIFT_SKIPS in match[0] or SWIFT_SKIPS in body.partition("\n")[0]
            return "it is disabled" if is_skipped else None
    return f"there is no func {name} with @Test in {suite} of {file.name}"


def reference_problem(folder: Path, name: str, target: str, may_be_whole: bool = False) -> str | None:
    """What is wrong with a reference, or None. A whole file or suite is named in the page about security alone."""
    file = folder / target
    if not file.is_file():
        return f"there is no file {target}"
    if match := PYTHON.fullmatch(name):
        if match[1] != file.name:
            return f"it leads to {file.name}"
        return python_problem(file, match[2])
    if match := SWIFT.fullmatch(name):
        return swift_problem(file, match[1], match[2])
    if may_be_whole and WHOLE.fullmatch(name):
        is_there = name == file.name or re.search(rf"\b(?:struct|extension) {name}\b", file.read_text(encoding="utf-8"))
        return None if is_there else f"it is not in {file.name}"
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


def security_problems(document: Path) -> list[str]:
    return [
        f"{document.name}:{number}: {name}: {problem}."
        for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1)
        for name, target in REFERENCE.findall(line)
        if "/Tests/" in target
        if (problem := reference_problem(document.parent, name, target, may_be_whole=True))
    ]


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
    document = root / "Documentation" / "ComparedToIOS.md"
    found, problems = rows(document.read_text(encoding="utf-8"))
    result = [f"{document.name}:{problem}" for problem in problems]
    if not found:
        result.append(f"{document.name}: it has no rows.")
    for number, row in found:
        for problem in row_problems(document.parent, row):
            title = row[0] if len(row[0]) <= 70 else row[0][:70].rsplit(" ", 1)[0] + " …"
            result.append(f"{document.name}:{number}: the row “{title}”: {problem}")
    result += security_problems(root / "Documentation" / "Security.md")
    print("\n".join(result) if result else f"Every test of the {len(found)} rows is there.")
    return 1 if result else 0


if __name__ == "__main__":
    sys.exit(main())
