"""What the browser tests need beyond Tests/conftest.py: a real Chromium, and pages of the screen."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright, expect, sync_playwright

from certificates import Certificate, CertificateAuthority
from counter import Counter
from fixture_apps import make_app
from messages import Messages
from notifier import Notifier
from proxies import free_port
from remote_machine import NAME
from today_host import TIMEOUT_SECONDS, TodayHost
from weather import Weather
from weather_server import WeatherServer

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
#: The same browser without windows, toolbars and what else surrounds a page, which costs a seventh for each visitor.
SHELL = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")

expect.set_options(timeout=TIMEOUT_SECONDS * 1000)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def launch(playwright: Playwright) -> Callable[..., Browser]:
    """Starts a Chromium without windows, with further switches of its command line and options of Playwright."""
    if CHROMIUM is None or SHELL is None:
        raise pytest.UsageError("Chromium is missing; run script/bootstrap --tests.")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return lambda *switches, path=SHELL, **options: playwright.chromium.launch(
        executable_path=path, args=[*arguments, *switches], **options
    )


@pytest.fixture
def launch_own(playwright: Playwright, launch: Callable[..., Browser]) -> Iterator[Callable[..., BrowserContext]]:
    """Starts a Chromium with windows and a profile of its own, as a person has it."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    started: list[BrowserContext] = []

    def start(folder: Path, environment: dict[str, str], **options) -> BrowserContext:
        started.append(
            playwright.chromium.launch_persistent_context(
                folder, executable_path=CHROMIUM, args=arguments, headless=False, env=environment, locale="en-US",
                timezone_id="UTC", **options,
            )
        )
        return started[-1]

    yield start
    for context in started:
        context.close()


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A Chromium without windows."""
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A Chromium without windows that has all that is around pages."""
    browser = launch(path=CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture
def remote_browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A Chromium of another machine, which finds the host by its name and accepts the certificate of the test.

    The option of a page (`ignore_https_errors`) would not do: without a switch of its own Chromium starts no service
    worker.
    """
    browser = launch(f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors")
    yield browser
    browser.close()


@pytest.fixture
def certificate(authority: CertificateAuthority) -> Certificate:
    """The certificate of the host's public name."""
    return authority.issue(NAME)


@pytest.fixture
def public_host(stopped_host: TodayHost, certificate: Certificate) -> TodayHost:
    """A host that speaks TLS at a public address."""
    port = free_port()
    stopped_host.arguments = [
        "--listen", f"127.0.0.1:{port}", "--public-url", f"https://{NAME}:{port}",
        "--tls-certificate", str(certificate.certificate), "--tls-key", str(certificate.key),
    ]
    stopped_host.start()
    return stopped_host


@pytest.fixture
def screenshots() -> Path:
    """Where screenshots are kept."""
    folder = ROOT / "artifacts/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def weather(host: TodayHost, provider: WeatherServer) -> Weather:
    """A host with Weather installed, which asks the provider on this machine."""
    weather = Weather(host, provider)
    weather.install()
    return weather


@pytest.fixture
def counter(host: TodayHost, fixture_app: Callable[..., Path]) -> Counter:
    """A host with the counter installed."""
    return Counter(host).install(fixture_app)


@pytest.fixture
def asking_notifier(host: TodayHost, fixture_app: Callable[..., Path]) -> Notifier:
    """A host with the notifier installed, which offers its actions and has not asked whether it may notify."""
    return Notifier(host).install(fixture_app)


@pytest.fixture
def notifier(asking_notifier: Notifier) -> Notifier:
    """A host with the notifier installed, allowed and offering its actions."""
    return asking_notifier.allow()


@pytest.fixture
def messages(host: TodayHost) -> Messages:
    """Messages on a host with a cloud inside."""
    messages = Messages(host)
    messages.install()
    return messages


# Hosts that the tests of a file share, which leave them as they are.


@pytest.fixture(scope="module")
def start_shared(shared_log: Path) -> Iterator[Callable[[], TodayHost]]:
    """Starts hosts for all tests of a file."""
    with ExitStack() as hosts:

        def start() -> TodayHost:
            host = hosts.enter_context(TodayHost(shared_log))
            host.start()
            return host

        yield start


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Makes bundles of fixture apps for shared hosts."""
    folder = tmp_path_factory.mktemp("bundles")
    return lambda name, **options: make_app(folder, name, **options)


@pytest.fixture(scope="module")
def shared_host(start_shared: Callable[[], TodayHost]) -> TodayHost:
    """A shared host without apps."""
    return start_shared()


@pytest.fixture(scope="module")
def shared_weather(start_shared: Callable[[], TodayHost]) -> Iterator[Weather]:
    """A shared host with Weather."""
    with WeatherServer() as provider:
        weather = Weather(start_shared(), provider)
        weather.install()
        yield weather


@pytest.fixture(scope="module")
def shared_counter(start_shared: Callable[[], TodayHost], shared_app: Callable[..., Path]) -> Counter:
    """A shared host with the counter, which stays at 0."""
    return Counter(start_shared()).install(shared_app)


class Visitor:
    """Somebody with a browser of their own; their pages must neither throw nor break the content policy."""

    def __init__(self, context: BrowserContext, banners_pass: bool = False):
        self.context = context
        self.complaints: list[str] = []
        if not banners_pass:
            context.add_init_script(
                "{ const later = setTimeout; window.setTimeout = (act, ms) => later(act, ms === 6000 ? 600000 : ms); }"
            )
        context.set_default_timeout(TIMEOUT_SECONDS * 1000)

    def page(self) -> Page:
        """A new tab."""
        page = self.context.new_page()
        page.on("pageerror", self._note_error)
        page.on("console", self._note)
        return page

    def sign_in(self, host: TodayHost) -> Page:
        """Follows a new link; returns the tab with the screen."""
        page = self.page()
        page.goto(host.request("POST", "/api/links")["link"])
        expect(page.locator("h1.date")).to_be_visible()
        return page

    def _note_error(self, error: Error) -> None:
        # That one page faded into the next too late is the browser's own affair.
        if not str(error).startswith("Transition was"):
            self.complaints.append(str(error))

    def _note(self, message: ConsoleMessage) -> None:
        # A host that is away, and answers that are errors on purpose, are no mistakes of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)


@pytest.fixture
def visitors(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end none may have a complaint.

    However slow the machine is, banners wait for the test, unless `banners_pass`. Only tests of the service worker let it run.
    They share a browser, unless a test brings one of its own. What is around pages, such as notifications of the system and the
    installation of the page, has only a `whole` Chromium.
    """
    made: list[Visitor] = []

    def make(
        width: int = 390, height: int = 844, banners_pass: bool = False, own: BrowserContext | None = None, whole: bool = False,
        **options,
    ) -> Visitor:
        options = {
            "color_scheme": "dark", "locale": "en-US", "timezone_id": "UTC", "service_workers": "block", **options,
        }
        shared = request.getfixturevalue("whole_browser") if whole else browser
        context = own or shared.new_context(viewport={"width": width, "height": height}, **options)
        made.append(Visitor(context, banners_pass))
        return made[-1]

    yield make
    complaints = [complaint for visitor in made for complaint in visitor.complaints]
    for visitor in made:
        if visitor.context.browser is not None:
            visitor.context.close()
    assert complaints == []


@pytest.fixture
def visitor(visitors: Callable[..., Visitor]) -> Visitor:
    """Somebody with a phone."""
    return visitors()
