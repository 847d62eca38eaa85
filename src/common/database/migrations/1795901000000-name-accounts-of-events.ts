import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECORD_EVENT = `CREATE OR REPLACE FUNCTION record_event()
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
  IF changed = 'posting' THEN
    facts := facts || jsonb_build_object('posting_id', NEW.id,
      'account_number', row_now -> 'additional_metadata' -> 'account_number_from',
      'destination_account', row_now -> 'additional_metadata' -> 'account_number_to');
  END IF;
  INSERT INTO queued_event (institution_id, types, audience, parts)
  VALUES (NEW.institution_id, ARRAY[event_type], event_audience,
    jsonb_build_array(jsonb_build_object('type', event_type, 'row', facts)));
  RETURN NULL;
END
$function$`;

/**
 * Transfers inside the institution that were reversed or refused name both accounts in their events, as those that were
 * completed do. The metadata of the posting has the accounts also while no money has moved.
 */
export class NameAccountsOfEvents1795901000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECORD_EVENT);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
