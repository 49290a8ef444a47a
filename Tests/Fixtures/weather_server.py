"""A weather provider on this machine, for tests and benchmarks: a real HTTP server with recorded observations.

It answers in Open-Meteo's format at `/v1/forecast` and, for the search of places, at `/v1/search`, and in Dark Sky's at
`/forecast/KEY/LAT,LON`, in the units that are asked for. The observations are real (see observations.py); the chance of precipitation and the summaries are made.

In a test, `WeatherServer` is a context manager and its methods say how it behaves. From the command line

    python3 weather_server.py [--port PORT]

prints `http://127.0.0.1:PORT` and serves until its input ends. It then is steered over HTTP:

    POST /control   {"rule": {"mode": "status", "status": 503}}   adds a rule
    POST /control   {"clear": true}                               removes all rules
    POST /control   {"release": true}                             lets every held request go on
    POST /control   {"hour": 1200}                                moves in the record
    GET  /control                                                 {"requests": [...], "held": 0, "hour": 0}

A *rule* changes the answer to the requests whose path contains its `match` (all if left out), `times` times (always if
left out); the newest rule that fits counts. Its `mode` is one of

    hold        waits until it is released, then answers as if there were no rule
    status      answers with `status` and an error of the provider
    malformed   answers with JSON that breaks off
    partial     answers with an object that lacks what matters
    huge        answers with `bytes` bytes (4 MiB if left out)
    truncated   announces more bytes than it sends, and closes
    drop        closes the connection without an answer
    redirect    answers 302 to `location`
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import observations
import weather_formats
from local_server import LocalServer

MODES = {"hold", "status", "malformed", "partial", "huge", "truncated", "drop", "redirect"}

#: The key that the Dark Sky format accepts.
KEY = "0123456789abcdef"


@dataclass
class Rule:
    """How some requests are answered; the module's docstring lists the modes."""

    mode: str
    match: str = ""
    times: int | None = None
    status: int = 500
    bytes: int = 4 * 1024 * 1024
    location: str = ""

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ValueError(f"{self.mode} is none of {', '.join(sorted(MODES))}")


