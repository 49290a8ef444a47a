"""What a server with TLS of its own must do: refuse old versions, and take a renewed certificate while it runs."""

from __future__ import annotations

import http.client
import ssl
from dataclasses import dataclass
from pathlib import Path

import pytest

from certificates import Certificate, CertificateAuthority
from waiting import TIMEOUT_SECONDS, eventually

VERSIONS = [(ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True), (ssl.TLSVersion.TLSv1_3, True)]


@dataclass
class TLSServer:
    """A host or a cloud on a port of this machine."""

    name: str
    port: int
    authority: CertificateAuthority
    log: Path

    def check_version(self, version: ssl.TLSVersion, is_spoken: bool) -> None:
        """A version of TLS is spoken, or the server refuses it."""
        if is_spoken:
            with self.authority.secure(self.name, self.port, version) as connection:
                assert connection.version() == version.name.replace("_", ".")
        else:
            with pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"):
                self.authority.secure(self.name, self.port, version)

    def check_renewal(self, certificate: Certificate, path: str) -> None:
        """New connections get a renewed certificate, old ones go on, and files that cannot be used change nothing."""
        old = http.client.HTTPConnection(self.name, self.port, timeout=TIMEOUT_SECONDS)
        old.sock = self.authority.secure(self.name, self.port)
        status = self._status(old, path)
        first, key = self._served, certificate.key.read_bytes()
        assert first == certificate.content

        renewed = self.authority.issue(self.name)
        assert self._served == renewed.content != first
        assert self._status(old, path) == status
        old.close()

        # A key that does not belong to the certificate leaves the good pair in use.
        good = renewed.key.read_bytes()
        renewed.key.write_bytes(key)
        assert self._served == renewed.content
        eventually(lambda: "The new certificate cannot be used" in self.log.read_text(), "a line in the log")
        renewed.key.write_bytes(good)
        assert self._served == renewed.content

    @property
    def _served(self) -> bytes:
        return self.authority.served(self.name, self.port)

    def _status(self, connection: http.client.HTTPConnection, path: str) -> int:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status
