"""Attacks on the page's server: what a program of the person can send that no browser sends."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

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


def test_request_for_two_hosts_is_refused(host: TodayHost):
    name = urlsplit(host.ready["url"]).netloc
    for head in (
        f"GET / HTTP/1.1\nHost: {name}\nHost: evil.example\n\n",
        f"GET / HTTP/1.1\nHost: {name}\nHost: {name}\n\n",
        f"GET http://evil.example/ HTTP/1.1\nHost: {name}\n\n",
    ):
        assert answer(host, head) == "HTTP/1.1 400 Bad Request", head
