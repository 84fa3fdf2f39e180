#!/bin/sh
# Backups of one machine; runs in the image of PostgreSQL. /backups holds everything encrypted with BACKUP_KEY.
#   backup                          files, database and the names of the keys, now; then reads all of it again
#   backup schedule                 files every minute, everything each night
#   backup restore [moment]         the database, to that second, else to the end of its log; what was there is kept beside
#   backup restore-files [moment]   the files into the bucket, with those that were removed after that moment
set -eu
if [ "$(id -u)" = 0 ]; then
  chown postgres: /backups
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
umask 022
DATA=/var/lib/postgresql/18/docker
RCLONE_CONFIG_COPY_PASSWORD=$(rclone obscure "$PGBACKREST_REPO1_CIPHER_PASS")
export RCLONE_CONFIG_COPY_PASSWORD

moment() { date --utc --date="$1" "$2"; }

files() {
  # A bucket elsewhere has versions and a copy of its own.
  [ -n "${STORAGE_URL-}" ] ||
    rclone sync files:tvarit copy:current --backup-dir "copy:removed/$(moment now +%Y%m%dT%H%M%S)"
  touch /tmp/copied # for the health check
}

everything() {
  # Waits for one that runs already.
  exec 9>/tmp/backup.lock
  flock 9
  files
  pgbackrest stanza-create
  case $(date +%u) in 7) type=full ;; *) type=incr ;; esac
  pgbackrest backup --type=$type
  rclone mkdir copy:removed
  rclone lsf --dirs-only copy:removed | awk -v old="$(moment '28 days ago' +%Y%m%dT%H%M%S)" '$0 < old' |
    while read -r folder; do rclone purge "copy:removed/$folder"; done
  cat > /backups/keys.txt <<END
This folder is a backup of Tvarit. A restore needs these lines of .env, with the values they had:
BACKUP_KEY opens this folder.
SECRET_KEY and SECRET_KEYS_BEFORE open sealed fields and sessions.
POSTGRES_PASSWORD and POSTGRES_APP_PASSWORD are those of the roles in the database at the moment that is restored.
END
  # What was written can be read: pgBackRest compares checksums, rclone each file's content.
  damage=$(pgbackrest verify --output=text) # with 0 and without a word when nothing is damaged
  if [ -n "$damage" ]; then
    echo "$damage" >&2
    exit 1
  fi
  [ -n "${STORAGE_URL-}" ] || rclone cryptcheck --one-way --min-age 5m files:tvarit copy:current
  psql --quiet --no-psqlrc --command "insert into settings (name, value) values ('backup', json_build_object('ended_at', now()))
    on conflict (name) do update set value = excluded.value"
  echo "backup: complete"
}

case ${1-} in
  '') everything ;;
  schedule)
    if [ "$(stat -c %d /backups)" = "$(stat -c %d "$DATA")" ]; then
      echo 'backup: /backups is on the disk of the database: set BACKUP_FOLDER to a folder on another one' >&2
    fi
    next=0
    while :; do
      now=$(date +%s)
      if [ "$now" -lt "$next" ]; then
        "$0" files || true
      elif "$0"; then
        next=$(moment '20:30' +%s) # 2 o'clock in India
        [ "$next" -gt "$now" ] || next=$((next + 86400))
      else
        next=$((now + 600))
      fi
      sleep 60
    done
    ;;
  files) files ;;
  restore)
    [ ! -s "$DATA/PG_VERSION" ] || mv "$DATA" "$DATA.before-$(moment now +%Y%m%dT%H%M%S)"
    mkdir -p "$DATA"
    chmod 700 "$DATA"
    if [ -n "${2-}" ]; then
      pgbackrest restore --type=time --target="$(moment "$2" '+%F %T+00')" --target-action=promote
    else
      pgbackrest restore
    fi
    ;;
  restore-files)
    [ -z "${STORAGE_URL-}" ] || exit 0
    rclone copy copy:current files:tvarit
    [ -z "${2-}" ] ||
      rclone lsf --dirs-only copy:removed | awk -v since="$(moment "$2" +%Y%m%dT%H%M%S)" '$0 >= since' |
      while read -r folder; do rclone copy --ignore-existing "copy:removed/$folder" files:tvarit; done
    ;;
  *) echo "backup: $1 is unknown" >&2; exit 1 ;;
esac
