"""A server of objects (moto's S3) that, unlike moto itself, accepts only requests which are signed as botocore signs."""

from __future__ import annotations

import hashlib
import threading
from typing import Callable, Self

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import WSGIRequestHandler, make_server

KEY = "AKIATODAY"
SECRET = "a/secret+of=the/tests"


class ObjectStore:
    """The server with one empty bucket, on a port that it keeps while it is stopped."""

    def __init__(self, bucket: str, region: str = "eu-central-1"):
        self.bucket, self.region = bucket, region
        self.port = 0
        #: The method, the path and the status of each request.
        self.requests: list[tuple[str, str, int]] = []
        #: Answers instead of moto if it returns a status and a body for a method and a path.
        self.instead: Callable[[str, str], tuple[int, bytes] | None] = lambda method, path: None
        self._moto = DomainDispatcherApplication(create_backend_app)
        self._backend.create_bucket(bucket, region)

    @property
    def _backend(self):
        return s3_backends["123456789012"]["aws"]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for key in list(self.objects):
            self._backend.delete_object(self.bucket, key)
        self._backend.delete_bucket(self.bucket)

    def start(self) -> None:
        self._server = make_server("127.0.0.1", self.port, self._answer, threaded=True, request_handler=_Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Refuses connections from now on; the objects stay."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    def address(self, bucket: str | None = None, region: str | None = None, **query: object) -> str:
        """The address for `--attachment-store`."""
        more = "".join(f"&{name}={value}" for name, value in query.items())
        return f"http://127.0.0.1:{self.port}/{bucket or self.bucket}/today/files?region={region or self.region}{more}"

    @property
    def objects(self) -> dict[str, bytes]:
        """The objects in the bucket."""
        return {key: value.value for key, value in self._backend.buckets[self.bucket].keys.items()}

    def _answer(self, environ: dict, start_response: Callable) -> list[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]

        def answer(status: int, body: bytes) -> list[bytes]:
            self.requests.append((method, path, status))
            start_response(f"{status} Answer", [("Content-Length", str(len(body))), ("Content-Type", "application/xml")])
            return [body]

        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        if (code := self._mistake(environ, body)) is not None:
            return answer(403, f"<Error><Code>{code}</Code><Message>{SECRET}</Message></Error>".encode())
        if (instead := self.instead(method, path)) is not None:
            return answer(*instead)
        given = {"status": 0, "headers": []}

        def start(status: str, headers: list, *_: object) -> None:
            given.update(status=int(status.split()[0]), headers=headers)

        environ["wsgi.input"] = _Bytes(body)
        content = b"".join(self._moto(environ, start))
        self.requests.append((method, path, given["status"]))
        start_response(f"{given['status']} Answer", given["headers"])
        return [content]

    def _mistake(self, environ: dict, body: bytes) -> str | None:
        """The code of S3 for what is wrong with the signature of a request, which botocore makes again."""
        headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name[:5] == "HTTP_"}
        parts = dict(
            part.split("=", 1) for part in headers.get("authorization", "").partition(" ")[2].replace(" ", "").split(",")
            if "=" in part
        )
        if parts.get("Credential", "").split("/")[0] != KEY:
            return "InvalidAccessKeyId"
        if headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
            return "XAmzContentSHA256Mismatch"
        signed = parts["SignedHeaders"].split(";")
        if not {"host", "x-amz-date", "x-amz-content-sha256", *({"range"} & set(headers))} <= set(signed):
            return "AccessDenied"
        url = f"http://{headers['host']}{environ['PATH_INFO']}"
        request = AWSRequest(environ["REQUEST_METHOD"], url, headers={name: headers[name] for name in signed})
        request.context["timestamp"] = headers["x-amz-date"]
        signer = S3SigV4Auth(Credentials(KEY, SECRET), "s3", self.region)
        text = signer.string_to_sign(request, signer.canonical_request(request))
        return None if parts["Signature"] == signer.signature(text, request) else "SignatureDoesNotMatch"


class _Handler(WSGIRequestHandler):
    """Keeps connections open, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, *_: object, **__: object) -> None:
        pass


class _Bytes:
    """The body of a request that was read already."""

    def __init__(self, data: bytes):
        self._data, self._position = data, 0

    def read(self, size: int = -1) -> bytes:
        end = len(self._data) if size is None or size < 0 else self._position + size
        part = self._data[self._position : end]
        self._position += len(part)
        return part

    def readline(self, size: int = -1) -> bytes:
        end = self._data.find(b"\n", self._position) + 1 or len(self._data)
        return self.read(end - self._position)
