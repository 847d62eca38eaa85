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
    SELECT facts || jsonb_build_object('loan_account_number', loan_account_number, 'linked_number', linked_number,
        'reverses', row_now -> 'details' -> 'reverses', 'reverses_kind', row_now -> 'details' -> 'kind')
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

const DEPOSIT_FACTS =
  'contract_no,account_number,term,reference_number,status,principal_kobo,interest_rate,start_date,maturity_date,paid_kobo,tax_withheld_kobo,closed_on';

const depositTrigger = (name: string, direction: string, type: string): string =>
  `CREATE TRIGGER "${name}" AFTER UPDATE OF principal_kobo ON "fixed_deposit" FOR EACH ROW WHEN (NEW.status = 'Active' AND OLD.status = 'Active' AND NEW.principal_kobo ${direction} OLD.principal_kobo) EXECUTE FUNCTION record_event('status', '{"*":"${type}"}', '${DEPOSIT_FACTS}', '')`;

const TRIGGERS = [
  `CREATE TRIGGER "event_loan_adjusted" AFTER INSERT ON "loan_transaction" FOR EACH ROW WHEN (NEW.kind IN ('Restructure', 'Charge', 'Waiver', 'Refund', 'Reversal')) EXECUTE FUNCTION record_event('kind', '{"Restructure":"loan.restructured","Charge":"loan.charged","Waiver":"loan.waived","Refund":"loan.refunded","Reversal":"loan.reversed"}', 'loan_id,kind,reference,business_date,amount_kobo,principal_kobo,interest_kobo,fee_kobo,default_kobo,penalty_kobo,posting_id', '')`,
  depositTrigger('event_deposit_topped_up', '>', 'deposit.topped-up'),
  depositTrigger('event_deposit_partly_liquidated', '<', 'deposit.partly-liquidated'),
];

/**
 * Adjustments of loans by staff have events as payments do, and a reversal names the act that it reverses. A changed
 * principal of a fixed deposit has an event too.
 */
export class TellOfAdjustments1795910000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [RECORD_EVENT, ...TRIGGERS]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
