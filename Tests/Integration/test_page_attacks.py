"""Attacks on the page's server: what a program of the person can send that no browser sends."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from typing import Callable, Iterator
from urllib.parse import urlsplit

from browser_device import BrowserDevice
from proxies import free_port
from remote_machine import NAME
from today_host import TodayHost


def address(host: TodayHost) -> tuple[str, int]:
    """Where the page is served, as the kernel needs it."""
    return "127.0.0.1", urlsplit(host.ready["url"]).port


def answer(host: TodayHost, head: str) -> str:
    """The first line of the answer to a request's head."""
    with socket.create_connection(address(host), timeout=30) as connection:
        connection.sendall(head.replace("\n", "\r\n").encode())
        return connection.makefile("rb").readline().decode().strip()


def test_half_sent_heads_keep_nobody_else_out(host: TodayHost):
    name = urlsplit(host.ready["url"]).netloc
    attackers = [socket.create_connection(address(host), timeout=30) for _ in range(300)]
    try:
        for each in attackers:
            try:
                each.sendall(b"GET / HTTP/1.1\r\nHost: ")
            except OSError:
                pass  # It had to give way already.
        assert answer(host, f"GET / HTTP/1.1\nHost: {name}\n\n") == "HTTP/1.1 401 Unauthorized"
    finally:
        for each in attackers:
            each.close()


@contextmanager
def half_sent_bodies(server: tuple[str, int], head: Callable[[int], str]) -> Iterator[None]:
    """More requests than a server has connections, whose bodies never come; fails if one had to be waited for."""
    attackers = []
    for number in range(300):
        try:
            attackers.append(socket.create_connection(server, timeout=30))
            attackers[-1].sendall(head(number).replace("\n", "\r\n").encode())
        except OSError:
            pass  # It had to give way already.
    try:
        yield
        for each in attackers:
            each.setblocking(False)
            try:
                assert not each.recv(1), "the time for a body had to end first"
            except (BlockingIOError, ConnectionResetError):
                pass
    finally:
        for each in attackers:
            each.close()


def test_half_sent_bodies_keep_nobody_else_out(host: TodayHost):
    browser = BrowserDevice(host)
    head = (
        f"POST /api/notifications/dismiss HTTP/1.1\nHost: {browser.authority}\nCookie: {browser.cookie}\n"
        f"Origin: {browser.origin}\nContent-Type: application/json\nContent-Length: 9\n\n"
    )
    with half_sent_bodies(address(host), lambda _: head):
        assert "<main" in browser.page("/")
        # The same client's own request is not the one that gives way: its body is there.
        assert answer(host, head + '"nothing"') == "HTTP/1.1 400 Bad Request"


def test_half_sent_bodies_of_strangers_behind_a_proxy_keep_nobody_else_out(stopped_host: TodayHost):
    port = free_port()
    stopped_host.start("--listen", f"127.0.0.1:{port}", "--public-url", f"https://{NAME}", "--trusted-proxy", "127.0.0.0/8")

    def head(number: int) -> str:
        return (
            f"POST /passkeys/sign-in HTTP/1.1\nHost: {NAME}\nOrigin: https://{NAME}\nContent-Length: 9\n"
            f"X-Forwarded-For: 203.0.113.{number % 200}\n\n"
        )

    with half_sent_bodies(("127.0.0.1", port), head):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
            assert connection.makefile("rb").readline() == b"HTTP/1.1 401 Unauthorized\r\n"


def test_request_for_two_hosts_is_refused(host: TodayHost):
    name = urlsplit(host.ready["url"]).netloc
    for head in (
        f"GET / HTTP/1.1\nHost: {name}\nHost: evil.example\n\n",
        f"GET / HTTP/1.1\nHost: {name}\nHost: {name}\n\n",
        f"GET http://evil.example/ HTTP/1.1\nHost: {name}\n\n",
    ):
        assert answer(host, head) == "HTTP/1.1 400 Bad Request", head
