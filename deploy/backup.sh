#!/bin/sh
# Dumps the database once a day into /backups, or the folder that is given, and keeps 30 days. A dump that failed leaves
# nothing, or every try would fill the disk further, which the database may share. The site reads in `last_dump` when a
# dump was last whole, and tells its operators when that is too long ago. ONCE=1 makes one dump at once, also beside the
# daily one.
set -u
folder=${1:-/backups}
keep_days=${KEEP_DAYS:-30}
note() {
  psql --quiet --no-psqlrc --command="INSERT INTO last_dump $1" || echo 'the dump was not noted in the database' >&2
}
# Before the site has made its tables there is nothing to dump.
is_empty() {
  [ "$(psql --quiet --no-psqlrc --tuples-only --no-align --command="SELECT to_regclass('last_dump') IS NULL")" = t ]
}
part=part
[ "${ONCE:-}" = 1 ] && part=once
while :; do
  if is_empty; then
    [ "${ONCE:-}" = 1 ] && echo 'the database is empty' >&2 && exit 1
    sleep 10
    continue
  fi
  # the operators are also told if no dump is ever whole
  note 'DEFAULT VALUES ON CONFLICT DO NOTHING'
  # of a dump that was killed
  rm -f "$folder"/one-rp-*."$part"
  file=$folder/one-rp-$(date -u +%Y-%m-%dT%H%M).dump
  if pg_dump --format=custom --file="$file.$part" && mv "$file.$part" "$file"; then
    echo "wrote $file"
    note '(ended_at) VALUES (now()) ON CONFLICT (is_only) DO UPDATE SET ended_at = excluded.ended_at'
    find "$folder" -name '*.dump' -mtime "+$keep_days" -delete
  else
    rm -f "$file.$part"
    [ "${ONCE:-}" = 1 ] && exit 1
    echo "the dump failed, next try in ten minutes" >&2
    sleep 600
    continue
  fi
  [ "${ONCE:-}" = 1 ] && exit 0
  sleep 86400
done
