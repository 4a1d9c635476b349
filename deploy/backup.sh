#!/bin/sh
# Dumps the database once a day into /backups and keeps 30 days. A dump that failed has no name that ends with .dump.
set -u
keep_days=${KEEP_DAYS:-30}
while :; do
  file=/backups/one-rp-$(date -u +%Y-%m-%dT%H%M).dump
  if pg_dump --format=custom --file="$file.part" && mv "$file.part" "$file"; then
    echo "wrote $file"
    find /backups -name '*.dump' -mtime "+$keep_days" -delete
  else
    echo "the dump failed, next try in ten minutes" >&2
    sleep 600
    continue
  fi
  [ "${ONCE:-}" = 1 ] && exit 0
  sleep 86400
done
