"""What the wire tests of CloudKit Web Services ask of a cloud; cloudkit_helpers.py describes it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from today_cloud import TodayCloud


class CloudKitService:
    """A cloud that runs, with two containers, their API tokens, and a server-to-server key of both."""

    def __init__(self, cloud: TodayCloud, folder: Path):
        self.cloud = cloud
        self.url = cloud.ready["url"]
        self.container = "iCloud.org.example.notes"
        self.second_container = "iCloud.org.example.second"
        self._api_tokens = {name: self._add(name) for name in (self.container, self.second_container)}
        self.private_key_file = folder / "key.pem"
        self.key_id = self._register(folder / "public.pem")

    @property
    def api_token(self) -> str:
        """The API token of the first container."""
        return self._api_tokens[self.container]

    def api_token_of(self, container: str) -> str:
        """The API token of a container."""
        return self._api_tokens[container]

    def web_token(self, user: str, container: str | None = None) -> str:
        """Signs a person in to a container: a new login each time."""
        container = container or self.container
        printed = json.loads(self.cloud.today("container", "token", container, "--user", user, "--json"))
        assert printed["user"] == user and printed["container"] == container
        return printed["web_auth_token"]

    def _add(self, name: str) -> str:
        printed = json.loads(self.cloud.today("container", "add", name, "--json"))
        assert printed["container"] == name
        # A container keeps its token.
        assert self.cloud.today("container", "add", name).strip() == printed["api_token"]
        return printed["api_token"]

    def _register(self, public: Path) -> str:
        make = ["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", self.private_key_file]
        subprocess.run(make, check=True, capture_output=True)
        export = ["openssl", "ec", "-in", self.private_key_file, "-pubout", "-out", public]
        subprocess.run(export, check=True, capture_output=True)
        ids = {
            json.loads(self.cloud.today("container", "key", name, "--public-key", str(public), "--json"))["key_id"]
            for name in self._api_tokens
        }
        listed = json.loads(self.cloud.today("container", "list", "--json"))
        assert all(entry["keys"] == list(ids) for entry in listed)
        [key_id] = ids
        return key_id
