"""What Airship's clients send: its SDK on a phone, and PyPI's urbanairship."""

from __future__ import annotations

import base64
import datetime
import hashlib
import hmac
import uuid

import urbanairship as ua

from today_cloud import TodayCloud


def signed(cloud: TodayCloud, channel: str | None = None) -> dict:
    """The headers of a signed token, as the iOS SDK makes it."""
    nonce, time = str(uuid.uuid4()), datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    text = ":".join(part for part in (cloud.ready["app_key"], channel, nonce, time) if part)
    code = hmac.new(cloud.ready["app_secret"].encode(), text.encode(), hashlib.sha256).digest()
    headers = {
        "X-UA-Appkey": cloud.ready["app_key"], "X-UA-Nonce": nonce, "X-UA-Timestamp": time,
        "Authorization": "Bearer " + base64.b64encode(code).decode(), "Content-Type": "application/json",
    }
    return headers | ({"X-UA-Channel-ID": channel} if channel else {})


def send(airship: ua.BasicAuthClient, audience=ua.all_, message: str | None = None, **notification) -> list[str]:
    """Sends a push; returns its ids."""
    push = ua.Push(airship)
    push.audience = audience
    push.device_types = ua.device_types("all")
    if notification:
        push.notification = ua.notification(**notification)
    if message:
        push.message = ua.message(title=message, body=f"<p>{message}</p>", extra={"com.urbanairship.listing.field1": "s"})
    return push.send().push_ids


def basic(name: str, password: str) -> dict:
    """The headers of a login with a name and a password."""
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()}
