import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  `ALTER TABLE "bulk_transfer" ADD "outward_row_count" integer NOT NULL DEFAULT '0'`,
  `ALTER TABLE "bulk_transfer" ADD "outward_charges_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "bulk_transfer_row" ADD "charges_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "bulk_transfer_row" ADD "bank_code" character varying(6)`,
  `ALTER TABLE "bulk_transfer_row" ADD "name_enquiry_ref" character varying(100)`,
  `ALTER TABLE "bulk_transfer_row" ADD "outward" jsonb`,
  `CREATE INDEX "ix_bulk_transfer_debit_account" ON "bulk_transfer"  ("institution_id", "debit_account_number", "id") `,
];

/**
 * Queues the events of a file of transfers, in the transaction of the change, when an endpoint of the institution wants
 * one of them. Arguments: the types of events by the status of the debit, and the status where the trigger knows it. A
 * file whose rows are posted together is complete when it is accepted. Only the client that sent the file sees them.
 */
const RECORD_BULK_EVENT = `CREATE FUNCTION record_bulk_event() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  wanted character varying[];
  types jsonb := TG_ARGV[0];
  named character varying[];
  file bulk_transfer;
  debit posting;
  posted bigint := 0;
  failed bigint := 0;
  facts jsonb;
BEGIN
  SELECT wanted_events INTO wanted FROM institution WHERE institution_id = NEW.institution_id;
  IF wanted IS NULL OR wanted = '{}' THEN RETURN NULL; END IF;
  SELECT * INTO file FROM bulk_transfer WHERE institution_id = NEW.institution_id AND id = NEW.id;
  SELECT * INTO debit FROM posting WHERE institution_id = NEW.institution_id AND id = NEW.id;
  IF NOT starts_with(debit.maker, 'api-client:') THEN RETURN NULL; END IF;
  named := ARRAY[types ->> coalesce(TG_ARGV[1], debit.status)];
  IF debit.status = 'Posted' AND file.together THEN named := named || (types ->> 'Completed')::character varying; END IF;
  named := ARRAY(SELECT type FROM unnest(named) AS n (type) WHERE type = ANY (wanted));
  IF named = '{}' THEN RETURN NULL; END IF;
  IF file.together THEN
    posted := CASE debit.status WHEN 'Posted' THEN file.row_count ELSE 0 END;
    failed := CASE WHEN debit.status IN ('Declined', 'Failed') THEN file.row_count ELSE 0 END;
  ELSE
    SELECT count(posting_id), count(*) - count(posting_id) INTO posted, failed FROM bulk_transfer_result
     WHERE institution_id = NEW.institution_id AND bulk_transfer_id = NEW.id;
    IF debit.status IN ('Declined', 'Failed') THEN failed := file.row_count; END IF;
  END IF;
  facts := jsonb_build_object('reference', file.reference, 'status', debit.status, 'posting_id', file.id,
    'debit_account_number', file.debit_account_number, 'row_count', file.row_count, 'total_kobo', file.total_kobo,
    'outward_row_count', file.outward_row_count, 'posted_rows', posted, 'failed_rows', failed,
    'returned_kobo', file.returned_kobo, 'created_at', debit.created_at,
    'completed_at', coalesce(file.completed_at, CASE WHEN file.together THEN debit.posted_at END),
    'failure_code', debit.failure_code);
  INSERT INTO queued_event (institution_id, types, audience, parts)
  VALUES (NEW.institution_id, named, debit.maker, (
    SELECT jsonb_agg(jsonb_build_object('type', type, 'row', facts || jsonb_build_object('status',
        CASE WHEN type = types ->> 'Completed' THEN 'Completed' WHEN debit.status = 'Posted' THEN 'Accepted'
             ELSE debit.status END)) ORDER BY place)
      FROM unnest(named) WITH ORDINALITY AS n (type, place)));
  RETURN NULL;
END
$function$`;

const TYPES =
  '{"Held":"bulk-transfer.held","PendingApproval":"bulk-transfer.held","Posted":"bulk-transfer.accepted",' +
  '"Completed":"bulk-transfer.completed","Declined":"bulk-transfer.declined","Failed":"bulk-transfer.failed"}';

const TRIGGERS = [
  `CREATE TRIGGER "event_bulk_transfer_new" AFTER INSERT ON "bulk_transfer" FOR EACH ROW EXECUTE FUNCTION record_bulk_event('${TYPES}')`,
  `CREATE TRIGGER "event_bulk_transfer_status" AFTER UPDATE OF status ON "posting" FOR EACH ROW WHEN (NEW.kind = 'bulk-transfer' AND OLD.status <> NEW.status) EXECUTE FUNCTION record_bulk_event('${TYPES}')`,
  `CREATE TRIGGER "event_bulk_transfer_completed" AFTER UPDATE OF completed_at ON "bulk_transfer" FOR EACH ROW WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION record_bulk_event('${TYPES}', 'Completed')`,
];

/** Rows of files of transfers that go to other institutions, and events for a file as a whole. */
export class AddBulkRowsToOtherInstitutions1795750000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, RECORD_BULK_EVENT, ...TRIGGERS]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
