"""nginx with its module nchan, which the cloud's streams are measured beside: one channel, read by Server-Sent Events."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import processes
from today_host import eventually

MODULE = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")

CONFIGURATION = """
load_module {module};
daemon off;
worker_processes {workers};
worker_rlimit_nofile {files};
pid {folder}/nginx.pid;
error_log {folder}/error.log error;
events {{ worker_connections {files}; }}
http {{
    access_log off;
    keepalive_requests 1000000;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location = /publish {{
            nchan_publisher;
            nchan_channel_id bench;
            nchan_message_buffer_length 1000;
            nchan_message_timeout 1h;
        }}
        location = /healthz {{ return 200 "healthy"; }}
        location = /subscribe {{
            nchan_subscriber eventsource;
            nchan_channel_id bench;
            nchan_subscriber_first_message newest;
        }}
    }}
}}
"""


def program() -> str | None:
    """The nginx of this machine, if it has the module."""
    found = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    return found if found and MODULE.exists() else None


class Nchan:
    """nginx with nchan on a port of its own, for as long as the `with` block lasts; one worker for each core.

    What is published is kept in memory alone.
    """

    def __init__(self, files: int):
        self.folder = Path(tempfile.mkdtemp(prefix="nchan-", dir="/tmp"))
        # The workers of a master that runs as root have no rights there otherwise.
        self.folder.chmod(0o755)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        file = self.folder / "nginx.conf"
        file.write_text(CONFIGURATION.format(
            module=MODULE, workers="auto", files=files, folder=self.folder, port=self.port
        ))
        self.process = subprocess.Popen(
            [program(), "-p", self.folder, "-c", file, "-e", self.folder / "error.log"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> "Nchan":
        eventually(lambda: self._serves() or self.process.poll() is not None, "nginx")
        if self.process.poll() is not None:
            log = self.folder / "error.log"
            raise AssertionError(f"nginx ended: {log.read_text() if log.exists() else ''}")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def pids(self) -> list[int]:
        """Its processes."""
        return [self.process.pid, *(each.pid for each in processes.descendants(self.process.pid))]

    def _serves(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
