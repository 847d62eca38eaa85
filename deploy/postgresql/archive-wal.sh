#!/bin/sh
# Copies one file of the write-ahead log into the archive, for PostgreSQL's archive_command:
#
#   archive_mode = on
#   archive_timeout = 60
#   archive_command = '/usr/local/lib/corebank/archive-wal.sh "%p" "%f" /var/lib/corebank-archive'
#
# The folder belongs on another machine or disk. The copy is complete or absent, and on disk before PostgreSQL forgets
# the original. A file that is there already is accepted only when it is the same.
set -eu
umask 077
source=$1
name=$2
folder=$3

if [ -e "$folder/$name" ]; then
  cmp -s "$source" "$folder/$name" && exit 0
  echo "archive-wal: $folder/$name is there with another content: two servers must not share an archive" >&2
  exit 1
fi
cp "$source" "$folder/.$name.partial"
sync "$folder/.$name.partial"
mv "$folder/.$name.partial" "$folder/$name"
sync "$folder"