class WeatherServer(LocalServer):
    """The server, on a free port of this machine, for as long as the `with` block lasts."""

    def __init__(self, port: int = 0):
        self._condition = threading.Condition()
        self._rules: list[Rule] = []
        self._requests: list[str] = []
        self._held = 0
        self._releases = 0
        self._hour = 4400
        server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
        server.daemon_threads = True
        server.weather = self  # type: ignore[attr-defined]
        super().__init__(server, "weather")

    def close(self) -> None:
        """Lets go what it holds, and stops listening."""
        self.release()
        super().close()

    # What it answers

    @property
    def hour(self) -> int:
        """The hour of the record that is served as now."""
        with self._condition:
            return self._hour

    @hour.setter
    def hour(self, hour: int) -> None:
        with self._condition:
            self._hour = hour

    def observation(self, latitude: float, longitude: float) -> observations.Observation:
        """What a place is told now."""
        return observations.at(latitude, longitude, self.hour)

    # How it behaves

    def rule(self, mode: str, **options) -> None:
        """Adds a rule."""
        with self._condition:
            self._rules.append(Rule(mode, **options))

    def clear(self) -> None:
        """Removes every rule. Requests that are held stay held."""
        with self._condition:
            self._rules.clear()

    def release(self) -> None:
        """Lets every request that is held now go on."""
        with self._condition:
            self._releases += 1
            self._condition.notify_all()

    # What it saw

    @property
    def requests(self) -> list[str]:
        """The path and query of each request, in the order they came."""
        with self._condition:
            return list(self._requests)

    @property
    def held(self) -> int:
        """How many requests are held."""
        with self._condition:
            return self._held

    def wait_for_requests(self, count: int, timeout: float = 20) -> list[str]:
        """Waits until there were so many requests since the start."""
        with self._condition:
            if not self._condition.wait_for(lambda: len(self._requests) >= count, timeout):
                raise TimeoutError(f"{len(self._requests)} requests came, {count} were waited for")
            return list(self._requests)

    def wait_for_held(self, count: int = 1, timeout: float = 20) -> None:
        """Waits until so many requests are held."""
        with self._condition:
            if not self._condition.wait_for(lambda: self._held >= count, timeout):
                raise TimeoutError(f"{self._held} requests are held, {count} were waited for")

    # For the handler

    def _receive(self, path: str) -> Rule | None:
        with self._condition:
            self._requests.append(path)
            rule = next((rule for rule in reversed(self._rules) if rule.match in unquote(path)), None)
            if rule is not None and rule.times is not None:
                rule.times -= 1
                if rule.times <= 0:
                    self._rules.remove(rule)
            self._condition.notify_all()
            return rule

    def _hold(self) -> None:
        with self._condition:
            mine = self._releases
            self._held += 1
            self._condition.notify_all()
            self._condition.wait_for(lambda: self._releases > mine, 120)
            self._held -= 1
            self._condition.notify_all()

    def _control(self, command: dict) -> None:
        if "rule" in command:
            self.rule(**command["rule"])
        if command.get("clear"):
            self.clear()
        if command.get("release"):
            self.release()
        if "hour" in command:
            self.hour = int(command["hour"])


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def weather(self) -> WeatherServer:
        return self.server.weather  # type: ignore[attr-defined]

    def do_GET(self) -> None:
        if self.path == "/control":
            weather = self.weather
            self._answer(200, {"requests": weather.requests, "held": weather.held, "hour": weather.hour})
            return
        rule = self.weather._receive(self.path)
        if rule is None:
            self._answer_weather()
        else:
            self._follow(rule)

    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 65536))
        if self.path != "/control":
            self._answer(404, {"error": True, "reason": "Not Found"})
            return
        try:
            self.weather._control(json.loads(body))
        except (ValueError, TypeError, AttributeError) as error:
            self._answer(400, {"error": True, "reason": str(error)})
        else:
            self._answer(200, {})

    def _follow(self, rule: Rule) -> None:
        match rule.mode:
            case "hold":
                self.weather._hold()
                self._answer_weather()
            case "status":
                self._answer(rule.status, {"error": True, "reason": "The test asked for it", "code": rule.status})
            case "malformed":
                self._send(200, b'{"current": {"temperature_2m": 61.', {})
            case "partial":
                self._answer(200, {"latitude": 1.0, "longitude": 2.0, "current": {}, "currently": {}})
            case "huge":
                self._send(200, b" " * rule.bytes, {})
            case "truncated":
                self._send(200, b'{"current": ', {"Content-Length": "5000"})
                self.close_connection = True
            case "drop":
                self.close_connection = True
            case "redirect":
                self._send(302, b"", {"Location": rule.location})

    def _answer_weather(self) -> None:
        address = urlsplit(self.path)
        parts = address.path.strip("/").split("/")
        hour = self.weather.hour
        try:
            if parts == ["v1", "search"]:
                self._answer(200, weather_formats.geocoding(address.query))
            elif parts == ["v1", "forecast"]:
                self._answer(200, weather_formats.open_meteo(address.query, hour))
            elif len(parts) == 3 and parts[0] == "forecast":
                if parts[1] != KEY:
                    raise weather_formats.BadRequest(403, {"code": 403, "error": "permission denied"})
                self._answer(200, weather_formats.dark_sky(unquote(parts[2]), address.query, hour))
            else:
                self._answer(404, {"error": True, "reason": "Not Found"})
        except weather_formats.BadRequest as refusal:
            self._answer(refusal.status, refusal.body)

    def _answer(self, status: int, body: dict) -> None:
        self._send(status, json.dumps(body, ensure_ascii=False).encode(), {})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        fields = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(body)), **headers}
        try:
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # The client has read enough, or is gone.

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description="A weather provider on this machine.")
    parser.add_argument("--port", type=int, default=0)
    with WeatherServer(parser.parse_args().port) as server:
        print(server.url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
