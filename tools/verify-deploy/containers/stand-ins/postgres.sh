#!/bin/sh
# The entrypoint of the stand-in for postgres:18, as far as docker-compose.yml uses that image: a volume, a user with a password, `postgres -c ...`.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown -R 999:999 /var/lib/postgresql
  exec setpriv --reuid=999 --regid=999 --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  # Like the image's own entrypoint: a server that listens at the socket alone makes the database.
  pg_ctl start --wait --options="-c listen_addresses= -c unix_socket_directories=/tmp"
  /usr/lib/postgresql/17/bin/createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_USER"
  pg_ctl stop --wait
fi
exec "$@"
