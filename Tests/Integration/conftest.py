"""What the integration tests need beyond Tests/conftest.py."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Iterator

import pytest
import urbanairship as ua

from browser_device import BrowserDevice, PushedBrowser
from caldav_server import CalDAVServer
from clock import HostClock
from cloudkit_client import CloudKit
from cloudkit_helpers import fresh, good, sign_in
from cloudkit_service import CloudKitService
from counter import Counter
from desktop import Desktop
from habits import Habits
from keyring import Keyring
from mailer import APP, Mailer, airship
from notifier import Notifier
from push_service import PushService
from shopping import Shopping
from today_cloud import TodayCloud
from today_host import TodayHost
from two_mailers import TwoMailers, two_mailers
from waiting import Collected
from weather import Weather
from weather_server import WeatherServer


@pytest.fixture
def counter(host: TodayHost, fixture_app: Callable[..., Path]) -> Counter:
    """A host with the counter installed."""
    host.install(fixture_app("counter", app="counter_app", widget="counter_widget", groups=[Counter.GROUP]))
    return Counter(host)


@pytest.fixture
def weather(host: TodayHost, provider: WeatherServer) -> Weather:
    """A host with Weather installed, which asks the provider on this machine."""
    weather = Weather(host, provider)
    weather.install()
    return weather


@pytest.fixture
def caldav(tmp_path: Path) -> Iterator[CalDAVServer]:
    """A CalDAV server without calendars."""
    with CalDAVServer(tmp_path) as server:
        yield server


@pytest.fixture
def clock(tmp_path: Path) -> HostClock:
    """The clock of a host that is started with it."""
    return HostClock(tmp_path / "clock.json")


@pytest.fixture
def host_arguments() -> list[str]:
    """Further arguments of `timed_host`, for a module that needs them."""
    return []


@pytest.fixture
def timed_host(stopped_host: TodayHost, clock: HostClock, host_arguments: list[str]) -> TodayHost:
    """A host that follows `clock`, also when it is started again."""
    stopped_host.arguments = ["--clock-file", str(clock.file), *host_arguments]
    stopped_host.start()
    return stopped_host


@pytest.fixture
def notifier(timed_host: TodayHost, fixture_app: Callable[..., Path]) -> Notifier:
    """A host that follows `clock`, with the notifier installed, allowed and offering its actions."""
    timed_host.install(fixture_app("notifier", app=Notifier.PROGRAM, groups=[Notifier.GROUP]))
    notifier = Notifier(timed_host)
    notifier.allow()
    notifier.offer()
    return notifier


@pytest.fixture
def browser(notifier: Notifier, service: PushService, received: Collected) -> PushedBrowser:
    """A paired browser that is subscribed, of a host with the notifier and `--allow-loopback-push`."""
    device = BrowserDevice(notifier.host)
    device.subscribe(service)
    return PushedBrowser(device, service, received)


@pytest.fixture
def desktop(stopped_host: TodayHost, log_file: Path) -> Iterator[Desktop]:
    """A desktop's session, which a host joins that is started after this: name it before such a host."""
    with Desktop(log_file.with_suffix(".desktop.log")) as desktop:
        desktop.join(stopped_host)
        yield desktop


@pytest.fixture
def keyring(desktop: Desktop) -> Keyring:
    """The keyring of the desktop's session, which is open: name it before a host that is to join the session."""
    keyring = Keyring(desktop)
    keyring.start()
    return keyring


@pytest.fixture
def shopping(timed_host: TodayHost) -> Shopping:
    """A host that follows `clock`, with Shopping List installed."""
    shopping = Shopping(timed_host)
    shopping.install()
    return shopping


@pytest.fixture
def habits(timed_host: TodayHost) -> Habits:
    """A host that follows `clock`, with Habits installed."""
    return Habits(timed_host).install()


@pytest.fixture
def mailer(host: TodayHost, fixture_app: Callable[..., Path], tmp_path: Path) -> Mailer:
    """A host with a cloud inside, and the mailer."""
    return Mailer(host, lambda folder, name, **more: fixture_app(name, **more), tmp_path).install()


@pytest.fixture
def sender(mailer: Mailer) -> ua.BasicAuthClient:
    """Sends through the cloud inside the host."""
    keys = mailer.host.request("GET", f"/api/cloud/keys?app={APP}")
    return airship(keys["url"], keys["appKey"], keys["masterSecret"])


@pytest.fixture(scope="session")
def cloudkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CloudKitService]:
    """A cloud that serves all tests of CloudKit Web Services, with two containers and a key."""
    folder = tmp_path_factory.mktemp("cloudkit")
    logs = Path(__file__).resolve().parents[2] / "artifacts/logs"
    logs.mkdir(parents=True, exist_ok=True)
    with TodayCloud(logs / "cloudkit.log") as cloud:
        cloud.start("--request-rate", "0")
        yield CloudKitService(cloud, folder)


@pytest.fixture
def two(log_file: Path, tmp_path: Path) -> Iterator[TwoMailers]:
    """Two hosts of one person with the mailer installed, and the cloud that they have joined."""
    with two_mailers(log_file, tmp_path) as two:
        yield two


@pytest.fixture
def stopped_cloud(log_file: Path) -> Iterator[TodayCloud]:
    """A cloud with an empty state folder that does not run yet."""
    with TodayCloud(log_file) as cloud:
        yield cloud


@pytest.fixture
def cloud(stopped_cloud: TodayCloud) -> TodayCloud:
    """A cloud with an empty state folder, which serves."""
    stopped_cloud.start()
    return stopped_cloud


@pytest.fixture(name="airship")
def airship_client(cloud: TodayCloud) -> ua.BasicAuthClient:
    """Airship's client, pointed at the cloud."""
    return airship(cloud.ready["url"], cloud.ready["app_key"], cloud.ready["master_secret"])


@pytest.fixture
def ada(cloudkit: CloudKitService) -> CloudKit:
    """A new person, signed in to an empty private database."""
    return sign_in(cloudkit, fresh("ada"))


@pytest.fixture
def today(ada: CloudKit) -> str:
    """The name of a zone of Ada's own."""
    good(ada.zones_modify("create", "today"))
    return "today"
