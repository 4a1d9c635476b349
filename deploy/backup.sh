#!/bin/sh
# Dumps the database once a day into /backups, or the folder that is given, and keeps 30 days. With ONCE=1 it makes one
# dump now and ends, also beside the one that goes on. A dump that failed leaves nothing, or every try would fill the disk
# further, which the database may share. The site reads in `last_dump` when a dump was last whole, and tells its operators
# when that is too long ago. Outside of its container it needs pg_dump, psql and flock.
set -u
folder=${1:-/backups}
keep_days=${KEEP_DAYS:-30}
say() {
  psql --quiet --no-psqlrc --tuples-only --no-align --command="$1"
}
note() {
  say "INSERT INTO last_dump $1" || echo 'the dump was not noted in the database' >&2
}
# until the site has started for the first time there is nothing to keep
while [ "$(say "SELECT to_regclass('accounts') IS NOT NULL")" = f ]; do
  echo 'the database is empty: the site has not started yet' >&2
  [ "${ONCE:-}" = 1 ] && exit 1
  sleep 10
done
while :; do
  # the operators are also told if no dump is ever whole
  note 'DEFAULT VALUES ON CONFLICT DO NOTHING'
  # of a dump that was killed: one that runs has its file locked
  for part in "$folder"/one-rp-*.part; do
    [ -e "$part" ] && flock -n "$part" rm -f "$part"
  done
  file=$folder/one-rp-$(date -u +%Y-%m-%dT%H%M).dump
  part=$file.$$.part
  if flock "$part" pg_dump --format=custom --file="$part" && mv "$part" "$file"; then
    echo "wrote $file"
    note '(ended_at) VALUES (now()) ON CONFLICT (is_only) DO UPDATE SET ended_at = excluded.ended_at'
    find "$folder" -name '*.dump' -mtime "+$keep_days" -delete
  else
    rm -f "$part"
    [ "${ONCE:-}" = 1 ] && exit 1
    echo "the dump failed, next try in ten minutes" >&2
    sleep 600
    continue
  fi
  [ "${ONCE:-}" = 1 ] && exit 0
  sleep 86400
done
