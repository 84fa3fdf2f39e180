#!/bin/sh
# Rolls out this folder and its .env over what runs, without a gap: migrations, then new containers of each service beside the
# old ones. When all new ones are ready the old ones end. When not, the new ones are removed and the old ones go on.
set -eu
cd "$(dirname "$0")/.."
# `--no-build`: back to a version whose images are still here.
COMMIT=$(git rev-parse HEAD 2>/dev/null || echo unknown)
export COMMIT
services='server worker bulk-worker'
old=$(mktemp -d)
did='the settings could not be read'

# Containers of a service, those that are healthy and old first, those that were never started last.
containers() {
  ids=$(docker compose ps --all --quiet "$1")
  state='{{with .State.Health}}{{.Status}}{{else}}void{{end}} {{.Created}} {{.ID}}'
  [ -z "$ids" ] || docker inspect --format "$state" $ids | sort | cut -d ' ' -f 3
}
# Those that are not in the file.
others() { containers "$1" | grep -vxF -f "$old/$1" || true; }
# How many the settings ask for.
number() { docker compose config | sed -n "/^  $1:\$/,/^    scale:/s/^    scale: //p"; }

# Three minutes until each container is healthy; none may end or be unhealthy on the way.
ready() {
  for _ in $(seq 180); do
    states=$(docker inspect --format '{{.State.Health.Status}} {{.RestartCount}} {{.ID}}' $1)
    late=$(echo "$states" | grep -v '^healthy 0 ' || true)
    [ -n "$late" ] || return 0
    ! echo "$late" | grep -qv '^starting 0 ' || break
    sleep 1
  done
  docker logs --tail 5 "$(echo "$late" | sort -r | sed 's/.* //;q')" >&2
  return 1
}

failed() {
  trap '' INT TERM HUP
  # Until nothing new comes: Compose goes on for some seconds after a signal.
  quiet=0
  while [ $quiet -lt 3 ]; do
    quiet=$((quiet + 1))
    for service in $services; do
      [ -f "$old/$service" ] || continue
      new=$(others $service)
      [ -z "$new" ] || { quiet=0; docker rm --force $new >/dev/null || true; }
    done
    sleep 2
  done
  # The name of the image, which the build gave to the new one.
  for container in $(cat "$old"/* 2>/dev/null); do
    docker tag $(docker inspect --format '{{.Image}} {{.Config.Image}}' "$container")
  done
  echo "The roll-out failed: $did. What ran before goes on, and no container of the new version is left. Put right the version or .env and run deploy/roll-out.sh again." >&2
}
trap '[ $? -eq 0 ] || failed; rm -r "$old"' EXIT
trap 'did="it was cut off"; exit 130' INT TERM HUP

for service in $services; do
  # A roll-out that was killed leaves containers above the number.
  containers $service | head -n "$(number $service)" >"$old/$service"
  surplus=$(others $service)
  [ -z "$surplus" ] || docker rm --force $surplus
done
did='the images could not be built'
[ "${1-}" = --no-build ] || docker compose build
did='the migrations did not succeed'
# Else the one of the version before would run again.
docker compose rm --force --stop migrate
set --
for service in $services; do set -- "$@" --scale "$service=$(($(wc -l <"$old/$service") + $(number $service)))"; done
# The dependencies stay as they are; without them Compose would take what it makes here for out of date later.
docker compose up --detach --no-recreate "$@" $services || { docker compose logs --tail 5 migrate >&2 && exit 1; }
for service in $services; do
  did="a new $service did not become ready"
  new=$(others $service)
  [ -z "$new" ] || ready "$new"
done
# The proxy asks the DNS for new servers once a second and each server for its health once a second.
sleep 5
trap '' INT TERM HUP
trap 'rm -r "$old"' EXIT
# One after the other: each asks its consoles to reconnect, finishes what runs and ends.
for container in $(cat "$old"/*); do docker stop "$container" && docker rm "$container"; done
# Anew only when its service has changed (a gap of some seconds); else it reads its files again.
docker compose up --detach --no-deps proxy
docker compose exec -T proxy sh -c 'haproxy -c -f /usr/local/etc/haproxy/haproxy.cfg && kill -USR2 1' || {
  echo 'The new version runs, but the proxy keeps what it had: put right deploy/proxy or TLS_CERTIFICATE and run deploy/roll-out.sh again.' >&2
  exit 1
}
