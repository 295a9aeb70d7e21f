import { type FaultCode, faultCodes, httpStatusOf } from '../fields/refused.js';

export const meaningOf: Readonly<Record<FaultCode, string>> = {
  malformed: 'The body is not strict JSON in UTF-8: it is broken, nested too deeply, or repeats a key.',
  invalid: 'A field is missing, or its value is not allowed.',
  unknown_field: 'The operation does not have this field, and the request is `strict`.',
  unknown_reference: 'A field refers to a record that does not exist.',
  unauthenticated: 'The authentication is missing, wrong or expired.',
  forbidden: 'The user lacks the permission, or the account is disabled.',
  storage_full: 'The account has used up its storage: only changes that add nothing are possible.',
  unknown_record: 'The record that the request is about does not exist.',
  unknown_operation: 'The path names no operation.',
  method_not_allowed: 'The method is not POST.',
  too_slow: 'The request did not arrive within 10 seconds.',
  locked: 'The record is locked.',
  insufficient_stock: 'There is not enough stock.',
  over_credited: 'More would be credited than was sold.',
  over_credit: 'The credit notes of an order would exceed its total.',
  insufficient_reward: 'The customer has not so many reward points.',
  stale: 'The quantity or the record has changed since it was read.',
  duplicate: 'There is such a record already.',
  in_use: 'The record is still in use.',
  limit_reached: 'A promotion has reached its limit of uses.',
  too_large: 'The body is too large.',
  not_json: 'The content type is not application/json.',
  key_reused: 'The idempotency key was used for another request.',
  not_run:
    'Of a request in a batch alone: one before it failed, the batch took too long, or its answers have too many bytes.',
  rate_limited: 'Too many requests; repeat it after `Retry-After`.',
  internal: 'A fault of ours.',
  unavailable: 'A part of the service is down; repeat the same request after `Retry-After`.',
  timeout: 'A part of the service is too slow; repeat the same request after `Retry-After`.',
};

const codes = faultCodes.map((code) => `| ${httpStatusOf[code]} | \`${code}\` | ${meaningOf[code]} |`).join('\n');

const SIGNED_FIELDS = '{"domain":"demo","api_key":"owner@demo.test","auth_timestamp":1767225600,"auth_signature":"';

