"""Messages, the sample app, on a host: what senders send to it, and what tests say to it."""

from __future__ import annotations

import urbanairship as ua

from mailer import airship
from streams import Watch
from today_host import ROOT, TodayHost
from waiting import eventually

MESSAGES = ROOT / "Apps/.build/bundles/debug/Messages.app"

#: A red picture of 40 by 30 points, so that no network is needed to see one.
PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAK0lEQVR42u3NMQ0AAAgDsMmZfxXIQgYcTfo3056IWCwWi8VisVgs"
    "Fov/xguJMCDM5ZJgJgAAAABJRU5ErkJggg=="
)


class Messages:
    """What tests say to Messages, and what they send to it."""

    GROUP = "group.today.messages"
    APP = "org.today.Messages"
    WIDGET = "org.today.Messages.widget"
    URL = "today-messages://"
    PROGRAM = "Messages.app/Messages"

    def __init__(self, host: TodayHost, keys: dict | None = None):
        self.host = host
        keys = keys or host.ready["cloud"]
        self.airship = airship(keys["url"], keys["app_key"], keys["master_secret"])

    def install(self, allowed: bool = True) -> None:
        """Installs the app, puts its widget on the screen, and answers its question; waits until the cloud knows it."""
        self.host.install(MESSAGES)
        if allowed:
            self.host.allow_notifications(self.APP)
        eventually(lambda: list(ua.ChannelList(self.airship)), "the app in the cloud", interval=0.05)

    def send(
        self,
        title: str,
        body: str = "<p>Soup.</p>",
        subtitle: str | None = None,
        alert: str | None = None,
        silent: bool = False,
        **message: object,
    ) -> str:
        """Sends a message with PyPI's urbanairship; returns the push's id."""
        push = ua.Push(self.airship)
        push.audience = ua.all_
        push.device_types = ua.device_types("all")
        if alert:
            push.notification = ua.notification(alert=alert, ios=ua.ios(title=title))
        elif silent:
            push.notification = ua.notification(ios=ua.ios(content_available=True))
        extra = {"com.urbanairship.listing.field1": subtitle} if subtitle else {}
        push.message = ua.message(title=title, body=body, extra=extra, **message)
        return push.send().push_ids[0]

    def wake(self, alert: str | None = None) -> str:
        """Sends a push without a message that wakes the app, with an alert or silently; returns the push's id."""
        push = ua.Push(self.airship)
        push.audience, push.device_types = ua.all_, ua.device_types("all")
        push.notification = ua.notification(alert=alert, ios=ua.ios(content_available=True))
        return push.send().push_ids[0]

    def inbox(self) -> list[dict]:
        """The messages on this device, the newest first."""
        return [each["message"] for each in self.host.request("GET", "/api/messages")["messages"]]

    def wait_for(self, *titles: str) -> list[dict]:
        """Waits until exactly these messages are on this device with their bodies, in any order."""

        def check() -> list[dict] | None:
            messages = self.inbox()
            complete = sorted(each["title"] for each in messages if each["hasBody"]) == sorted(titles)
            return messages if complete and len(messages) == len(titles) else None

        if not titles:
            return eventually(lambda: not self.inbox(), "no message")
        return eventually(check, f"the messages {titles}", interval=0.05)

    def url(self, title: str) -> str:
        """The address of a message's page."""
        [message] = [each for each in self.inbox() if each["title"] == title]
        return f"{self.URL}message/{message['id']}"

    def end(self) -> None:
        """Ends the app's process as a crash would."""
        self.host.end_program(self.PROGRAM)

    def wait_for_widget(self, page: Watch, *wanted: str) -> None:
        """Waits until the widget's compact card shows these texts."""
        page.wait_for_text(self.WIDGET, *wanted)
