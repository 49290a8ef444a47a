"""Checks the routes and methods that the documentation lists: check-routes.py [--write]

- The tables of routes in Documentation/Development/Web.md are those of the sources; --write writes them anew. Routes of
  pages are read from TodayWeb, those of the API from HostModel and LocalAPI, and the rights from RouteRights.
- Documentation/Protocol.md lists every method of the process protocol where it belongs: what the host calls with a
  heading or an example, what a process calls in the table of calls, and in the table of what a widget may call as
  SessionMethod says it. It lists the routes of a cloud for hosts that CloudCore has, and no others.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "Documentation/Development/Web.md"
PROTOCOL = ROOT / "Documentation/Protocol.md"
BEGIN = "<!-- Written by script/check-routes.py --write -->"
END = "<!-- End of the routes -->"
# A process tells this; it is no request, so it is not in the table of methods.
TOLD = {"LogNotification"}
METHODS = "get|put|post|delete"

ROUTER = re.compile(rf'\b(?:router|routes)\.({METHODS})\(\s*(?:"([^"]*)"|RouterPath\(([\w.]+)\))')
REQUEST = re.compile(r"^package \w+ (\w+): [^\n]*\bRoutedRequest\b[^\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
ROUTE = re.compile(rf'\bRoute\(\s*\.({METHODS}),\s*"([^"]+)"')
PAIR = re.compile(r'\bRoute\.pair\("([^"]+)"')
VARIANT = re.compile(r'\broute\("([^"]+)"')
ROW = re.compile(r"\badd\(\s*(\w+)\.self,(.*?)ProcessSession\.\w+", re.DOTALL)
MEMBER = re.compile(r'\b(?:struct|enum) (\w+)[^{]*\{(?:(?!\n\}).)*?static let method = "([^"]+)"', re.DOTALL)


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.swift"))


def named(method: str, path: str) -> str:
    """A route with its parameters in braces, as RouteRights names it."""
    return f"{method.upper()} /" + re.sub(r":(\w+)", r"{\1}", path.strip("/"))


def constants(code: str, owner: str, name: str) -> list[str]:
    """The paths of a member of a type: a constant, or the path of each case."""
    body = re.search(rf"\b(?:enum|struct) {owner}\b[^{{]*\{{(.*?)^\}}", code, re.MULTILINE | re.DOTALL)
    if body is None:
        return []
    if constant := re.search(rf'static let {name} = "([^"]+)"', body[1]):
        return [constant[1]]
    cases = re.search(rf"var {name}: String \{{\n\s*switch self \{{(.*?)\n\s*\}}", body[1], re.DOTALL)
    return re.findall(r'"([^"]+)"', cases[1]) if cases else []


def page_routes() -> dict[str, list[str]]:
    """The routes of the pages by file."""
    found: dict[str, list[str]] = {}
    files = {file: file.read_text(encoding="utf-8") for file in sources("Sources/Surfaces/TodayWeb")}
    for file, code in files.items():
        routes: list[str] = []
        for method, path, expression in ROUTER.findall(code):
            paths = [path]
            if expression:
                owner, _, name = expression.partition(".")
                owner = {"Self": file.stem, "icon": "WebAppIcon"}.get(owner, owner)
                paths = [each for other in files.values() for each in constants(other, owner, name)]
                if not paths:
                    sys.exit(f"{file.relative_to(ROOT)}: cannot read the path {expression}")
            routes += [named(method, each) for each in paths]
        if routes:
            found[file.stem] = routes
    return found


def api_routes() -> dict[str, list[str]]:
    """The routes of the API by the file that declares them, and its streams of events."""
    found: dict[str, list[str]] = {}
    for file in sources("Sources/Host/HostModel/Requests") + sources("Sources/Surfaces/LocalAPI/Routes"):
        code = file.read_text(encoding="utf-8")
        requests = REQUEST.findall(code)
        if len(requests) != code.count("static let routes = "):
            sys.exit(f"{file.relative_to(ROOT)}: cannot read which requests have routes")
        for request, body in requests:
            routes = ROUTE.findall(body)
            routes += [("get", path) for path in VARIANT.findall(body)]
            routes += [(method, path) for path in PAIR.findall(body) for method in ("put", "delete")]
            if not routes:
                sys.exit(f"{file.relative_to(ROOT)}: cannot read the routes of {request}")
            found.setdefault(file.stem, []).extend(named(method, f"api/{path}") for method, path in routes)
    code = text("Sources/Surfaces/LocalAPI/Routes/EventCoding.swift")
    paths = re.findall(r'static let path = "([^"]+)"', code)
    found["EventCoding"] = [named("get", f"api/{path}") for path in paths]
    return found


def rights() -> dict[str, str]:
    """The right that a device needs for each route of the pages."""
    code = text("Sources/Surfaces/TodayWeb/Requests/RouteRights.swift")
    found: dict[str, str] = {}
    for group, right in {"viewing": "view", "acting": "act", "changing": "change"}.items():
        block = re.search(rf"let {group} = \[\n(.*?)\n    \]", code, re.DOTALL)
        found |= {route: right for route in re.findall(r'"([A-Z]+ /[^"]*)"', block[1] if block else "")}
    return found


def table(routes: dict[str, list[str]], needed: dict[str, str], without: str, prefix: str) -> str:
    """A table of routes by file; the right to view is not written, and a route without a right is marked."""
    lines = ["| file | routes |", "|---|---|"]
    for name, own in sorted(routes.items()):
        cells = []
        for route in dict.fromkeys(own):
            right = needed.get(route, without)
            shown = route.replace(prefix, " ", 1) if prefix else route
            cells.append(f"`{shown}`" + ("" if right == "view" else f" {right}"))
        lines.append(f"| `{name}` | {', '.join(cells)} |")
    return "\n".join(lines)


def web_problems(is_written: bool) -> list[str]:
    pages, api, needed = page_routes(), api_routes(), rights()
    declared = {route for routes in (*pages.values(), *api.values()) for route in routes}
    result = [f"RouteRights has {route}, which no source declares." for route in sorted(set(needed) - declared)]
    made = "\n\n".join(
        [
            BEGIN,
            "Of the pages (`TodayWeb`):",
            table(pages, needed, "open", ""),
            "Below `/api` (`HostModel`, `LocalAPI`):",
            table(api, needed, "local", " /api/"),
            END,
        ]
    )
    document = WEB.read_text(encoding="utf-8")
    before, begin, rest = document.partition(BEGIN)
    found, end, after = rest.partition(END)
    if not begin or not end:
        return [*result, f"{WEB.relative_to(ROOT)} lacks the lines {BEGIN} and {END}."]
    if is_written:
        WEB.write_text(before + made + after, encoding="utf-8")
    elif begin + found + end != made:
        listed, existing = (set(re.findall(r"`([A-Z]+ [^`]+)`(?: (\w+))?", each)) for each in (found, made))
        for route, right in sorted(existing - listed):
            result.append(f"{WEB.relative_to(ROOT)} lacks {route} ({right or 'view'}).")
        for route, right in sorted(listed - existing):
            result.append(f"{WEB.relative_to(ROOT)} has {route} ({right or 'view'}), which the sources do not have.")
        result.append(f"{WEB.relative_to(ROOT)} has other routes than the sources; run script/check-routes.py --write.")
    return result


def section(document: str, heading: str) -> str:
    """What stands below a heading, up to the next heading of its level or above."""
    level = len(heading.split(" ")[0])
    match = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{level}}} |\Z)", document, re.MULTILINE | re.DOTALL)
    if match is None:
        sys.exit(f"{PROTOCOL.relative_to(ROOT)} has no heading “{heading}”.")
    return match[1]


def compare(listed: set[str], existing: set[str], place: str) -> list[str]:
    name = PROTOCOL.relative_to(ROOT)
    return [f"{name}: {place} lacks {each}." for each in sorted(existing - listed)] + [
        f"{name}: {place} has {each}, which the sources do not have." for each in sorted(listed - existing)
    ]


def first_cells(markdown: str) -> list[list[str]]:
    """The cells of each row of the tables whose first cell names a method."""
    lines = [line for line in markdown.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def protocol_problems() -> list[str]:
    document = PROTOCOL.read_text(encoding="utf-8")
    folder = "Sources/Authoring/TodayProtocol"
    code = "\n".join(file.read_text(encoding="utf-8") for file in sources(folder))
    methods = dict(MEMBER.findall(code))
    if len(methods) != code.count('static let method = "'):
        sys.exit(f"{folder}: cannot read which type each method has.")
    callers: dict[str, tuple[bool, bool]] = {}
    for file in sources("Sources/Host/Host/Sessions"):
        for type_, row in ROW.findall(file.read_text(encoding="utf-8")):
            callers[methods[type_]] = ("for: .widgets" not in row, "for: .apps" not in row)
    told = {methods[type_] for type_ in TOLD}

    host = section(document, "## What the host asks and tells")
    asked = set(re.findall(r"^### `([^`]+)` \(request", host, re.MULTILINE))
    asked |= set(re.findall(r'"method": "([^"]+)"', section(document, "### Notifications")))
    result = compare(asked, set(methods.values()) - set(callers) - told, "what the host asks and tells")

    calls = section(document, "## What a process asks and tells").partition("\n### ")[0]
    listed = {re.sub(r"[` ]|\(.*?\)", "", row[0]) for row in first_cells(calls) if len(row) == 3}
    result += compare(listed, set(callers) | told, "the table of calls")

    allowed: dict[str, tuple[bool, bool]] = {}
    others: dict[str, tuple[bool, bool]] = {}
    for line in section(document, "## What a widget may call").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 3 or "`" not in cells[0]:
            continue
        may = (cells[1] != "no", cells[2] != "no")
        if other := re.fullmatch(r"every other method of `(.+)`", cells[0]):
            others[other[1]] = may
        else:
            allowed |= {method: may for method in re.findall(r"`([^`]+)`", cells[0])}
    for prefix, may in others.items():
        allowed = {method: may for method in callers if method.startswith(prefix)} | allowed
    existing = callers | {method: (True, True) for method in told}
    result += compare(set(allowed), set(existing), "the table of what a widget may call")
    for method in sorted(set(allowed) & set(existing)):
        if allowed[method] != existing[method]:
            result.append(f"{PROTOCOL.relative_to(ROOT)}: the sources say otherwise who may call {method}.")

    stream = section(document, "## The device stream of a cloud")
    shown = {
        f"{method} " + re.sub(r"\b[A-Z]{2,}\b", "{}", path)
        for method, path in re.findall(r"^\| `([A-Z]+) (/[^`?]+)", stream, re.MULTILINE)
    }
    served = {
        re.sub(r"\{\w+\}", "{}", named(method, f"api/today/{path}"))
        for file in sources("Sources/Cloud/CloudCore/Devices")
        for method, path, _ in ROUTER.findall(file.read_text(encoding="utf-8"))
    }
    return result + compare(shown, served, "the device stream of a cloud")


def main() -> int:
    found = web_problems("--write" in sys.argv) + protocol_problems()
    print("\n".join(found) if found else "The documentation lists every route and every method.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
