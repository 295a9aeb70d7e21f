#!/bin/sh
# Runs one function of stockbook.sh; snippets.mjs says how drivers are called.
set -eu
. ./stockbook.sh

command=$1
first=$2
shift 2
case $command in
  signature) stockbook_signature "$first" ;;
  verify)
    now=$1
    shift
    id='' timestamp='' signatures=''
    for header in "$@"; do
      case $header in
        webhook-id=*) id=${header#*=} ;;
        webhook-timestamp=*) timestamp=${header#*=} ;;
        webhook-signature=*) signatures=${header#*=} ;;
      esac
    done
    if reason=$(stockbook_verify "$id" "$timestamp" "$signatures" "$first" ${now:+"$now"} 2>&1); then
      echo verified
    else
      echo "refused: $reason"
    fi
    ;;
  call)
    status=0
    stockbook_call "$first" "$(cat)" 2> refusal || status=$?
    [ "$status" -ne 1 ] || echo "refused: $(cat refusal)"
    [ "$status" -le 1 ] || { cat refusal >&2 && exit "$status"; }
    ;;
esac
