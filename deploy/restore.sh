#!/bin/sh
# Restores the backup in BACKUP_FOLDER and proves it. `.env` has the lines that keys.txt in that folder names.
#   sh deploy/restore.sh                              # to the end of the archived log
#   sh deploy/restore.sh '2026-11-28 10:15:00+05:30'  # to that second
set -eu
cd "$(dirname "$0")/.."
docker compose down
docker compose run --rm -T --no-deps --entrypoint backup postgres restore "$@"
docker compose up --detach --wait postgres $(docker compose config --services | grep -x storage)
docker compose run --rm -T --no-deps backup restore-files "$@"
# `migrate` erases again who was erased since.
docker compose up --detach --wait
docker compose run --rm -T --no-deps -e VERIFY_LOGIN -e VERIFY_PASSWORD migrate \
  node scripts/verify-restore.ts --url http://server:3000
