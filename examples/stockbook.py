"""Signed calls to Stockbook, and the verification of its webhooks. Copy this file: it needs Python 3.9 and no package.

    stockbook = Stockbook("https://stockbook.example", "acme", "owner@acme.example", api_secret)
    brand_id = stockbook.call("/inventory/brand/add", {"name": "Hearth & Clay"})["brand_id"]

    verify(request.headers, request.get_data(), webhook_secret)  # Flask; other frameworks have the raw bytes too.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from typing import Any

TRIES = 3
TIMEOUT = 35
LONGEST_PAUSE = 30
TOLERANCE = 300


class StockbookError(Exception):
    """A refusal. `errors` has whole sentences; `details` has the code and the field of each."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        self.status = status
        self.errors = answer.get("error", [])
        self.details = answer.get("error_details", [])
        self.request_id = answer.get("request_id", "")
        super().__init__(f"{status}: {' '.join(self.errors)}")


class WebhookError(ValueError):
    """A delivery that Stockbook has not signed, or not in the last five minutes."""


class Stockbook:
    def __init__(self, url: str, domain: str, api_key: str, api_secret: str) -> None:
        self._url, self._domain, self._api_key, self._api_secret = url, domain, api_key, api_secret

    def call(self, path: str, fields: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Returns the answer. Raises StockbookError for a refusal, and OSError when no answer arrives in three tries.

        Each try sends the same bytes with the same `idempotency_key`, so a write whose answer was lost is done once.
        Give a key of your own, such as the id of your order, to repeat a call in a later run.
        """
        request = urllib.request.Request(
            self._url + path,
            self._sign(path, {"idempotency_key": str(uuid.uuid4()), "strict": True, **(fields or {})}),
            {"content-type": "application/json"},
        )
        for attempt in range(1, TRIES + 1):
            pause = random.uniform(0, 2**attempt)
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if attempt == TRIES or (error.code != 429 and error.code < 500):
                    raise StockbookError(error.code, _failure(error)) from None
                pause = _seconds(error.headers.get("retry-after"), pause)
            except (OSError, http.client.HTTPException) as error:
                if attempt == TRIES:
                    raise OSError(f"No answer from {path}: {error!r}") from error
            time.sleep(min(pause, LONGEST_PAUSE))
        raise AssertionError("The last try returns or raises.")

    def _sign(self, path: str, fields: Mapping[str, Any]) -> bytes:
        authentication = {"domain": self._domain, "api_key": self._api_key, "auth_timestamp": int(time.time())}
        before, after = b'{"auth_signature":"', b'",' + json.dumps({**authentication, **fields}).encode()[1:]
        return before + signature(self._api_secret, path, before + after).encode() + after


def signature(api_secret: str, path: str, body: bytes) -> str:
    """Signs a body in which `auth_signature` is the empty string."""
    return hmac.new(api_secret.encode(), path.encode() + b"\n" + body, hashlib.sha256).hexdigest()


def verify(headers: Mapping[str, str], body: bytes, secret: str, now: float | None = None) -> None:
    """Raises WebhookError unless Stockbook has signed the raw `body`. `secret` begins with whsec_, `now` is in seconds.

    A delivery may arrive twice: remember the `webhook-id` of those that you have handled.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp = given["webhook-id"], given["webhook-timestamp"]
        signatures, sent = given["webhook-signature"], int(timestamp)
    except (KeyError, ValueError) as error:
        raise WebhookError(f"A header is missing or malformed: {error}") from None
    if abs((time.time() if now is None else now) - sent) > TOLERANCE:
        raise WebhookError(f"The time of the delivery, {timestamp}, is more than {TOLERANCE} s off.")
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:
        raise ValueError("The secret of the webhook is empty.")
    digest = hmac.new(key, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # The header has two signatures while the secret is rotated.
    if not any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")):
        raise WebhookError("The signature of the delivery does not fit.")


def _seconds(text: str | None, default: float) -> float:
    return float(text) if text and text.isdecimal() else default


def _failure(error: urllib.error.HTTPError) -> Mapping[str, Any]:
    """A proxy in front may answer without JSON."""
    try:
        answer = json.load(error)
    except (ValueError, OSError, http.client.HTTPException):
        answer = None
    return answer if isinstance(answer, dict) else {"error": [str(error.reason)]}
