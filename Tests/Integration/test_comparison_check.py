"""The check of the tests that documents refer to, on copies of the documents with one mistake each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = "test_text_check.py::test_the_check_finds_each_gap"
LINK = f"[`{OURS}`](../Tests/Integration/test_text_check.py)"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The documents and the tests, and a file of each kind whose tests never run."""
    (tmp_path / "Documentation").mkdir()
    for name in ("ComparedToIOS.md", "Security.md"):
        shutil.copy(ROOT / "Documentation" / name, tmp_path / "Documentation" / name)
    for name in ("Apps", "Tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "More/Tests").mkdir(parents=True)
    (tmp_path / "More/Tests/test_more.py").write_text(
        "import pytest\n\n\n@pytest.mark.skip(reason='x')\n@pytest.mark.parametrize('a', [\n    1,\n])\ndef test_off(a): ...\n\n\n"
        "@pytest.mark.xfail\ndef test_broken(): ...\n\n\n@pytest.mark.skipif(False, reason='x')\ndef test_on(): ...\n"
    )
    (tmp_path / "More/Tests/MoreTests.swift").write_text(
        "@Suite struct MoreTests {\n    @Test(.disabled(\"x\")) func off() {}\n    @Test func on() {}\n}\n\n"
        "@Suite(.disabled()) struct OtherTests {\n    @Test func off() {}\n}\n"
    )
    return tmp_path


def check(tree: Path) -> list[str]:
    command = [sys.executable, ROOT / "script/check-comparison.py", tree]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert result.returncode == (0 if len(lines) == 1 and lines[0].startswith("Every test of ") else 1)
    return lines if result.returncode else []


def add(tree: Path, ours: str, tests: str, title: str = "Something.") -> None:
    """Adds a row to the last table of the comparison."""
    with (tree / "Documentation/ComparedToIOS.md").open("a") as document:
        document.write(f"| {title} | {ours} | — | {tests} |\n")


def test_the_check_finds_each_mistake_of_a_row(tree: Path) -> None:
    mistakes = [
        ("The same.", LINK.replace("test_text_check.py)", "test_none.py)"), "there is no file ../Tests/Integration/test_none.py"),
        ("The same.", LINK.replace("::test_the", "::test_no"), "there is no def test_no_check_finds_each_gap"),
        ("The same.", LINK.replace("`test_text_check", "`test_other"), "it leads to test_text_check.py"),
        ("The same.", "[`OtherTests/on`](../More/Tests/MoreTests.swift)", "there is no func on with @Test in OtherTests"),
        ("The same.", "[`NoTests/on`](../More/Tests/MoreTests.swift)", "there is no suite NoTests"),
        ("Not built.", LINK, "it says “Not built” and names a test"),
        ("The same.", "—", "it names no test"),
        ("The same.", f"`{OURS}`", "it names no test"),
        ("The same.", "[`MoreTests/off`](../More/Tests/MoreTests.swift)", "it is disabled"),
        ("The same.", "[`OtherTests/off`](../More/Tests/MoreTests.swift)", "it is disabled"),
        ("The same.", "[`test_more.py::test_off`](../More/Tests/test_more.py)", "it is always skipped"),
        ("The same.", "[`test_more.py::test_broken`](../More/Tests/test_more.py)", "it is always skipped"),
        ("The same.", "[`test_more.py`](../More/Tests/test_more.py)", "it must be FILE.py::test_NAME or SUITE/NAME"),
    ]
    for number, (ours, tests, _) in enumerate(mistakes):
        add(tree, ours, tests, f"Row {number}.")
    found = [line.partition(": the row “Row ") for line in check(tree)]
    first = {int(rest.partition(".")[0]): rest for _, _, rest in reversed(found)}
    assert [problem for number, (_, _, problem) in enumerate(mistakes) if problem not in first.get(number, "")] == []


def test_the_check_takes_what_is_there(tree: Path) -> None:
    assert check(tree) == []
    add(tree, "The same.", "[`MoreTests/on`](../More/Tests/MoreTests.swift), [`test_more.py::test_on`](../More/Tests/test_more.py)")
    add(tree, "The same.", LINK.replace("gap`", "gap[case]`"))
    add(tree, "Not built.", "—")
    assert check(tree) == []


def test_the_check_reads_the_page_about_security_too(tree: Path) -> None:
    references = [
        ("[`test_none.py`](../Tests/Integration/test_none.py)", "there is no file"),
        ("[`test_text_check.py::test_none`](../Tests/Integration/test_text_check.py)", "there is no def test_none"),
        ("[`NoTests`](../More/Tests/MoreTests.swift)", "it is not in MoreTests.swift"),
        ("[`MoreTests/off`](../More/Tests/MoreTests.swift)", "it is disabled"),
        ("[`MoreTests`](../More/Tests/MoreTests.swift)", None),
        ("[`test_more.py`](../More/Tests/test_more.py)", None),
    ]
    with (tree / "Documentation/Security.md").open("a") as document:
        document.writelines(f"\nSomething, {reference}.\n" for reference, _ in references)
    problems = [problem for _, problem in references if problem]
    found = check(tree)
    assert len(found) == len(problems)
    assert all(line.startswith("Security.md:") and problem in line for line, problem in zip(found, problems))


def test_names_that_people_from_ios_look_for_are_there_and_lead_to_what_exists() -> None:
    document = (ROOT / "Documentation/ComingFromIOS.md").read_text()
    rows = [re.split(r" \| ", line.strip("| ")) for line in document.splitlines() if line.startswith("| ")]
    theirs = " ".join(row[0] for row in rows)
    for name in (
        "NCWidgetProviding", "NCWidgetController", "UNUserNotificationCenter", "UILocalNotification", "CKSubscription",
        "UserDefaults(suiteName:)", "BGTaskScheduler", "performFetchWithCompletionHandler", "setKeepAliveTimeout",
        "WCSession", "identifierForVendor", "application(_:openURL:sourceApplication:annotation:)",
        "didRegisterUserNotificationSettings", "didReceiveLocalNotification", "activationMode", "firesOnRecordCreation",
    ):
        assert name in theirs, name
    sources = "\n".join(file.read_text() for file in (ROOT / "Sources/Authoring").rglob("*.swift"))
    declared = set(re.findall(r"\b(?:func|var|let|case|struct|enum|protocol|actor|class|indirect case) (\w+)", sources))
    declared |= {name for names in re.findall(r"\bcase (\w+(?:, \w+)+)", sources) for name in names.split(", ")}
    documents = "".join((ROOT / "Documentation" / name).read_text() for name in ("Bundles.md", "Cards.md"))
    for row in rows:
        assert len(row) == 3, row
        for ours in re.findall(r"`([^`]+)`", row[1]):
            *path, last = re.sub(r"\(.*", "", ours).split(".")
            is_there = last in declared and all(part in declared | {"context"} for part in path)
            assert is_there or ours in documents or ours in ("nil", "context.http.fetch(_:…)"), f"{ours} in {row[0]}"
            for label in re.findall(r"(\w+):", ours.partition("(")[2]):
                assert label == "_" or re.search(rf"\b{label}(?: \w+)?: ", sources), f"{label} in {ours}"
