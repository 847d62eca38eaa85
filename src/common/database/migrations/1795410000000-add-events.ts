import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `CREATE SEQUENCE event_order`,
  `GRANT USAGE ON SEQUENCE event_order TO corebank_app`,
  `ALTER TABLE "institution" ADD "wanted_events" character varying array NOT NULL DEFAULT '{}'`,
  `ALTER TABLE "loan" ADD "due_notice_for" date`,
  `CREATE TABLE "queued_event" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL DEFAULT nextval('event_order'), "types" character varying array NOT NULL, "audience" character varying(120), "parts" json NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "pk_queued_event" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "event_record" ("institution_id" bigint NOT NULL, "seq" bigint NOT NULL, "types" character varying array NOT NULL, "audience" character varying(120), "parts" json NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_event_record" PRIMARY KEY ("institution_id", "seq"))`,
  `CREATE INDEX "ix_event_record_at" ON "event_record"  ("institution_id", "at") `,
  `CREATE TABLE "webhook_endpoint" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "client_id" character varying(40) NOT NULL, "url" character varying(2000), "description" character varying(200), "event_types" character varying array NOT NULL, "notice_email" character varying(250), "status" character varying(10) NOT NULL, "pause_reason" character varying(300), "paused_at" TIMESTAMP(3) WITH TIME ZONE, "sealed_secret" character varying(400) NOT NULL, "previous_sealed_secret" character varying(400), "previous_secret_ends_at" TIMESTAMP(3) WITH TIME ZONE, "fanned_out_to" bigint NOT NULL DEFAULT '0', "last_position" bigint NOT NULL DEFAULT '0', "failures" integer NOT NULL DEFAULT '0', "retry_at" TIMESTAMP(3) WITH TIME ZONE, "last_success_at" TIMESTAMP(3) WITH TIME ZONE, "leased_until" TIMESTAMP(3) WITH TIME ZONE, "lease_holder" character varying(40), "created_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_webhook_endpoint" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_webhook_endpoint_client" ON "webhook_endpoint"  ("institution_id", "client_id", "id") `,
  `CREATE TABLE "webhook_delivery" ("institution_id" bigint NOT NULL, "endpoint_id" bigint NOT NULL, "position" bigint NOT NULL, "seq" bigint NOT NULL, "part" smallint NOT NULL, "type" character varying(40) NOT NULL, "resource" character varying(160) NOT NULL, "replayed" boolean NOT NULL DEFAULT false, "status" character varying(10) NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "first_attempt_at" TIMESTAMP(3) WITH TIME ZONE, "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "last_http_status" smallint, "last_error" character varying(300), "finished_at" TIMESTAMP(3) WITH TIME ZONE, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_webhook_delivery" PRIMARY KEY ("institution_id", "endpoint_id", "position"))`,
  `CREATE INDEX "ix_webhook_delivery_pending" ON "webhook_delivery"  ("institution_id", "endpoint_id", "resource", "position") WHERE status = 'Pending'`,
  `CREATE INDEX "ix_webhook_delivery_next" ON "webhook_delivery"  ("institution_id", "endpoint_id", "position") WHERE status = 'Pending'`,
  `CREATE INDEX "ix_webhook_delivery_created_at" ON "webhook_delivery"  ("institution_id", "created_at") `,
  `CREATE TABLE "webhook_attempt" ("institution_id" bigint NOT NULL, "endpoint_id" bigint NOT NULL, "position" bigint NOT NULL, "attempt" integer NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "http_status" smallint, "error" character varying(300), "duration_ms" integer NOT NULL, CONSTRAINT "pk_webhook_attempt" PRIMARY KEY ("institution_id", "endpoint_id", "position", "attempt"))`,
  `CREATE INDEX "ix_webhook_attempt_at" ON "webhook_attempt"  ("institution_id", "at") `,
  `GRANT SELECT, INSERT, DELETE ON "queued_event" TO corebank_app`,
  `ALTER TABLE "queued_event" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "queued_event" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "queued_event" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, DELETE ON "event_record" TO corebank_app`,
  `ALTER TABLE "event_record" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "event_record" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "event_record" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE ON "webhook_endpoint" TO corebank_app`,
  `ALTER TABLE "webhook_endpoint" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "webhook_endpoint" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "webhook_endpoint" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "webhook_delivery" TO corebank_app`,
  `ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "webhook_delivery" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "webhook_delivery" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, DELETE ON "webhook_attempt" TO corebank_app`,
  `ALTER TABLE "webhook_attempt" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "webhook_attempt" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "webhook_attempt" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
];

/**
 * Queues the event of a changed row, in the transaction of the change, when an endpoint of the institution wants its
 * type. Arguments: the column that names the change, the types of events by its value (`before>after`, `after` or `*`),
 * the columns that the event may show, and the column with the API client that alone may see it.
 */
const RECORD_EVENT = `CREATE FUNCTION record_event() RETURNS trigger LANGUAGE plpgsql AS $function$
DECLARE
  wanted character varying[];
  types jsonb := TG_ARGV[1];
  row_now jsonb;
  event_type text;
  event_audience text;
  facts jsonb;
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
  IF TG_TABLE_NAME = 'loan_transaction' THEN
    SELECT facts || jsonb_build_object('loan_account_number', loan_account_number, 'linked_number', linked_number)
      INTO facts FROM loan WHERE institution_id = NEW.institution_id AND id = NEW.loan_id;
  END IF;
  IF TG_TABLE_NAME = 'posting' THEN facts := facts || jsonb_build_object('posting_id', NEW.id); END IF;
  INSERT INTO queued_event (institution_id, types, audience, parts)
  VALUES (NEW.institution_id, ARRAY[event_type], event_audience,
    jsonb_build_array(jsonb_build_object('type', event_type, 'row', facts)));
  RETURN NULL;
