"""A real CalDAV server on this machine: Radicale, with one person and a password."""

from __future__ import annotations

import base64
import socketserver
import urllib.request
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import radicale.config
from radicale.app import Application

from local_server import LocalServer


class CalDAVServer(LocalServer):
    """The server, on a free port of this machine, for as long as the `with` block lasts."""

    USER = "kim"
    PASSWORD = "a pässword: with everything"

    def __init__(self, folder: Path) -> None:
        users = folder / "users"
        users.write_text(f"{self.USER}:{self.PASSWORD}\n", encoding="utf-8")
        configuration = radicale.config.load()
        configuration.update(
            {
                "auth": {
                    "type": "htpasswd", "htpasswd_filename": str(users), "htpasswd_encryption": "plain", "delay": "0",
                },
                "storage": {"filesystem_folder": str(folder / "collections")},
                "logging": {"level": "warning"},
            },
            "test",
        )
        super().__init__(make_server("127.0.0.1", 0, Application(configuration), _Server, _Handler), "caldav")

    def make_calendar(self, path: str, name: str, component: str = "VEVENT") -> None:
        """Makes a calendar of the person."""
        self._send(
            "MKCALENDAR",
            f"/{self.USER}/{path}/",
            '<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>'
            f"<d:displayname>{name}</d:displayname><c:supported-calendar-component-set>"
            f'<c:comp name="{component}"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>',
        )

    def put(self, path: str, uid: str, *lines: str) -> None:
        """Stores an event with these lines."""
        event = "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT"])
        text = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n{event}\r\nEND:VCALENDAR\r\n"
        self._send("PUT", f"/{self.USER}/{path}/{uid}.ics", text, "text/calendar")

    def _send(self, method: str, path: str, body: str, kind: str = "application/xml") -> None:
        login = base64.b64encode(f"{self.USER}:{self.PASSWORD}".encode()).decode()
        request = urllib.request.Request(
            self.url + path,
            data=body.encode(),
            method=method,
            headers={"Authorization": f"Basic {login}", "Content-Type": kind},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            assert response.status in (200, 201, 204), response.status


class _Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass
