"""Certificates of a test's own authority, made by OpenSSL."""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

from waiting import TIMEOUT_SECONDS


@dataclass
class Certificate:
    """A certificate with its chain, and its private key, in PEM files."""

    certificate: Path
    key: Path

    @property
    def content(self) -> bytes:
        """What a server sends of it that has the files as they are now."""
        return ssl.PEM_cert_to_DER_cert(self.certificate.read_text())


class CertificateAuthority:
    """An authority that browsers and programs trust if they are given its file."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._own = Certificate(folder / "authority.pem", folder / "authority.key")
        self._run(
            "req", "-x509", *self._new_key(self._own.key), "-subj", "/CN=Test authority", "-days", "30",
            "-out", self._own.certificate,
        )

    @property
    def file(self) -> Path:
        """The authority's certificate."""
        return self._own.certificate

    def secure(self, name: str, port: int, version: ssl.TLSVersion | None = None) -> ssl.SSLSocket:
        """A new connection to a port of this machine whose certificate is for a name, perhaps in one version of TLS."""
        context = ssl.create_default_context(cafile=str(self.file))
        if version is not None:
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = context.maximum_version = version
        raw = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_SECONDS)
        try:
            return context.wrap_socket(raw, server_hostname=name)
        except BaseException:
            raw.close()
            raise

    def served(self, name: str, port: int) -> bytes:
        """The certificate that a new connection gets."""
        with self.secure(name, port) as connection:
            content = connection.getpeercert(binary_form=True)
        assert content is not None
        return content

    def issue(self, name: str, file_name: str | None = None) -> Certificate:
        """A new certificate for a host's name or address, with a key of its own; files of that name are replaced."""
        stem = file_name or name
        made = Certificate(self._folder / f"{stem}.pem", self._folder / f"{stem}.key")
        request, extensions = self._folder / "request.pem", self._folder / "extensions.cnf"
        kind = "IP" if re.fullmatch(r"[\d.]+", name) else "DNS"
        extensions.write_text(f"subjectAltName={kind}:{name}\n")
        self._run("req", *self._new_key(made.key), "-subj", f"/CN={name}", "-out", request)
        self._run(
            "x509", "-req", "-in", request, "-CA", self._own.certificate, "-CAkey", self._own.key, "-CAcreateserial",
            "-days", "30", "-extfile", extensions, "-out", made.certificate,
        )
        return made

    def _new_key(self, path: Path) -> list[str | Path]:
        return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path]

    def _run(self, *arguments: str | Path) -> None:
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
