"""What integration and browser tests share: the host, a weather provider, a web server, and apps to install."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Callable, Iterator

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Fixtures"))

from action_queue import ActionQueue  # noqa: E402
from certificates import CertificateAuthority  # noqa: E402
from fixture_apps import make_app  # noqa: E402
from push_service import PushService  # noqa: E402
from today_host import TODAY, WEATHER, TodayHost  # noqa: E402
from waiting import Collected  # noqa: E402
from weather_server import WeatherServer  # noqa: E402
from web_server import WebServer  # noqa: E402


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", default=bool(os.environ.get("TODAY_FULL")),
        help="also run the combinations and the long lists that the run of every change leaves out",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "full: runs only with --full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("full")])
        items[:] = [item for item in items if not item.get_closest_marker("full")]


def pytest_sessionstart(session: pytest.Session) -> None:
    for path, mend in ((TODAY, "script/build debug --product today"), (WEATHER, "script/bundle-apps debug")):
        if not path.exists():
            raise pytest.UsageError(f"{path} is missing; run script/test, or {mend}.")


def log_of(node: str) -> Path:
    """A new log with a name of its own, which is kept."""
    folder = ROOT / "artifacts/logs"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / (re.sub(r"[^\w.-]+", "-", node.split("Tests/")[-1])[:120] + ".log")
    file.unlink(missing_ok=True)
    return file


@pytest.fixture
def log_file(request: pytest.FixtureRequest) -> Path:
    """Where the host of a test logs; kept."""
    return log_of(request.node.nodeid)


@pytest.fixture(scope="module")
def shared_log(request: pytest.FixtureRequest) -> Path:
    """Where the hosts that the tests of a file share log; kept."""
    return log_of(f"{request.node.nodeid}-{os.environ.get('PYTEST_XDIST_WORKER', '')}")


class Cases:
    """The subtests of a test, whose names may have values of any type: pytest-xdist sends only some of them."""

    def __init__(self, subtests: pytest.Subtests):
        self.subtests = subtests

    def test(self, msg: str | None = None, **values: object):
        return self.subtests.test(msg, **{name: repr(value)[:200] for name, value in values.items()})


@pytest.fixture
def subtests(subtests: pytest.Subtests) -> Cases:
    return Cases(subtests)


@pytest.fixture
def stopped_host(log_file: Path) -> Iterator[TodayHost]:
    """A host with an empty state folder that does not run yet."""
    with TodayHost(log_file) as host:
        yield host


@pytest.fixture
def host(stopped_host: TodayHost) -> TodayHost:
    """A host with an empty state folder, which serves."""
    stopped_host.start()
    return stopped_host


@pytest.fixture
def provider() -> Iterator[WeatherServer]:
    """A weather provider on this machine."""
    with WeatherServer() as server:
        yield server


@pytest.fixture
def web() -> Iterator[WebServer]:
    """A web server on this machine whose pages a test writes."""
    with WebServer() as web:
        yield web


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    """The authority that other machines trust."""
    return CertificateAuthority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def fixture_app(tmp_path: Path) -> Callable[..., Path]:
    """Makes bundles of fixture apps."""
    return lambda name, **options: make_app(tmp_path / "bundles", name, **options)


@pytest.fixture
def make_queue(fixture_app: Callable[..., Path]) -> Callable[[TodayHost], ActionQueue]:
    """Installs the queue on a host that serves."""

    def make(host: TodayHost) -> ActionQueue:
        host.install(
            fixture_app(
                "queue", app=ActionQueue.PROGRAM, widget=ActionQueue.WIDGET_PROGRAM, groups=[ActionQueue.GROUP]
            )
        )
        return ActionQueue(host)

    return make


@pytest.fixture
def queue(host: TodayHost, make_queue: Callable[[TodayHost], ActionQueue]) -> ActionQueue:
    """A host with the queue installed."""
    return make_queue(host)


@pytest.fixture
def received() -> Collected:
    """What the push service gets."""
    return Collected()


@pytest.fixture
def service(received: Collected) -> Iterator[PushService]:
    """A push service on this machine that decrypts."""
    with PushService(received.append) as service:
        yield service
        service.ended.set()
