#!/bin/sh
# Makes a data folder of PostgreSQL from a physical backup and the archive, which the server recovers to an instant when
# it starts. Run it as the account of PostgreSQL:
#
#   restore-to-time.sh BACKUP ARCHIVE DATA [INSTANT]
#
# BACKUP   a folder of `corebank backup --physical`
# ARCHIVE  the folder that archive-wal.sh fills; it is only read
# DATA     the data folder to make; it must not exist
# INSTANT  such as '2026-11-23 14:05:00+01'; without it the server recovers to the end of the archive
#
# Then start PostgreSQL on DATA with archive_mode=off or another archive. It takes connections when it has recovered.
set -eu
umask 077
if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  echo "usage: $0 BACKUP ARCHIVE DATA [INSTANT]" >&2
  exit 2
fi
backup=$1
archive=$(cd "$2" && pwd)
data=$3
# PostgreSQL reads instants less freely than people write them.
instant=${4:+$(date -u -d "$4" '+%Y-%m-%d %H:%M:%S.%6N+00')}

[ -d "$backup/data" ] || { echo "$backup holds no physical backup: it has no folder data" >&2; exit 1; }
[ ! -e "$data" ] || { echo "$data is there already: restore into a new folder, so that nothing is lost" >&2; exit 1; }
pg_verifybackup --quiet "$backup/data"
cp -R "$backup/data" "$data"
chmod 700 "$data"

{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  if [ -n "$instant" ]; then
    echo "recovery_target_time = '$instant'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$data/postgresql.auto.conf"
: >"$data/recovery.signal"
echo "$data is ready: start PostgreSQL on it, then run corebank reconcile"
