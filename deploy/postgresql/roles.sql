-- The database roles of one corebank installation, for psql as a superuser, in the installation's own database:
--
--   createdb corebank
--   psql -X -v ON_ERROR_STOP=1 -d corebank -f deploy/postgresql/roles.sql
--   psql -d corebank -c '\password corebank_owner'    -- and for corebank_server, corebank_backup, corebank_reports
--
-- Other names: -v owner=… -v serving=… -v login=… -v backup=… -v reports=…. Roles belong to the whole server, so two
-- installations on one server need two sets of names. Running the file again changes nothing that is right.
-- docs/database-roles.md explains each role and the remedy for each refusal.

\set QUIET on
\if :{?owner} \else \set owner corebank_owner \endif
\if :{?serving} \else \set serving corebank_app \endif
\if :{?login} \else \set login corebank_server \endif
\if :{?backup} \else \set backup corebank_backup \endif
\if :{?reports} \else \set reports corebank_reports \endif

BEGIN;
-- Rights that are there already are no news.
SET LOCAL client_min_messages = warning;

-- The roles. None is a superuser, and none has a password until you give it one.
SELECT format('CREATE ROLE %I', name)
  FROM unnest(ARRAY[:'owner', :'serving', :'login', :'backup', :'reports']) AS name
 WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) \gexec

-- Owns schema and tables, and migrates. Row-level security binds it too, so it cannot back up.
ALTER ROLE :"owner" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- Holds the rights of the program. Nobody signs in as it.
ALTER ROLE :"serving" NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- The login of the server, which takes the serving role on every connection and has no right of its own.
ALTER ROLE :"login" LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION;
-- Reads everything of every institution, for pg_dump, and the write-ahead log, for pg_basebackup. Changes nothing.
ALTER ROLE :"backup" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE BYPASSRLS REPLICATION;
-- Reads the books of the institution that its session names, without the tables that hold secrets.
ALTER ROLE :"reports" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOREPLICATION CONNECTION LIMIT 10;

GRANT :"serving" TO :"login";
-- Migrations grant the serving role to whoever runs them, which needs the admin option.
GRANT :"serving" TO :"owner" WITH ADMIN OPTION;
GRANT pg_read_all_data TO :"backup";

ALTER ROLE :"backup" SET default_transaction_read_only = on;
ALTER ROLE :"reports" SET default_transaction_read_only = on;
ALTER ROLE :"reports" SET statement_timeout = '5min';
ALTER ROLE :"reports" SET idle_in_transaction_session_timeout = '1min';

-- The database and its schema: nobody but these roles comes in.
SELECT format('ALTER DATABASE %I OWNER TO %I', current_database(), :'owner') \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO %I, %I, %I, %I', current_database(),
              :'serving', :'login', :'backup', :'reports') \gexec
ALTER SCHEMA public OWNER TO :"owner";
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO :"serving", :"reports";

-- Tables that a superuser or another role made before become the owner's.
SELECT format('ALTER TABLE %s OWNER TO %I', oid::regclass, :'owner') FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
   AND relowner <> (SELECT oid FROM pg_roles WHERE rolname = :'owner') \gexec
SELECT format('ALTER SEQUENCE %s OWNER TO %I', s.oid::regclass, :'owner') FROM pg_class s
 WHERE s.relnamespace = 'public'::regnamespace AND s.relkind = 'S'
   AND s.relowner <> (SELECT oid FROM pg_roles WHERE rolname = :'owner')
   AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = s.oid AND d.deptype IN ('a', 'i')) \gexec

-- Reports read the tables of this list. Left out is whatever holds secrets, proofs of identity or messages, and what
-- would warn a customer who is under suspicion. The list is given again after each upgrade.
SELECT format('REVOKE ALL ON %s FROM %I', oid::regclass, :'reports') FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') \gexec
SELECT format('GRANT SELECT ON %s TO %I', oid::regclass, :'reports') FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname IN (
   'account_daily_total', 'account_number', 'accounting_period', 'agent', 'branch', 'daily_totals_progress',
   'deposit_account', 'end_of_day_exception', 'end_of_day_run', 'end_of_day_step', 'fixed_deposit',
   'fixed_deposit_order', 'fixed_deposit_part', 'gl_account', 'group_loan', 'group_member', 'institution',
   'interest_posting', 'interest_total', 'ledger_account', 'ledger_account_move', 'ledger_daily_total', 'lien',
   'loan', 'loan_contract', 'loan_event', 'loan_instalment', 'loan_suspense', 'loan_transaction', 'overdraft',
   'overdraft_accrual', 'overdraft_interest', 'placement', 'posting', 'posting_entry', 'product', 'product_fee',
   'product_rate', 'savings_accrual', 'savings_interest', 'till') \gexec
-- Of changes of an account's status only what changed and when: who froze an account, and why, tells what AML does.
SELECT format('GRANT SELECT (institution_id, id, account_id, account_number, from_status, to_status, at) ON %s TO %I',
              oid::regclass, :'reports') FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relname = 'account_status_change' \gexec

COMMIT;

\echo 'Roles and rights are in place. New roles have no password yet: set each with \\password.'