export const introduction = `
Every operation is a POST of a JSON body to \`/<group>/<resource>/<verb>\`. Operations that carry \`x-additive\` are not
part of the specification that this API follows; a client that knows only the specification never needs them.

## Signing a request

Every body carries \`domain\`, \`api_key\`, \`auth_timestamp\` and \`auth_signature\`, the lower-case hex of

    HMAC-SHA256(api_secret, path + "\\n" + body)

- \`path\` is the operation's path with its leading slash, without host: \`/sale/order/add\`.
- \`body\` is the body exactly as it is sent, byte for byte, but with the empty string as the value of
  \`auth_signature\`.

So write the JSON with \`"auth_signature":""\`, sign that text, put the 64 characters between the two quotes, and send
it. For the secret \`0123456789abcdefghijklmnopqrstuvwxyzABCD\`, a request to \`/inventory/item/get\` is signed as

    ${SIGNED_FIELDS}","limit":5}

and sent as

    ${SIGNED_FIELDS}9c810e9f125e0db55e0d1454a131a0939ab1bffc3ab6570fb8f1f351c6a78071","limit":5}

\`auth_timestamp\` is the Unix time in seconds; it may be off by 300 s, or by what the account has set. The
page at \`/docs\` signs in the browser: it keeps the secret as a key that no script can read, in memory alone.

## Sessions of people

A person does not keep an \`api_secret\`: a session has a secret of its own, which signs requests in the same way. Each
of them then carries \`auth_session\`, the \`session_id\`, beside the four fields. A session has the rights of its user,
ends 12 hours after its last request or 30 days after its first one, and \`setting/user/endSession\` ends it at once. It
comes

- from a one-time link, which an administrator makes by \`setting/user/addEnrolment\`. The part of the link behind
  \`#enrol?\` holds \`domain\`, \`api_key\`, \`auth_session\` and \`api_secret\`, which sign one request to
  \`/sign_in/enrol\` with a new \`password\`, a \`passkey\` or both;
- from \`/sign_in/open\` with a password, or with a passkey that has signed a challenge of \`/sign_in/challenge\`; no
  signature is needed;
- from \`setting/user/addSession\`, which an \`api_secret\` signs.

A till holds a session of each of its users. One that was opened with a \`pin\` signs \`/sign_in/lock\`, and from then
on nothing but \`/sign_in/unlock\` with the PIN. After five wrong ones the user signs in anew.

## The first write

A write carries an \`idempotency_key\` of its own. If its answer is lost, send the same request again: it is done once.
Two writes that are meant to be two, like two equal sales, need two keys. With the secret above, the body

    ${SIGNED_FIELDS}","idempotency_key":"0d9c6a1e-brand-1","name":"Hearth & Clay"}

goes to \`/inventory/brand/add\` with the signature
\`1e0faac17d3701e4e967e6e9af07b9909a80ac62536dba6dde18b7a66ed2ae92\`.

## Values

- Date-times are RFC 3339 in UTC: \`2026-03-01T08:15:30Z\`. Requests may use any offset, or none: then
  \`2026-03-01T08:15:30\`, \`2026-03-01 08:15:30\` and \`2026-03-01\` are in the account's time zone. The seconds may be
  absent, a blank may stand before the offset, \`+0200\` is \`+02:00\`, and \`UTC\` and \`GMT\` are \`Z\`. The empty
  string, \`0000-00-00\` and \`0000-00-00 00:00:00\` mean "not set".
- Ids are integers up to 9,007,199,254,740,991 (2^53 - 1): keep them in 64 bits.
- Requests may write a number as a string, a text as an integer, and any flag as true, false, 1, 0, "1" or "0". Codes
  with leading zeros stand in quotes. A number within 1e-9 of its 4th decimal is that decimal (within 1e-11 of its 8th
  for a rate), so 0.30000000000000004 is 0.3.
- \`order\` may be in any case; an empty
  \`sort\`, \`order\` or \`filter_date_type\` means the default.
- A character is a Unicode code point. Texts are stored in NFC; \`model\`, \`sku\`, \`gtin\`, \`barcode\`, e-mail and
  telephone without white space around.
- \`filter_name\`, \`filter_email\`, \`filter_telephone\` and \`search\` find parts of a text, without regard to case
  and diacritics. Other text filters match the whole text exactly. \`search\` of orders, items and suppliers finds the
  records that have each of its words, in any order: first those with that code, then the best matches, unless \`sort\`
  says otherwise. It finds words of one or two letters where words begin. Of very many matches \`total\` is a minimum
  (\`total_is_minimum\`). Lists sort texts by the Unicode root collation, without regard to case, digits by value.
- HTML keeps \`class\`, safe \`style\` properties, tables, images, lists and \`font\`. It loses scripts, event handlers,
  forms, and frames other than the players of YouTube, Vimeo and Dailymotion.
- Optional fields of a response that do not apply are absent.
- A field that the operation does not have is ignored, and \`warnings\` of the answer names it, with the nearest known
  name. With \`"strict": true\` it is refused (\`unknown_field\`) and nothing is done. Clients should send \`strict\`: a
  misspelt field is then found before it is missed.
- Cost fields are shown to users with the permission to view cost; from others they are ignored, and refused as
  \`sort\`.
- An edit leaves absent fields as they are. A deleted record is listed with \`filter_deleted\` only, and cannot be
  changed. A record that others depend on is not deleted: the refusal (\`in_use\`) names each of them.

## Reading everything

Every list of records takes \`after_id\`: \`{"after_id":0,"order":"ASC","limit":100,"with_total":false}\` answers the
first records in the order of their ids, and the next request has the id of the last one. The answer after the last
record has none. The last page costs what the first does, and records that are added or deleted meanwhile shift nothing.
A record that is being added meanwhile may be missing: \`after_id\` follows no changes, and the feed of changes has it.
\`"with_total":false\` leaves out the count. \`"fields":"name,quantity"\` leaves out all other fields but the id, and
the service reads nothing that only those need.

## Finding what changed

Add a subscription once (\`integration/webhook/add\` with \`"kind":"pull"\` and sections as \`events\`), then call
\`integration/webhook/getEvent\` with its \`webhook_id\`, \`"wait":25\` and, as \`after\`, the \`cursor\` of the answer
before: no committed change is skipped, and those of a record come in their order. Store the cursor with your work: a
reader that goes on by an older one gets the events behind it again, each with its \`event_id\`, and one older than 30
days is refused.

## Many requests at once

\`/batch\` runs up to 100 requests of up to 8 MiB together, with one signature for all. Each is answered with the status
and the body that it would have by itself. They run one after the other, and none behind one that fails (\`not_run\`);
with \`"in_order": false\` they run side by side, which is faster, and none depends on another. 16 run or wait for a
record at a time, and the next begins when one ends; \`wait\` of \`getEvent\` counts as 0. A request whose turn has not
come after 30 seconds is not run, nor one whose turn comes while answers of the account that are on their way, those
before it in the batch included, have too many bytes, which are some tens of MiB: send it in the next batch. The key of
the batch, else its signature, names each of its requests, so a batch that is sent again replays what was done, edits
too, and does the rest; a request may have a key of its own. \`strict\` and \`dry_run\` of the batch hold for all of
its requests. Each counts against the limit of requests; where not all of them may be sent, none is run (429).

## Failures

A failure has every fault at once, also references that do not exist where other fields are malformed: \`error\` with
one sentence each, and \`error_details\` with the same sentences, their codes and the fields they name.

| status | code | meaning |
|---|---|---|
${codes}

## Limits

- A body has at most 1 MiB, or 8 MiB where the operation says so, 32 levels, 100,000 keys (20,000 of them behind the
  first 100 of their objects), 100,000 entries of lists, 1,000 fields at its top level, 1,000 lines of a document
  and texts of 256 KiB; a record has at most 1 MiB. It is strict JSON in UTF-8: repeated keys and \`__proto__\` are
  refused. A refusal lists the faults of 100 objects at most.
- An account may send as many requests as \`RateLimit-Policy\` says (an IETF draft; \`X-RateLimit-Limit\` too). Its
  users share them, but a tenth is each user's own: an importer that uses up the limit of the account does not stop a
  till.
- Requests without a right signature, malformed ones included, have a limit of 30 a minute for each address and user;
  beyond it they are answered late and with 429. A right signature always passes, but an address beyond the limit may
  not send bodies over 64 KiB (429).
- An address may ask for the files of \`/docs\` 1,000 times a minute (429); \`/openapi.json\` and \`/asyncapi.json\`
  (the events of webhooks) have an \`ETag\`.
- An answer of 1 KiB or more is compressed as \`Accept-Encoding\` allows: \`zstd\`, \`br\` or \`gzip\`. A request is
  not.
- A request arrives within 10 seconds (408). Path, method, content type and length are judged before the body is read
  (404, 405, 415, 413), and the connection is closed. A client that sends \`Expect: 100-continue\` need not send a body
  that is refused.
- An answer is read at 256 KiB a second at least, after 5 seconds; else the connection is closed. An account that has
  too many bytes of requests and answers on their way gets 503 until some are done: read answers before you ask for
  more.
- A server that receives too many bytes at once breaks off the bodies that have been arriving for the longest time
  (503): repeat the request.

## Repeating a request

The server keeps the answer of a write for 24 hours. A replay returns it with the header \`Idempotent-Replayed: true\`
and the additive field \`replayed: true\`, and changes nothing. A refused write leaves no answer behind, so it may be
sent again.

- With an \`idempotency_key\`, the same key with the same body is a replay, also under a new timestamp; with another
  body it is refused (422). A key belongs to one user and one path. The key in the body is signed; the header
  \`Idempotency-Key\` is not, and counts only if the body has none. A request that was done with a header is a replay
  under every other one, so that nobody can do a captured request twice: two equal writes within one second need keys in
  the body.
- Without a key, a byte-identical request is a replay where the operation creates, adds or deletes something, or issues
  a secret. Every other write sets a state and is executed again. The description of each operation says which of the
  two holds.

## Operations that end

An operation that will be removed is \`deprecated\` here, and its answers carry \`Deprecation\`, since when (RFC 9745),
and \`Sunset\`, from when on it may be gone (RFC 8594). Watch for these headers, and in a batch for a sentence in the
\`warnings\` of a request that is done.

## Trying a write

Every write takes \`"dry_run": true\`. It runs completely, with the permission, the checks and the refusals of the
write, against the real data, and is rolled back: nothing is stored and no event is published. The answer is what the
write would have answered now, with \`"dry_run": true\`; ids of records that it would make are 0. An \`idempotency_key\`
does not count: a dry run is never a replay, and the write under the same key is done afterwards. It takes the same
locks and counts towards the same limits.

## Two editors of one record

A record that can be edited has a \`revision\`, which rises with each of its changes; its webhooks have the same number
as \`sequence\`. A write that names one record takes \`if_revision\`, the revision that your user has seen. If another
change came first, it is refused with 409 \`stale\`, and \`error_details\` has the \`id\` of the record, the
\`revision\` that it has and the \`fields\` of the request in which it differs.

## Reading what was written

Every request after the answer to a change uses the changed record: settings, channels, locations and groups hold at
once. A part of the system that cannot be reached at that moment follows within 5 s. The stock of an order follows the
order a moment later.
`.trim();
