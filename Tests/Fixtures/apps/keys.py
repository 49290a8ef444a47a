"""What the app and the widget of the fixture Keys do with the keychain, and say of it without saying the secret."""

import base64

import today_process as today

#: Only made here, so that it is in no file of the bundle.
SECRET = "".join(reversed("2retnuh yrettab esroh tcerroc"))


def perform(method, group):
    """Makes one call and says what came of it."""
    item = {"accessGroup": group, "service": "api.example.org", "account": "me"}
    try:
        if method == "set":
            today.log("notice", "storing a secret")
            return str(today.call("keychain/set", **item, secret={"$data": base64.b64encode(SECRET.encode()).decode()}))
        if method == "get":
            found = today.call("keychain/get", **item).get("secret")
            return "none" if found is None else str(base64.b64decode(found["$data"]).decode() == SECRET)
        if method == "delete":
            return str(today.call("keychain/delete", **item))
        items = today.call("keychain/list", accessGroup=group)["items"]
        return " ".join(f"{item['service']} {item['account']}" for item in items) or "nothing"
    except today.HostError as error:
        return f"{error.code} {error}"
