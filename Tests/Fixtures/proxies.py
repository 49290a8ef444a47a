"""Real reverse proxies with TLS, as an operator puts them in front of Today."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path
from typing import Self

from certificates import Certificate
from waiting import eventually

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Proxy:
    """A proxy on 127.0.0.1 that runs for as long as the `with` block lasts."""

    def __init__(self, folder: Path):
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen | None = None

    def command(self) -> list[str]:
        """Writes the configuration; returns what runs the proxy in the foreground."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        with (self._folder / "proxy.log").open("wb") as log:
            self._process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"HOME": str(self._folder), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
            )
        eventually(self._listens, "the proxy")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(10)

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "proxy.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except ConnectionRefusedError:
            return False
        return True


class Nginx(Proxy):
    """nginx in front of a host, with the configuration of Documentation/BehindNginx.md."""

    def __init__(self, folder: Path, name: str, certificate: Certificate, upstream: int):
        super().__init__(folder)
        self._name, self._certificate, self._upstream = name, certificate, upstream

    def command(self) -> list[str]:
        (self._folder / "nginx.conf").write_text(f"""
            pid {self._folder}/nginx.pid;
            error_log stderr;
            events {{ worker_connections 4096; }}
            http {{
                access_log off;
                client_body_temp_path {self._folder}/body;
                proxy_temp_path {self._folder}/proxy;
                fastcgi_temp_path {self._folder}/fastcgi;
                uwsgi_temp_path {self._folder}/uwsgi;
                scgi_temp_path {self._folder}/scgi;
                {self.server()}
            }}
        """)
        nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
        return [nginx, "-c", str(self._folder / "nginx.conf"), "-g", "daemon off;"]

    def server(self) -> str:
        """The server of the configuration."""
        files = "/etc/letsencrypt/live/today.example.org"
        return _documented(
            "BehindNginx.md", "nginx", {
                "listen 443 ": f"listen 127.0.0.1:{self.port} ",
                "server_name today.example.org;": f"server_name {self._name};",
                f"{files}/fullchain.pem": str(self._certificate.certificate),
                f"{files}/privkey.pem": str(self._certificate.key),
                "http://127.0.0.1:8090;": f"http://127.0.0.1:{self._upstream};",
            },
        )


class CloudNginx(Nginx):
    """nginx in front of a cloud, with the configuration of Documentation/RunningACloud.md."""

    def server(self) -> str:
        location = _documented("RunningACloud.md", "nginx", {"http://127.0.0.1:8765;": f"http://127.0.0.1:{self._upstream};"})
        return f"""
            server {{
                listen 127.0.0.1:{self.port} ssl http2;
                server_name {self._name};
                ssl_certificate {self._certificate.certificate};
                ssl_certificate_key {self._certificate.key};
                {location}
            }}
        """


def _documented(document: str, language: str, changes: dict[str, str]) -> str:
    """The configuration that a document prints, with the addresses and files of a test instead of its own."""
    text = (ROOT / "Documentation" / document).read_text()
    text = text.split(f"```{language}\n")[1].split("```")[0]
    for printed, meant in changes.items():
        assert text.count(printed) == 1, f"{document} does not print “{printed}” once"
        text = text.replace(printed, meant)
    return text


class Caddy(Proxy):
    """Caddy with the configuration of Documentation/BehindCaddy.md, and a certificate of the test."""

    def __init__(self, folder: Path, name: str, certificate: Certificate, upstream: int):
        super().__init__(folder)
        self._name, self._certificate, self._upstream = name, certificate, upstream

    def command(self) -> list[str]:
        certificate = f"tls {self._certificate.certificate} {self._certificate.key}"
        site = _documented(
            "BehindCaddy.md", "caddy", {
                "today.example.org {": f"https://{self._name}:{self.port} {{\n{certificate}",
                "127.0.0.1:8090": f"127.0.0.1:{self._upstream}",
            },
        )
        (self._folder / "Caddyfile").write_text(f"""
            {{
                admin off
                auto_https disable_redirects
                default_bind 127.0.0.1
            }}
            {site}
        """)
        return ["caddy", "run", "--config", str(self._folder / "Caddyfile"), "--adapter", "caddyfile"]
