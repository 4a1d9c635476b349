#!/bin/sh
# Dumps the database once a day into /backups, or the folder that is given, and keeps 30 days. A dump that failed leaves
# nothing, or every try would fill the disk further, which the database may share.
set -u
folder=${1:-/backups}
keep_days=${KEEP_DAYS:-30}
while :; do
  # of a dump that was killed
  rm -f "$folder"/one-rp-*.part
  file=$folder/one-rp-$(date -u +%Y-%m-%dT%H%M).dump
  if pg_dump --format=custom --file="$file.part" && mv "$file.part" "$file"; then
    echo "wrote $file"
    find "$folder" -name '*.dump' -mtime "+$keep_days" -delete
  else
    rm -f "$file.part"
    [ "${ONCE:-}" = 1 ] && exit 1
    echo "the dump failed, next try in ten minutes" >&2
    sleep 600
    continue
  fi
  [ "${ONCE:-}" = 1 ] && exit 0
  sleep 86400
done
