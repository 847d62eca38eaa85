import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues a customer for its rating where the institution rates: $1 is the column with the customer's id. */
const RATE_SOON = `CREATE FUNCTION rate_soon() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM institution_setting
              WHERE institution_id = NEW.institution_id AND key = 'RISK_RATING_ENABLED' AND value = 'true') THEN
    INSERT INTO risk_rating_due (institution_id, id)
    VALUES (NEW.institution_id, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$`;

const STATEMENTS = [
  `CREATE TABLE "aml_case" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "customer_id" bigint NOT NULL, "status" character varying(20) NOT NULL, "priority" character varying(10) NOT NULL, "queue" character varying(10) NOT NULL, "risk_level" character varying(10), "owner" character varying(20), "touch_due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "decision_due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "touched_at" TIMESTAMP(3) WITH TIME ZONE, "escalated_at" TIMESTAMP(3) WITH TIME ZONE, "narrative" jsonb NOT NULL DEFAULT '{}', "outcome" character varying(20), "reason_code" character varying(40), "rationale" character varying(4000), "proposed_by" character varying(120), "proposed_at" TIMESTAMP(3) WITH TIME ZONE, "closed_by" character varying(120), "closed_at" TIMESTAMP(3) WITH TIME ZONE, "is_sampled" boolean NOT NULL DEFAULT false, "reviewed_by" character varying(120), "review_agrees" boolean, "opened_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_case" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_case_closed" ON "aml_case"  ("institution_id", "closed_at") WHERE closed_at IS NOT NULL`,
  `CREATE INDEX "ix_aml_case_customer" ON "aml_case"  ("institution_id", "customer_id", "id") `,
  `CREATE INDEX "ix_aml_case_owner" ON "aml_case"  ("institution_id", "owner", "id") WHERE owner IS NOT NULL`,
  `CREATE INDEX "ix_aml_case_status" ON "aml_case"  ("institution_id", "status", "decision_due_at", "id") `,
  `CREATE UNIQUE INDEX "uq_aml_case_open" ON "aml_case"  ("institution_id", "customer_id") WHERE status <> 'closed'`,
  `CREATE TABLE "aml_case_event" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "case_id" bigint NOT NULL, "kind" character varying(20) NOT NULL, "actor" character varying(120) NOT NULL, "text" character varying(4000), "details" jsonb NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_case_event" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_aml_case_event_case" ON "aml_case_event"  ("institution_id", "case_id", "id") `,
  `CREATE TABLE "aml_case_link" ("institution_id" bigint NOT NULL, "case_id" bigint NOT NULL, "other_case_id" bigint NOT NULL, "reason" character varying(500) NOT NULL, "linked_by" character varying(120) NOT NULL, "linked_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_aml_case_link" PRIMARY KEY ("institution_id", "case_id", "other_case_id"))`,
  `CREATE TABLE "due_diligence" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "occupation" character varying(255), "employer_name" character varying(255), "source_of_wealth" character varying(255), "residence_country" character varying(2), "declared_monthly_income_kobo" bigint, "public_position" character varying(255), "identification_issued_on" date, "identification_expires_on" date, "identification_country" character varying(2), "legal_form" character varying(1), "business" character varying(255), "incorporated_on" date, "incorporation_country" character varying(2), "directors" jsonb, "updated_by" character varying(120) NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_due_diligence" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE TABLE "fraud_complaint" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "posting_id" bigint NOT NULL, "disputed_kobo" bigint NOT NULL, "victim_id" bigint, "receiving_account_id" bigint, "session_id" character varying(60), "description" character varying(2000) NOT NULL, "status" character varying(20) NOT NULL, "is_late" boolean NOT NULL, "received_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "acknowledge_due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "acknowledged_at" TIMESTAMP(3) WITH TIME ZONE, "notify_due_at" TIMESTAMP(3) WITH TIME ZONE, "notified_at" TIMESTAMP(3) WITH TIME ZONE, "recall_status" character varying(10), "recall_answer" character varying(200), "conclude_due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "concluded_at" TIMESTAMP(3) WITH TIME ZONE, "rationale" character varying(2000), "refund_kobo" bigint, "refund_due_at" TIMESTAMP(3) WITH TIME ZONE, "refunded_at" TIMESTAMP(3) WITH TIME ZONE, "refund_posting_id" bigint, "has_lien" boolean NOT NULL DEFAULT false, "has_frozen" boolean NOT NULL DEFAULT false, "escalated_at" TIMESTAMP(3) WITH TIME ZONE, "opened_by" character varying(120) NOT NULL, "concluded_by" character varying(120), CONSTRAINT "pk_fraud_complaint" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_fraud_complaint_status" ON "fraud_complaint"  ("institution_id", "status", "id") `,
  `CREATE UNIQUE INDEX "uq_fraud_complaint_posting" ON "fraud_complaint"  ("institution_id", "posting_id") `,
  `CREATE TABLE "nfiu_report" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "number" character varying(40) NOT NULL, "kind" character varying(3) NOT NULL, "layout" character varying(10) NOT NULL, "status" character varying(10) NOT NULL, "customer_id" bigint, "case_id" bigint, "dedupe_key" character varying(100), "business_date" date, "posting_ids" bigint array NOT NULL, "total_kobo" bigint NOT NULL, "reason" character varying(4000), "action" character varying(4000), "indicators" character varying array NOT NULL, "conductors" jsonb NOT NULL DEFAULT '{}', "fiu_reference" character varying(100), "findings" jsonb NOT NULL DEFAULT '[]', "starts_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "due_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "warned_at" TIMESTAMP(3) WITH TIME ZONE, "overdue_since" TIMESTAMP(3) WITH TIME ZONE, "prepared_by" character varying(120) NOT NULL, "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, "checked_by" character varying(120), "checked_at" TIMESTAMP(3) WITH TIME ZONE, "approved_by" character varying(120), "approved_at" TIMESTAMP(3) WITH TIME ZONE, "sealed_xml" text, "xml_sha256" character varying(64), "exported_by" character varying(120), "exported_at" TIMESTAMP(3) WITH TIME ZONE, "filing_receipt" character varying(100), "submitted_by" character varying(120), "submitted_at" TIMESTAMP(3) WITH TIME ZONE, "outcome_note" character varying(500), "outcome_at" TIMESTAMP(3) WITH TIME ZONE, CONSTRAINT "pk_nfiu_report" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_nfiu_report_case" ON "nfiu_report"  ("institution_id", "case_id") WHERE case_id IS NOT NULL`,
  `CREATE INDEX "ix_nfiu_report_customer" ON "nfiu_report"  ("institution_id", "customer_id", "id") `,
  `CREATE INDEX "ix_nfiu_report_status" ON "nfiu_report"  ("institution_id", "status", "due_at", "id") `,
  `CREATE UNIQUE INDEX "uq_nfiu_report_dedupe" ON "nfiu_report"  ("institution_id", "dedupe_key") WHERE dedupe_key IS NOT NULL`,
  `CREATE UNIQUE INDEX "uq_nfiu_report_number" ON "nfiu_report"  ("institution_id", "number") `,
  `CREATE TABLE "risk_rating" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "level" character varying(10) NOT NULL, "model_level" character varying(10) NOT NULL, "score" smallint NOT NULL, "drivers" jsonb NOT NULL, "model_version" character varying(40) NOT NULL, "override_level" character varying(10), "override_reason" character varying(500), "override_by" character varying(120), "override_until" date, "proposed_level" character varying(10), "proposed_reason" character varying(500), "proposed_by" character varying(120), "proposed_until" date, "review_on" date NOT NULL, "rated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_risk_rating" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_risk_rating_rated" ON "risk_rating"  ("institution_id", "rated_at", "id") `,
  `CREATE INDEX "ix_risk_rating_review" ON "risk_rating"  ("institution_id", "review_on", "id") `,
  `CREATE INDEX "ix_risk_rating_level" ON "risk_rating"  ("institution_id", "level", "id") `,
  `CREATE TABLE "risk_rating_change" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "customer_id" bigint NOT NULL, "from_level" character varying(10), "to_level" character varying(10) NOT NULL, "score" smallint NOT NULL, "drivers" jsonb NOT NULL, "cause" character varying(20) NOT NULL, "note" character varying(500), "model_version" character varying(40) NOT NULL, "actor" character varying(120) NOT NULL, "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_risk_rating_change" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_risk_rating_change_at" ON "risk_rating_change"  ("institution_id", "at") `,
  `CREATE INDEX "ix_risk_rating_change_customer" ON "risk_rating_change"  ("institution_id", "customer_id", "id") `,
  `CREATE TABLE "risk_rating_due" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "since" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "pk_risk_rating_due" PRIMARY KEY ("institution_id", "id"))`,
  `ALTER TABLE "aml_alert" ADD "closed_by" character varying(120)`,
  `ALTER TABLE "aml_alert" ADD "closed_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "aml_alert" ADD "close_reason" character varying(40)`,
  `ALTER TABLE "aml_alert" ADD "close_note" character varying(500)`,
  `ALTER TABLE "aml_alert" ADD "is_sampled" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "aml_alert" ADD "reviewed_by" character varying(120)`,
  `ALTER TABLE "aml_alert" ADD "review_agrees" boolean`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "aml_case" TO corebank_app`,
  `ALTER TABLE "aml_case" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "aml_case" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "aml_case" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT ON "aml_case_event" TO corebank_app`,
  `ALTER TABLE "aml_case_event" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "aml_case_event" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "aml_case_event" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "aml_case_link" TO corebank_app`,
  `ALTER TABLE "aml_case_link" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "aml_case_link" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "aml_case_link" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "due_diligence" TO corebank_app`,
  `ALTER TABLE "due_diligence" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "due_diligence" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "due_diligence" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "fraud_complaint" TO corebank_app`,
  `ALTER TABLE "fraud_complaint" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "fraud_complaint" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "fraud_complaint" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "nfiu_report" TO corebank_app`,
  `ALTER TABLE "nfiu_report" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "nfiu_report" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "nfiu_report" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "risk_rating" TO corebank_app`,
  `ALTER TABLE "risk_rating" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "risk_rating" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "risk_rating" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "risk_rating_change" TO corebank_app`,
  `ALTER TABLE "risk_rating_change" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "risk_rating_change" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "risk_rating_change" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "risk_rating_due" TO corebank_app`,
  `ALTER TABLE "risk_rating_due" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "risk_rating_due" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "risk_rating_due" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  RATE_SOON,
  `CREATE TRIGGER rate_soon AFTER INSERT OR UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION rate_soon('id')`,
  `CREATE TRIGGER rate_soon AFTER INSERT OR UPDATE ON due_diligence FOR EACH ROW EXECUTE FUNCTION rate_soon('id')`,
  `CREATE TRIGGER rate_soon AFTER INSERT OR UPDATE ON deposit_account FOR EACH ROW EXECUTE FUNCTION rate_soon('customer_id')`,
];

/** The AML desk: due diligence, reports to the NFIU, cases, complaints and ratings. */
export class AddAmlDesk1795820000001 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
