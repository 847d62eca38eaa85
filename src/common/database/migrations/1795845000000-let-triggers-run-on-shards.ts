import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * On a distributed database a trigger runs on a shard, whose name is that of the table with a number behind it; the
 * functions look at the name of the table. The words of customers can be written a row at a time too
 * (docs/scaling.md#citus).
 */
const STATEMENTS = [
  `CREATE OR REPLACE FUNCTION record_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed text := regexp_replace(TG_TABLE_NAME, '_[0-9]+$', '');
BEGIN
  IF changed = 'aml_hold' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'hold', NEW.approval_id::text, NEW.status);
  ELSIF changed = 'approval' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'approval', NEW.id::text, NEW.status);
  ELSIF changed = 'end_of_day_run' THEN
    INSERT INTO work_change (institution_id, kind, subject, status)
    VALUES (NEW.institution_id, 'end-of-day', NEW.date::text, NEW.status);
  ELSE
    INSERT INTO work_change (institution_id, kind, subject, status, step)
    VALUES (NEW.institution_id, 'end-of-day', NEW.date::text,
      CASE WHEN NEW.finished_at IS NULL THEN 'Running' ELSE 'Completed' END, NEW.step);
  END IF;
  RETURN NULL;
END
$function$`,
  `CREATE OR REPLACE FUNCTION record_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted character varying[];
  types jsonb := TG_ARGV[1];
  row_now jsonb;
  event_type text;
  event_audience text;
  facts jsonb;
  changed text := regexp_replace(TG_TABLE_NAME, '_[0-9]+$', '');
BEGIN
  SELECT wanted_events INTO wanted FROM institution WHERE institution_id = NEW.institution_id;
  IF wanted IS NULL OR wanted = '{}' THEN RETURN NULL; END IF;
  row_now := to_jsonb(NEW);
  IF TG_OP = 'UPDATE' THEN
    event_type := types ->> concat(to_jsonb(OLD) ->> TG_ARGV[0], '>', row_now ->> TG_ARGV[0]);
  END IF;
  event_type := coalesce(event_type, types ->> (row_now ->> TG_ARGV[0]), types ->> '*');
  IF event_type IS NULL OR NOT event_type = ANY (wanted) THEN RETURN NULL; END IF;
  IF TG_ARGV[3] <> '' THEN
    event_audience := row_now ->> TG_ARGV[3];
    IF NOT starts_with(event_audience, 'api-client:') THEN RETURN NULL; END IF;
  END IF;
  SELECT jsonb_object_agg(key, value) INTO facts
    FROM jsonb_each(row_now) WHERE key = ANY (string_to_array(TG_ARGV[2], ','));
  IF changed = 'loan_transaction' THEN
    SELECT facts || jsonb_build_object('loan_account_number', loan_account_number, 'linked_number', linked_number)
      INTO facts FROM loan WHERE institution_id = NEW.institution_id AND id = NEW.loan_id;
  END IF;
  IF changed = 'posting' THEN facts := facts || jsonb_build_object('posting_id', NEW.id); END IF;
  INSERT INTO queued_event (institution_id, types, audience, parts)
  VALUES (NEW.institution_id, ARRAY[event_type], event_audience,
    jsonb_build_array(jsonb_build_object('type', event_type, 'row', facts)));
  RETURN NULL;
END
$function$`,
  `CREATE OR REPLACE FUNCTION change_customer_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM customer_word WHERE institution_id = OLD.institution_id AND customer_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customer_word (institution_id, customer_id, word)
    SELECT NEW.institution_id, NEW.id, w FROM name_words(NEW.search_name) w;
  END IF;
  RETURN NULL;
END
$function$`,
];

/** The functions of triggers do the same on an ordinary database and on the shards of a distributed one. */
export class LetTriggersRunOnShards1795845000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
