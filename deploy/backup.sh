#!/bin/sh
# Runs in the container `postgres`: a backup of the running database as one tar file, while everybody goes on.
#   docker compose cp deploy/backup.sh postgres:/tmp/backup.sh
#   docker compose exec postgres sh /tmp/backup.sh /tmp/tvarit.tar
#   docker compose cp postgres:/tmp/tvarit.tar .
# It is the folder of PostgreSQL with the log it needs: unpacked into an empty one, PostgreSQL starts from it.
set -eu
target=$1
export PGPASSWORD=$POSTGRES_PASSWORD PGHOST=127.0.0.1 PGUSER=$POSTGRES_USER PGDATABASE=$POSTGRES_DB
data=$(psql -Atc 'show data_directory')
label=$(mktemp -d)
# One session: a backup ends with the session that began it. A file may change while tar reads it (exit code 1).
psql --quiet -At --set=ON_ERROR_STOP=1 <<SQL
select pg_backup_start('$(date +%FT%TZ)', fast => true) \g /dev/null
\! tar -C $data --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude='./pg_wal/*' --warning=no-file-changed -cf $target . || test \$? = 1
select labelfile from pg_backup_stop(wait_for_archive => false) \g $label/backup_label
\! tar -C $data -rf $target ./pg_wal && tar -C $label -rf $target ./backup_label
SQL
rm -r "$label"
ls -l "$target"
