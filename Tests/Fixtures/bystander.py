"""A person who looks at the page, and a widget that goes on, while something else happens on the same host."""

from __future__ import annotations

import http.client
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator
from urllib.parse import urlsplit

from today_host import TodayHost
from waiting import TIMEOUT_SECONDS

GROUP = "group.test.fresh"
WIDGET = "test.fresh.widget"


class Bystander:
    """Asks for the screen again and again, as a page does that is open, and has the widget updated.

    Between two requests it waits `pause` seconds. Loading the page itself would update every widget, so nothing that an attack does
    would be unasked.
    """

    def __init__(self, host: TodayHost, fixture_app: Callable[..., Path], pause: float = 0.01):
        self.host = host
        self._pause = pause
        host.install(fixture_app("fresh", widget="fresh_widget", groups=[GROUP]))
        address = urlsplit(host.ready["link"])
        self._address = (address.hostname, address.port)
        self._headers = {"Host": address.netloc, "Accept-Language": "en"}
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=TIMEOUT_SECONDS)
        connection.request("GET", address.path, headers=self._headers)
        response = connection.getresponse()
        response.read()
        cookies = [value.partition(";")[0] for name, value in response.getheaders() if name.lower() == "set-cookie"]
        connection.close()
        self._headers["Cookie"] = "; ".join(cookies)

    @contextmanager
    def looking(self) -> Iterator[list[float]]:
        """Looks on for as long as the `with` block lasts.

        The list gets how long each request for the screen took, in milliseconds. The widget is updated at least once.
        """
        times: list[float] = []
        over = threading.Event()
        enough = threading.Event()
        failures: list[BaseException] = []

        def look() -> None:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self._address[1], timeout=TIMEOUT_SECONDS)
                while not (over.is_set() and times):
                    begin = time.perf_counter()
                    connection.request("GET", "/api/screen", headers=self._headers)
                    response = connection.getresponse()
                    response.read()
                    times.append((time.perf_counter() - begin) * 1000)
                    assert response.status == 200, response.status
                    over.wait(self._pause)
                connection.close()
            except BaseException as error:  # The test fails with it.
                failures.append(error)

        def update() -> None:
            try:
                self.host.request("POST", f"/api/widgets/{WIDGET}/reload")
                while not enough.wait(0.2):
                    self.host.request("POST", f"/api/widgets/{WIDGET}/reload")
            except BaseException as error:
                failures.append(error)

        before = self.updates
        threads = [threading.Thread(target=look), threading.Thread(target=update)]
        for thread in threads:
            thread.start()
        try:
            yield times
        finally:
            over.set()
            threads[0].join()
            enough.set()
            threads[1].join()
        if failures:
            raise failures[0]
        assert self.updates > before, "the other widget was not updated"

    @property
    def updates(self) -> int:
        """How often the widget was updated."""
        file = self.host.group_folder(GROUP) / "updates.txt"
        return len(file.read_text().splitlines()) if file.exists() else 0
