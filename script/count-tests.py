"""Adds up JUnit XML reports: count-tests.py TIMES REPORT... | count-tests.py --failed REPORT

TIMES is a file with a line for each step of the run: its seconds, a tab and its name. First they are printed as minutes, then
the ten slowest tests of each report, so that whoever adds time sees it. Prints `N passed, N failed` as the last line, after the names of those that failed. A test that was skipped counts as
failed, since nothing may be skipped quietly. Exits with 1 when a test failed, a report cannot be read, or there was no test at all.

Where REPORT-again.xml is among the reports, it has the tests of REPORT.xml that failed and ran once more. One that passed
then counts as passed, and is named as flaky.

With `--failed` it prints the names of the tests that failed, a line each, as `swift test --filter` takes them; nothing if
there are more than three, since then something is broken.
"""

import json
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

#: How many failed tests run once more.
MOST_AGAIN = 3
AGAIN = "-again"
#: How many tests of Swift Testing run at a time in `script/test`.
WIDTH = 8
#: How many of the slowest tests of a report are named.
SLOWEST = 10

Outcomes = dict[str, bool]


def outcomes(path: str) -> Outcomes:
    """Whether each test of a report passed; a name that is there twice must have passed twice."""
    found: Outcomes = {}
    for case in ET.parse(path).iter("testcase"):
        name = f"{case.get('classname')}/{case.get('name')}"
        has_passed = all(case.find(tag) is None for tag in ("failure", "error", "skipped"))
        found[name] = found.get(name, True) and has_passed
    return found


def failed(path: str) -> list[str]:
    """The patterns of the few tests of a report that failed; none if the tests broke off, and left no whole report."""
    try:
        found = outcomes(path)
    except (OSError, ET.ParseError):
        return []
    names = [name for name, has_passed in found.items() if not has_passed]
    return [re.escape(name.split("(")[0]) for name in names] if len(names) <= MOST_AGAIN else []


def print_times(path: str) -> None:
    """The minutes of each step; some go on beside others."""
    steps = [line.split("\t") for line in Path(path).read_text(encoding="utf-8").splitlines()]
    for seconds, name in steps:
        print(f"{int(seconds) / 60:6.1f} min  {name}")


def durations(path: str) -> Counter[str]:
    """The seconds of each test of a report.

    The reports of Swift Testing count the time in which a test waits for its turn. The events beside such a report
    (`ABI/JSON.md` of Testing) have the times of each case of a test with arguments. Another test takes its turn in the order
    in which they were announced, when one of the `WIDTH` before it has ended.
    """
    seconds: Counter[str] = Counter()
    events = Path(path).with_suffix(".jsonl")
    if not events.exists():
        for case in ET.parse(path).iter("testcase"):
            seconds[f"{case.get('classname')}/{case.get('name')}"] += float(case.get("time") or 0)
        return seconds
    started: dict[str, float] = {}
    cases: Counter[str] = Counter()
    ends: list[float] = []
    functions: set[str] = set()
    for line in filter(None, events.read_text(encoding="utf-8").split("\n")):  # `splitlines` ends lines at U+2028 too.
        event = json.loads(line)["payload"]
        kind, test = event["kind"], event.get("testID", "")
        if kind == "function":
            functions.add(event["id"])
        elif test in functions:
            time = event["instant"]["absolute"]
            if kind == "testStarted":
                started[test] = time
            elif kind == "testCaseStarted":
                cases[test] += 1
                seconds[test] -= time
            elif kind == "testCaseEnded":
                seconds[test] += time
                ends.append(time)
            elif kind == "testEnded" and test not in cases:
                seconds[test] = time
                ends.append(time)
    ends.sort()
    turn = 0
    for test, time in started.items():
        if test not in cases:
            seconds[test] -= max(time, ends[turn - WIDTH] if turn >= WIDTH else 0)
        turn += cases[test] or 1
    return seconds


def print_slowest(path: str) -> None:
    """The tests of a report that took longest, and what all took together, as if one ran after the other."""
    seconds = durations(path)
    print(f"{seconds.total() / 60:6.1f} min  all {len(seconds)} tests of {Path(path).stem}, one after the other; the slowest:")
    for name, time in seconds.most_common(SLOWEST):
        name = re.sub(r"/[^/]+:\d+:\d+$", "", name)  # Where the test stands.
        print(f"{time:8.1f} s  {name[:140]}")


def main(times: str, paths: list[str]) -> int:
    print_times(times)
    for path in paths:
        if AGAIN not in path and Path(path).exists():
            try:
                print_slowest(path)
            except (ET.ParseError, ValueError):
                pass  # Named below, if it is the report.
    reports: dict[str, Outcomes] = {}
    broken = 0
    for path in paths:
        try:
            reports[Path(path).stem] = outcomes(path)
        except (OSError, ET.ParseError) as error:
            print(f"{path} is no report: {error}")
            broken += 1
    results: dict[tuple[str, str], bool] = {}
    for stem, report in sorted(reports.items(), key=lambda each: AGAIN in each[0]):
        is_again = AGAIN in stem
        for name, has_passed in report.items():
            key = (stem.replace(AGAIN, ""), name)
            if is_again and has_passed and results.get(key) is False:
                print(f"Flaky: {name} failed, and passed when it ran once more.")
            results[key] = has_passed
    for (stem, name), has_passed in results.items():
        if not has_passed:
            print(f"Failed or skipped: {name} ({stem})")
    passed = sum(results.values())
    failures = len(results) - passed + broken
    print(f"{passed} passed, {failures} failed")
    return 0 if passed > 0 and failures == 0 else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--failed"]:
        print("\n".join(failed(sys.argv[2])))
    else:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