END
$function$`;

const TRIGGERS = [
  `CREATE TRIGGER "event_aml_hold_new" AFTER INSERT ON "aml_hold" FOR EACH ROW EXECUTE FUNCTION record_event('status', '{"Held":"hold.held","Approved":"hold.approved","Declined":"hold.declined","Used":"hold.executed","Expired":"hold.expired","Withdrawn":"hold.withdrawn"}', 'approval_id,kind,reference,endpoint,account_number,amount_kobo,status,resumes_by,created_at,decided_at', 'actor')`,
  `CREATE TRIGGER "event_aml_hold" AFTER UPDATE OF status ON "aml_hold" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_event('status', '{"Held":"hold.held","Approved":"hold.approved","Declined":"hold.declined","Used":"hold.executed","Expired":"hold.expired","Withdrawn":"hold.withdrawn"}', 'approval_id,kind,reference,endpoint,account_number,amount_kobo,status,resumes_by,created_at,decided_at', 'actor')`,
  `CREATE TRIGGER "event_approval_new" AFTER INSERT ON "approval" FOR EACH ROW WHEN (NEW.operation <> 'release-aml-hold') EXECUTE FUNCTION record_event('status', '{"Pending":"approval.requested","Approved":"approval.approved","Declined":"approval.declined","Canceled":"approval.canceled"}', 'id,operation,status,amount_kobo,posting_id,created_at,decided_at', 'maker')`,
  `CREATE TRIGGER "event_approval" AFTER UPDATE OF status ON "approval" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.operation <> 'release-aml-hold') EXECUTE FUNCTION record_event('status', '{"Pending":"approval.requested","Approved":"approval.approved","Declined":"approval.declined","Canceled":"approval.canceled"}', 'id,operation,status,amount_kobo,posting_id,created_at,decided_at', 'maker')`,
  `CREATE TRIGGER "event_transfer_new" AFTER INSERT ON "payout" FOR EACH ROW WHEN (NEW.kind = 'outward-transfer') EXECUTE FUNCTION record_event('status', '{"Pending":"transfer.pending","Processed":"transfer.completed","Failed":"transfer.failed","Reversed":"transfer.reversed"}', 'kind,reference,status,account_number,amount_kobo,fee_kobo,vat_kobo,stamp_duty_kobo,session_id,posting_id,response_code,created_at,finished_at', '')`,
  `CREATE TRIGGER "event_transfer" AFTER UPDATE OF status ON "payout" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.kind = 'outward-transfer') EXECUTE FUNCTION record_event('status', '{"Processed":"transfer.completed","Failed":"transfer.failed","Reversed":"transfer.reversed"}', 'kind,reference,status,account_number,amount_kobo,fee_kobo,vat_kobo,stamp_duty_kobo,session_id,posting_id,response_code,created_at,finished_at', '')`,
  `CREATE TRIGGER "event_bill_new" AFTER INSERT ON "payout" FOR EACH ROW WHEN (NEW.kind = 'bill-vend') EXECUTE FUNCTION record_event('status', '{"Pending":"bill.pending","Processed":"bill.completed","Failed":"bill.failed","Reversed":"bill.reversed"}', 'kind,reference,status,account_number,amount_kobo,fee_kobo,vat_kobo,stamp_duty_kobo,session_id,posting_id,response_code,created_at,finished_at', '')`,
  `CREATE TRIGGER "event_bill" AFTER UPDATE OF status ON "payout" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.kind = 'bill-vend') EXECUTE FUNCTION record_event('status', '{"Processed":"bill.completed","Failed":"bill.failed","Reversed":"bill.reversed"}', 'kind,reference,status,account_number,amount_kobo,fee_kobo,vat_kobo,stamp_duty_kobo,session_id,posting_id,response_code,created_at,finished_at', '')`,
  `CREATE TRIGGER "event_card_new" AFTER INSERT ON "card" FOR EACH ROW EXECUTE FUNCTION record_event('status', '{"Linking":"card.requested","Linking>Active":"card.activated","Blocked>Active":"card.unblocked","Blocked":"card.blocked","Deleted":"card.deleted","Failed":"card.failed"}', 'reference_number,account_number,status,masked_pan,card_reference,name_on_card,created_at', '')`,
  `CREATE TRIGGER "event_card" AFTER UPDATE OF status ON "card" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_event('status', '{"Linking":"card.requested","Linking>Active":"card.activated","Blocked>Active":"card.unblocked","Blocked":"card.blocked","Deleted":"card.deleted","Failed":"card.failed"}', 'reference_number,account_number,status,masked_pan,card_reference,name_on_card,created_at', '')`,
  `CREATE TRIGGER "event_card_transaction" AFTER INSERT ON "card_transaction" FOR EACH ROW EXECUTE FUNCTION record_event('transaction_type', '{"*":"card.transaction"}', 'transaction_reference,transaction_type,account_number,amount_kobo,narration,forced,posting_id,posted_at', '')`,
  `CREATE TRIGGER "event_loan_new" AFTER INSERT ON "loan" FOR EACH ROW EXECUTE FUNCTION record_event('status', '{"Approved":"loan.approved","Rejected":"loan.rejected","Approved>Active":"loan.disbursed","Closed":"loan.closed","WrittenOff":"loan.written-off"}', 'loan_account_number,reference_number,status,linked_number,principal_kobo,disbursed_kobo,outstanding_principal_kobo,overdue_kobo,overdue_since,next_due_date,next_due_kobo,start_date,disbursement_date,maturity_date,closed_date', '')`,
  `CREATE TRIGGER "event_loan" AFTER UPDATE OF status ON "loan" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_event('status', '{"Approved":"loan.approved","Rejected":"loan.rejected","Approved>Active":"loan.disbursed","Closed":"loan.closed","WrittenOff":"loan.written-off"}', 'loan_account_number,reference_number,status,linked_number,principal_kobo,disbursed_kobo,outstanding_principal_kobo,overdue_kobo,overdue_since,next_due_date,next_due_kobo,start_date,disbursement_date,maturity_date,closed_date', '')`,
  `CREATE TRIGGER "event_loan_overdue" AFTER UPDATE OF overdue_since ON "loan" FOR EACH ROW WHEN (OLD.overdue_since IS NULL AND NEW.overdue_since IS NOT NULL) EXECUTE FUNCTION record_event('overdue_since', '{"*":"loan.overdue"}', 'loan_account_number,reference_number,status,linked_number,principal_kobo,disbursed_kobo,outstanding_principal_kobo,overdue_kobo,overdue_since,next_due_date,next_due_kobo,start_date,disbursement_date,maturity_date,closed_date', '')`,
  `CREATE TRIGGER "event_loan_due_soon" AFTER UPDATE OF due_notice_for ON "loan" FOR EACH ROW WHEN (OLD.due_notice_for IS DISTINCT FROM NEW.due_notice_for) EXECUTE FUNCTION record_event('due_notice_for', '{"*":"loan.due-soon"}', 'loan_account_number,reference_number,status,linked_number,principal_kobo,disbursed_kobo,outstanding_principal_kobo,overdue_kobo,overdue_since,next_due_date,next_due_kobo,start_date,disbursement_date,maturity_date,closed_date', '')`,
  `CREATE TRIGGER "event_loan_repaid" AFTER INSERT ON "loan_transaction" FOR EACH ROW WHEN (NEW.kind IN ('Repayment', 'EarlyRepayment', 'Collection', 'PartnerRecovery', 'Recovery')) EXECUTE FUNCTION record_event('kind', '{"*":"loan.repaid"}', 'loan_id,kind,reference,business_date,amount_kobo,principal_kobo,interest_kobo,fee_kobo,default_kobo,penalty_kobo,posting_id', '')`,
  `CREATE TRIGGER "event_deposit_new" AFTER INSERT ON "fixed_deposit" FOR EACH ROW EXECUTE FUNCTION record_event('status', '{"Active":"deposit.opened","Matured":"deposit.matured","Liquidated":"deposit.liquidated","RolledOver":"deposit.rolled-over","Declined":"deposit.declined"}', 'contract_no,account_number,term,reference_number,status,principal_kobo,interest_rate,start_date,maturity_date,paid_kobo,tax_withheld_kobo,closed_on', '')`,
  `CREATE TRIGGER "event_deposit" AFTER UPDATE OF status ON "fixed_deposit" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION record_event('status', '{"Active":"deposit.opened","Matured":"deposit.matured","Liquidated":"deposit.liquidated","RolledOver":"deposit.rolled-over","Declined":"deposit.declined"}', 'contract_no,account_number,term,reference_number,status,principal_kobo,interest_rate,start_date,maturity_date,paid_kobo,tax_withheld_kobo,closed_on', '')`,
  `CREATE TRIGGER "event_account_opened" AFTER INSERT ON "deposit_account" FOR EACH ROW EXECUTE FUNCTION record_event('id', '{"*":"account.opened"}', 'account_number,account_name,kyc_tier,reference_number,date_opened', '')`,
  `CREATE TRIGGER "event_account_status" AFTER INSERT ON "account_status_change" FOR EACH ROW EXECUTE FUNCTION record_event('to_status', '{"Closed":"account.closed","*":"account.status-changed"}', 'account_number,from_status,to_status,at', '')`,
  `CREATE TRIGGER "event_end_of_day" AFTER UPDATE OF status ON "end_of_day_run" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status = 'Completed') EXECUTE FUNCTION record_event('status', '{"Completed":"end-of-day.completed"}', 'date,next_date,finished_at', '')`,
  `CREATE TRIGGER "event_transfer_reversed" AFTER UPDATE OF reversed_by_id ON "posting" FOR EACH ROW WHEN (NEW.kind = 'transfer' AND OLD.reversed_by_id IS NULL AND NEW.reversed_by_id IS NOT NULL) EXECUTE FUNCTION record_event('kind', '{"*":"transfer.reversed"}', 'reference,amount_kobo,fee_kobo,failure_code,status', '')`,
  `CREATE TRIGGER "event_transfer_failed" AFTER UPDATE OF status ON "posting" FOR EACH ROW WHEN (NEW.kind = 'transfer' AND OLD.status <> NEW.status AND NEW.status IN ('Declined', 'Failed')) EXECUTE FUNCTION record_event('kind', '{"*":"transfer.failed"}', 'reference,amount_kobo,fee_kobo,failure_code,status', '')`,
];

/** Events, the endpoints that receive them, and the log of their delivery (docs/api/events.md). */
export class AddEvents1795410000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, RECORD_EVENT, ...TRIGGERS]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
