"""Documentation/Protocol.md is the contract: its examples are read, and its widget runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "Documentation" / "Protocol.md").read_text()
GROUP = "group.org.example.water"
CONTEXT = {
    "now": {"$date": "2026-11-21T08:00:00.000Z"},
    "day": "2026-11-21",
    "zone": "Europe/Berlin",
    "language": "en-US",
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)


def examples() -> list[dict]:
    """Every example of a message; an example may be broken into several lines."""
    decoder = json.JSONDecoder()
    found = []
    for block in blocks("json"):
        rest = block.strip()
        while rest:
            message, end = decoder.raw_decode(rest)
            found.append(message)
            rest = rest[end:].strip()
    return found


def method_names() -> set[str]:
    sources = (ROOT / "Sources" / "Authoring" / "TodayProtocol").rglob("*.swift")
    pattern = re.compile(r'static let method = "([^"]+)"')
    return {name for source in sources for name in pattern.findall(source.read_text())}


def test_every_method_has_an_example():
    shown = {example["method"] for example in examples() if "method" in example}
    assert method_names() <= shown
    assert shown <= method_names() | {"$/cancelRequest"}


def test_every_request_of_an_example_is_answered():
    asked = None
    for example in examples():
        if "jsonrpc" not in example:
            continue
        assert example["jsonrpc"] == "2.0"
        if "method" in example:
            assert asked is None, f"{asked} has no answer"
            assert isinstance(example["params"], dict)
            asked = example["id"] if "id" in example else None
        else:
            assert ("result" in example) != ("error" in example)
            assert asked in (example["id"], None)
            asked = None


def test_every_error_code_is_listed():
    codes = set()
    for source in ("Foundations/JSONRPC/Connection/RPCError.swift", "Authoring/TodayProtocol/Process/HostErrorCode.swift"):
        text = (ROOT / "Sources" / source).read_text()
        # Those that are never on the wire are not part of the contract.
        codes |= set(re.findall(r"Code\(rawValue: (-\d+)\)", text)) - {"-32801", "-32802", "-32803", "-32804"}
    listed = set(re.findall(r"^\| (-\d+) \|", DOCUMENT, re.MULTILINE))
    assert listed == codes


class Host:
    """A host for one process: defaults in a dictionary, and a transaction that is kept or dropped."""

    def __init__(self, program: Path):
        self.defaults: dict[str, object] = {}
        self.written: dict[str, object] = {}
        self.revision = 1
        self.last_id = 0
        self.process = subprocess.Popen(
            [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def send(self, **message) -> None:
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def call(self, method: str, **params) -> dict:
        self.last_id += 1
        self.send(id=self.last_id, method=method, params=params)
        while True:
            line = self.process.stdout.readline()
            assert line, f"the process ended before it answered {method}"
            message = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            if "method" in message:
                self.answer(message)
            else:
                assert message["id"] == self.last_id
                return message

    def answer(self, message: dict) -> None:
        params = message["params"]
        assert params["group"] == GROUP
        match message["method"]:
            case "defaults/all":
                result = {"values": self.defaults, "revision": self.revision}
            case "defaults/set":
                assert params["transaction"] == 7
                self.written[params["key"]] = params["value"]
                result = {}
            case other:
                pytest.fail(f"the widget asked {other}")
        self.send(id=message["id"], result=result)

    def commit(self) -> None:
        self.revision += 1
        self.defaults |= self.written
        changed = {"group": GROUP, "revision": self.revision, "values": self.written, "removed": []}
        self.send(method="defaults/changed", params=changed)
        self.written = {}


@pytest.fixture
def host(tmp_path):
    program = tmp_path / "water.py"
    (source,) = blocks("python")
    program.write_text(source)
    host = Host(program)
    yield host
    host.process.kill()
    host.process.wait()


def text_of(reply: dict) -> str:
    return reply["result"]["content"]["compact"]["body"][0]["text"]


def test_the_documents_widget_works(host):
    groups = [{"id": GROUP, "path": "/groups/" + GROUP}]
    reply = host.call(
        "initialize",
        protocolVersion=1,
        hostVersion="0.0.0",
        kind="widget",
        id="org.example.Water.widget",
        app="org.example.Water",
        groups=groups,
        bundlePath="/app",
        temporaryPath="/tmp",
        context=CONTEXT,
    )
    assert reply["result"] == {"protocolVersion": 1}

    size = {"maximumCompactHeight": 220.0, "maximumExpandedHeight": 640.0}
    update = {"reasons": ["opened"], "revision": 1, "size": size, "context": CONTEXT}
    first = host.call("widget/update", **update)
    assert text_of(first) == "0 glasses"
    (action,) = first["result"]["content"]["compact"]["actions"]

    tap = {"verb": action["verb"], "data": action["data"], "transaction": 7, "context": CONTEXT}
    for _ in range(2):  # The answer was lost, so the tap comes again.
        assert host.call("widget/perform", tap="t1", **tap)["result"] == {}
        assert host.written == {"count": 1}
    host.commit()
    assert text_of(host.call("widget/update", **update)) == "1 glass"

    assert host.call("widget/fly")["error"]["code"] == -32601
    # A mistake in the program is no method that is missing.
    mistake = host.call("widget/perform", tap="t2", **{**tap, "data": {}})
    assert mistake["error"] == {"code": -32603, "message": "KeyError('count')"}
    host.send(method="unknown/notification", params={})
    assert host.call("shutdown")["result"] == {}
    host.process.stdin.close()
    assert host.process.wait(timeout=10) == 0
