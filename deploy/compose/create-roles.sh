#!/bin/sh
# Runs once, when the database of compose.yaml is made: the owner of the schema, the role that serves, and its login.
set -eu
psql --set ON_ERROR_STOP=1 --set login_password="$COREBANK_LOGIN_PASSWORD" \
  --set owner_password="$COREBANK_OWNER_PASSWORD" --username postgres --dbname corebank <<'SQL'
CREATE ROLE corebank_app NOLOGIN;
CREATE ROLE corebank_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE corebank_login LOGIN PASSWORD :'login_password';
GRANT corebank_app TO corebank_login;
GRANT corebank_app TO corebank_owner WITH ADMIN OPTION;
ALTER DATABASE corebank OWNER TO corebank_owner;
ALTER SCHEMA public OWNER TO corebank_owner;
SQL
