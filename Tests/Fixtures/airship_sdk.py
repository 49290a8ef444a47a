"""What Airship's SDK on a phone sends."""

from __future__ import annotations

import base64
import datetime
import hashlib
import hmac
import uuid

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
