"""What other users of the machine reach of a host and of a cloud that are not theirs: nothing."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from today_cloud import TodayCloud
from today_host import TodayHost

#: Some user without rights.
NOBODY = 65534

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user")

ASK = """
import socket, sys
family, address, request = int(sys.argv[1]), eval(sys.argv[2]), sys.argv[3]
with socket.socket(family) as connection:
    connection.settimeout(30)
    try:
        connection.connect(address)
        connection.sendall(request.encode())
        print(connection.recv(4096).decode(errors="replace"))
    except (PermissionError, ConnectionError) as error:
        print(type(error).__name__)
"""


def ask(user: int, family: socket.AddressFamily, address: object, request: str) -> str:
    """What a user gets for a request: the beginning of the answer, nothing, or the name of the error."""
    return subprocess.run(
        [sys.executable, "-c", ASK, str(int(family)), repr(address), request],
        user=user, group=user, extra_groups=[], cwd="/", capture_output=True, text=True, timeout=60, check=True,
    ).stdout.strip()


@pytest.mark.parametrize("family, address", [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_another_user_reaches_no_page_not_even_with_the_link(host: TodayHost, family, address):
    link = urlsplit(host.ready["link"])
    request = f"GET {link.path} HTTP/1.1\r\nHost: {link.netloc}\r\nConnection: close\r\n\r\n"

    assert ask(NOBODY, family, (address, link.port), request) in ("", "ConnectionResetError", "BrokenPipeError")
    # The link was not used up, and the person gets a session.
    assert "set-cookie" in ask(0, family, (address, link.port), request).lower()


def test_another_user_does_not_reach_the_socket(host: TodayHost):
    request = "GET /api/apps HTTP/1.1\r\nHost: today\r\nConnection: close\r\n\r\n"

    assert ask(NOBODY, socket.AF_UNIX, host.ready["socket"], request) == "PermissionError"
    assert ask(0, socket.AF_UNIX, host.ready["socket"], request).startswith("HTTP/1.1 ")


#: The ways to publish to a topic and to read it.
TOPIC_REQUESTS = [
    ("POST", "/home"), ("GET", "/home/publish"), ("GET", "/home/json?poll=1"), ("GET", "/home/sse?poll=1"),
    ("GET", "/home/auth"), ("DELETE", "/home/x"),
]


def status(user: int, url: str, method: str, path: str, *fields: str) -> int:
    """The status of a user's request to a cloud."""
    place = urlsplit(url)
    head = [f"{method} {path} HTTP/1.1", f"Host: {place.netloc}", "Content-Length: 0", "Connection: close", *fields]
    answer = ask(user, socket.AF_INET, (place.hostname, place.port), "\r\n".join(head) + "\r\n\r\n")
    return int(answer.split()[1])


def test_another_user_neither_reads_nor_publishes_to_topics_of_the_cloud_inside(host: TodayHost):
    url = host.ready["cloud"]["url"]

    for method, path in TOPIC_REQUESTS:
        assert status(NOBODY, url, method, path) == 403, (method, path)
        assert status(0, url, method, path) == 200, (method, path)


def test_another_user_needs_a_rule_or_a_token_for_topics_on_loopback(log_file: Path):
    with TodayCloud(log_file) as cloud:
        url = cloud.start()["url"]
        assert status(NOBODY, url, "POST", "/home") == 403
        token = cloud.today("access", "token", "nobody").strip()
        assert status(NOBODY, url, "POST", "/home", f"Authorization: Bearer {token}") == 200
        cloud.today("access", "set", "everyone", "home", "read-write")
        assert status(NOBODY, url, "POST", "/home") == 200
        assert status(NOBODY, url, "POST", "/work") == 403


def test_topics_that_the_operator_opened_are_open_to_every_user(log_file: Path):
    with TodayCloud(log_file) as cloud:
        url = cloud.start("--topics", "read-write")["url"]
        assert status(NOBODY, url, "POST", "/home") == 200
