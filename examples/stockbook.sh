#!/bin/sh
# Signed calls to Stockbook, and the verification of its webhooks, by openssl and curl. Source this file:
#
#     . ./stockbook.sh
#     STOCKBOOK_URL=https://stockbook.example STOCKBOOK_DOMAIN=acme
#     STOCKBOOK_API_KEY=owner@acme.example STOCKBOOK_API_SECRET=$(cat secret)
#     stockbook_call /inventory/brand/add '{"name":"Hearth & Clay"}'
#
#     stockbook_verify "$HTTP_WEBHOOK_ID" "$HTTP_WEBHOOK_TIMESTAMP" "$HTTP_WEBHOOK_SIGNATURE" "$webhook_secret" < body
#
# Secrets are arguments of openssl, which other users of the machine can read while it runs.

# stockbook_call PATH [FIELDS [IDEMPOTENCY_KEY]]: prints the answer. FIELDS is a JSON object.
# Returns 1 for a refusal, whose JSON is on standard error, and 2 when no answer arrives in three tries.
# Each try sends the same bytes with the same key, so a write whose answer was lost is done once. Give a key such as the
# id of your order to repeat a call in a later run.
stockbook_call() (
  open='{'
  newline='
'
  case ${2-} in
    *:*) rest=",${2#*"$open"}" ;;
    *) rest='}' ;;
  esac
  before='{"auth_signature":"'
  after='","domain":"'$STOCKBOOK_DOMAIN'","api_key":"'$STOCKBOOK_API_KEY'","auth_timestamp":'$(date +%s)
  after="$after,\"idempotency_key\":\"${3:-$(openssl rand -hex 16)}\",\"strict\":true$rest"
  signature=$(printf %s "$before$after" | stockbook_signature "$1")
  try=0
  while [ "$((try += 1))" -le 3 ]; do
    answer=$(printf %s "$before$signature$after" | curl --silent --show-error --max-time 35 --data-binary @- \
      --header 'content-type: application/json' --write-out '\n%{http_code} %header{retry-after}' "$STOCKBOOK_URL$1") ||
      answer="${newline}000 "
    status=${answer##*"$newline"}
    answer=${answer%"$newline"*}
    case ${status%% *} in
      200) printf '%s\n' "$answer" && return 0 ;;
      000 | 429 | 5??) ;;
      *) break ;;
    esac
    pause=${status#* }
    case $pause in
      '' | *[!0-9]* | ???*) pause=$((try * 2)) ;;
    esac
    [ "$try" -eq 3 ] || sleep "$pause"
  done
  [ "${status%% *}" != 000 ] || return 2
  printf '%s\n' "$answer" >&2
  return 1
)

# stockbook_signature PATH: signs the body on standard input, in which auth_signature is the empty string.
stockbook_signature() {
  { printf '%s\n' "$1" && cat; } | openssl dgst -sha256 -hmac "$STOCKBOOK_API_SECRET" -r | cut -d ' ' -f 1
}

# stockbook_verify ID TIMESTAMP SIGNATURES SECRET [NOW]: succeeds if Stockbook has signed the raw body on standard input
# in the last five minutes. SECRET begins with whsec_.
# A delivery may arrive twice: remember the ids of those that you have handled.
stockbook_verify() (
  refuse() { echo "$1" >&2 && exit 1; }
  case $1:$2 in
    :* | *: | *:0* | *:*[!0-9]* | *:?????????????*) refuse 'The id or the time is missing or malformed.' ;;
  esac
  age=$((${5:-$(date +%s)} - $2))
  [ "${age#-}" -le 300 ] || refuse "The delivery is $age s old."
  key=$(printf %s "${4#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  [ -n "$key" ] || refuse 'The secret of the webhook is empty or no base64.'
  digest=$({ printf '%s.%s.' "$1" "$2" && cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  # The shell stops comparing at the first difference, so it compares hashes by a random key, which tell nothing.
  blind=$(openssl rand -hex 32)
  expected=$(printf %s "v1,$digest" | openssl dgst -sha256 -hmac "$blind" -r)
  # A tool that fails prints nothing, which must fit no signature.
  case ${#digest}:${#blind}:$expected in
    44:64:?*) ;;
    *) refuse 'openssl cannot compute the signature.' ;;
  esac
  # The header has two signatures while the secret is rotated. None is a pattern of file names.
  set -f
  for given in $3; do
    [ "$(printf %s "$given" | openssl dgst -sha256 -hmac "$blind" -r)" != "$expected" ] || exit 0
  done
  refuse 'The signature of the delivery does not fit.'
)
