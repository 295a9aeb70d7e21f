"""Makes one signed call with the client that openapi-python-client generates; `npm run verify:clients` runs it."""

import hashlib
import hmac
import importlib
import json
import pkgutil
import re
import sys
import time

import httpx

import stockbook_client
from stockbook_client import Client
from stockbook_client.api.inventorybrand import inventory_brand_get
from stockbook_client.models import InventoryBrandGetBody, InventoryBrandGetResponse200


class Signature(httpx.Auth):
    """Signs the bytes that are sent, in which auth_signature is empty."""

    requires_request_body = True

    def __init__(self, api_secret: str) -> None:
        self.api_secret = api_secret.encode()

    def auth_flow(self, request):
        signed = request.url.raw_path + b"\n" + request.content
        digest = hmac.new(self.api_secret, signed, hashlib.sha256).hexdigest().encode()
        body = re.sub(rb'("auth_signature": ?")', rb"\g<1>" + digest, request.content, count=1)
        yield httpx.Request(request.method, request.url, headers={"content-type": "application/json"}, content=body)


for module in pkgutil.walk_packages(stockbook_client.__path__, "stockbook_client."):
    importlib.import_module(module.name)

with open(sys.argv[1], encoding="utf-8") as file:
    demo = json.load(file)
client = Client(base_url=demo["url"], httpx_args={"auth": Signature(demo["api_secret"])})
body = InventoryBrandGetBody(
    domain=demo["domain"],
    api_key=demo["api_key"],
    auth_timestamp=int(time.time()),
    auth_signature="",
    filter_name="clay",
    strict=True,
)
answer = inventory_brand_get.sync(client=client, body=body)
if not isinstance(answer, InventoryBrandGetResponse200):
    raise SystemExit(f"The call is refused: {answer}")
print(f"{answer.total}: {','.join(brand.name for brand in answer.brands)}")
