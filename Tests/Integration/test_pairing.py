"""Pairing a device with the command line: the link and its QR code, which another implementation reads."""

from __future__ import annotations

import os
import pty
import re
import subprocess

from proxies import free_port
from qr_reader import read_terminal
from today_host import TODAY, TodayHost


def in_terminal(host: TodayHost, *arguments: str, columns: int = 100) -> str:
    """What a command prints on a terminal."""
    master, slave = pty.openpty()
    environment = {**host.environment, "TERM": "xterm", "COLUMNS": str(columns)}
    process = subprocess.Popen(
        [TODAY, *arguments, "--state", host.state], stdin=subprocess.DEVNULL, stdout=slave,
        stderr=subprocess.PIPE, env=environment,
    )
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65_536)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(master)
    assert process.wait(30) == 0, process.stderr.read()
    return output.decode().replace("\r\n", "\n")


def test_link_of_pair_and_its_code_in_the_terminal(stopped_host: TodayHost) -> None:
    address = "https://today.example.org"
    stopped_host.start("--listen", f"127.0.0.1:{free_port()}", "--public-url", address, "--trusted-proxy", "127.0.0.1")
    output = in_terminal(stopped_host, "pair", "--rights", "view")
    link = output.strip().splitlines()[-1]
    assert re.fullmatch(re.escape(address) + r"/pair/[\w-]{43}", link)
    assert read_terminal(output) == link


def test_link_that_other_machines_cannot_open_has_no_code(host: TodayHost) -> None:
    output = in_terminal(host, "pair")
    assert re.fullmatch(re.escape(host.ready["url"]) + r"/pair/[\w-]{43}\n", output)


def test_narrow_terminal_and_pipe_get_the_link_alone(host: TodayHost) -> None:
    assert "█" not in in_terminal(host, "pair", columns=40)
    result = host.today("pair", "--name", "Wall")
    assert re.fullmatch(r"http://\S+/pair/[\w-]{43}\n", result.stdout)
    assert "this machine alone" in result.stderr
    assert host.today_json("pair")["reaches_other_machines"] is False
    assert "name of a device" in host.today("pair", "--name", "x" * 129, status=1).stderr
