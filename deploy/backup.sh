#!/bin/sh
# Runs in the container `postgres`: a backup of the running database in a new folder, while everybody goes on. It is
# complete when this ends with 0.
#   docker compose cp deploy/backup.sh postgres:/tmp/backup.sh
#   docker compose exec postgres sh /tmp/backup.sh /tmp/tvarit
#   docker compose cp postgres:/tmp/tvarit .
#   docker compose exec postgres rm -r /tmp/tvarit
# `base.tar` is the folder of PostgreSQL, `pg_wal.tar` the log it needs. PostgreSQL starts from it when both are unpacked
# into an empty volume:
#   docker compose run --rm --no-deps --user root --volume ./tvarit:/backup:ro --entrypoint sh postgres -c \
#     'cd /var/lib/postgresql && mkdir -p 18/docker && cd 18/docker && tar -xf /backup/base.tar && tar -C pg_wal -xf /backup/pg_wal.tar'
set -eu
export PGPASSWORD="$POSTGRES_PASSWORD"
exec pg_basebackup --host=127.0.0.1 --username="$POSTGRES_USER" --pgdata="$1" --format=tar --wal-method=stream \
  --checkpoint=fast
