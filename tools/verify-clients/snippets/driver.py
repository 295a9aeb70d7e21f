"""Runs one function of stockbook.py; snippets.mjs says how drivers are called."""

import json
import os
import sys

from stockbook import Stockbook, StockbookError, WebhookError, signature, verify

command, *arguments = sys.argv[1:]
body = sys.stdin.buffer.read()
env = os.environ
secret = env["STOCKBOOK_API_SECRET"]
try:
    if command == "signature":
        print(signature(secret, arguments[0], body))
    elif command == "verify":
        webhook_secret, now, *headers = arguments
        verify(dict(each.split("=", 1) for each in headers), body, webhook_secret, int(now) if now else None)
        print("verified")
    else:
        client = Stockbook(env["STOCKBOOK_URL"], env["STOCKBOOK_DOMAIN"], env["STOCKBOOK_API_KEY"], secret)
        print(json.dumps(client.call(arguments[0], json.loads(body))))
except (StockbookError, WebhookError) as refusal:
    print("refused:", refusal)
