"""Adds up JUnit XML reports: count-tests.py REPORT...

Prints `N passed, N failed` as the last line. A test that was skipped counts as failed, since nothing may be skipped
quietly. Exits with 1 when a test failed, a report cannot be read, or there was no test at all.
"""

import sys
import xml.etree.ElementTree as ET


def main(paths: list[str]) -> int:
    passed, failed = 0, 0
    for path in paths:
        try:
            cases = list(ET.parse(path).iter("testcase"))
        except (OSError, ET.ParseError) as error:
            print(f"{path} is no report: {error}")
            failed += 1
            continue
        for case in cases:
            if any(case.find(tag) is not None for tag in ("failure", "error", "skipped")):
                failed += 1
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed > 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
