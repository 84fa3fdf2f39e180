#!/bin/sh
# Deploys what is in this folder over what runs, without a gap: migrations, then for servers and workers as many new
# containers as there are old ones, and only when the new ones are healthy the old ones end.
set -eu
cd "$(dirname "$0")/.."
# `--no-build`: back to a version whose images are still here.
COMMIT=$(git rev-parse HEAD 2>/dev/null || echo unknown)
export COMMIT
[ "${1-}" = --no-build ] || docker compose build
docker compose run --rm --no-deps migrate
for service in server worker; do
  old=$(docker compose ps --quiet $service)
  new=$(($(echo "$old" | wc -w) * 2))
  docker compose up --detach --wait --no-deps --no-recreate --scale $service=$new $service
  # The proxy asks the DNS for new servers once a second and each server for its health once a second.
  sleep 5
  # One after the other: each asks its consoles to reconnect, finishes what runs and ends.
  for container in $old; do docker stop "$container" && docker rm "$container"; done
done
# Only where its configuration has changed: a gap of some seconds.
docker compose exec -T proxy cat /usr/local/etc/haproxy/haproxy.cfg | cmp -s - deploy/haproxy.cfg ||
  docker compose up --detach --wait --no-deps --force-recreate proxy
