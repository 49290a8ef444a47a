"""Real reverse proxies with TLS, as an operator puts them in front of Today."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path
from typing import Self

from certificates import Certificate
from waiting import eventually


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
    """nginx with the configuration of Documentation/BehindAProxy.md."""

    def __init__(self, folder: Path, name: str, certificate: Certificate, upstream: int):
        super().__init__(folder)
        self._name, self._certificate, self._upstream = name, certificate, upstream

    def command(self) -> list[str]:
        (self._folder / "nginx.conf").write_text(f"""
            pid {self._folder}/nginx.pid;
            error_log stderr;
            events {{}}
            http {{
                access_log off;
                client_body_temp_path {self._folder}/body;
                proxy_temp_path {self._folder}/proxy;
                fastcgi_temp_path {self._folder}/fastcgi;
                uwsgi_temp_path {self._folder}/uwsgi;
                scgi_temp_path {self._folder}/scgi;
                server {{
                    listen 127.0.0.1:{self.port} ssl http2;
                    server_name {self._name};
                    ssl_certificate {self._certificate.certificate};
                    ssl_certificate_key {self._certificate.key};
                    location / {{
                        proxy_pass http://127.0.0.1:{self._upstream};
                        proxy_http_version 1.1;
                        proxy_set_header Host $http_host;
                        proxy_set_header X-Forwarded-For $remote_addr;
                        proxy_set_header X-Forwarded-Proto $scheme;
                        proxy_set_header Connection "";
                        proxy_buffering off;
                        proxy_read_timeout 1h;
                        client_max_body_size 512m;
                    }}
                }}
            }}
        """)
        nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin") or "nginx"
        return [nginx, "-c", str(self._folder / "nginx.conf"), "-g", "daemon off;"]


class Caddy(Proxy):
    """Caddy with the configuration of Documentation/BehindAProxy.md, and a certificate of the test."""

    def __init__(self, folder: Path, name: str, certificate: Certificate, upstream: int):
        super().__init__(folder)
        self._name, self._certificate, self._upstream = name, certificate, upstream

    def command(self) -> list[str]:
        (self._folder / "Caddyfile").write_text(f"""
            {{
                admin off
                auto_https disable_redirects
                default_bind 127.0.0.1
            }}
            https://{self._name}:{self.port} {{
                tls {self._certificate.certificate} {self._certificate.key}
                reverse_proxy 127.0.0.1:{self._upstream}
            }}
        """)
        return ["caddy", "run", "--config", str(self._folder / "Caddyfile"), "--adapter", "caddyfile"]
