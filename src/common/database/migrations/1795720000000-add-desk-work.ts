import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The defaults are those of `approval-work.settings.ts`. An older program that inserts approvals gets due times too. */
const SET_DUE_AT = `CREATE FUNCTION set_approval_due_at() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  NEW.due_at := NEW.created_at + make_interval(hours => coalesce((
    SELECT s.value::int FROM institution_setting s
     WHERE s.institution_id = NEW.institution_id AND s.key =
       CASE NEW.operation WHEN 'release-aml-hold' THEN 'AML_HOURS_TO_DECIDE' ELSE 'APPROVAL_HOURS_TO_DECIDE' END), 24));
  RETURN NEW;
END
$function$`;

const STATEMENTS = [
  `CREATE TABLE "approval_note" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "approval_id" bigint NOT NULL, "author" character varying(120) NOT NULL, "text" character varying(1000) NOT NULL, "written_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_approval_note" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_approval_note_approval" ON "approval_note"  ("institution_id", "approval_id", "id") `,
  `ALTER TABLE "approval" ADD "due_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "approval" ADD "escalated_at" TIMESTAMP(3) WITH TIME ZONE`,
  `ALTER TABLE "approval" ADD "assignee" character varying(60)`,
  `CREATE INDEX "ix_aml_hold_account" ON "aml_hold"  ("institution_id", "account_number", "created_at", "id") `,
  `CREATE INDEX "ix_aml_hold_rule" ON "aml_hold"  ("institution_id", "rule_id", "created_at", "id") `,
  `CREATE INDEX "ix_aml_hold_status" ON "aml_hold"  ("institution_id", "status", "created_at", "id") `,
  `CREATE INDEX "ix_aml_hold_amount" ON "aml_hold"  ("institution_id", "amount_kobo", "id") `,
  `CREATE INDEX "ix_approval_assignee" ON "approval"  ("institution_id", "assignee", "status", "created_at") WHERE assignee IS NOT NULL`,
  `CREATE INDEX "ix_approval_open_due" ON "approval"  ("institution_id", "due_at", "id") WHERE status = 'Pending' AND escalated_at IS NULL`,
  `CREATE INDEX "ix_approval_operation_due" ON "approval"  ("institution_id", "operation", "due_at", "id") `,
  `CREATE INDEX "ix_approval_due" ON "approval"  ("institution_id", "due_at", "id") `,
  `CREATE INDEX "ix_approval_amount" ON "approval"  ("institution_id", "amount_kobo", "id") `,
  `CREATE INDEX "ix_loan_overdue_since" ON "loan"  ("institution_id", "overdue_since", "id") `,
  `CREATE INDEX "ix_loan_overdue" ON "loan"  ("institution_id", "overdue_kobo", "id") `,
  `GRANT SELECT, INSERT ON "approval_note" TO corebank_app`,
  `ALTER TABLE "approval_note" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "approval_note" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "approval_note" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TABLE "staff_preferences" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "preferences" jsonb NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_staff_preferences" PRIMARY KEY ("institution_id", "id"))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "staff_preferences" TO corebank_app`,
  `ALTER TABLE "staff_preferences" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "staff_preferences" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "staff_preferences" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TABLE "saved_view" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "owner" character varying(60) NOT NULL, "page" character varying(60) NOT NULL, "name" character varying(80) NOT NULL, "search" character varying(2000) NOT NULL, "is_shared" boolean NOT NULL, "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_saved_view" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_saved_view_shared" ON "saved_view"  ("institution_id", "page", "id") WHERE is_shared`,
  `CREATE INDEX "ix_saved_view_owner" ON "saved_view"  ("institution_id", "owner", "page", "id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_view" TO corebank_app`,
  `ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "saved_view" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "saved_view" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE TABLE "customer_note" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "customer_id" bigint NOT NULL, "author" character varying(120) NOT NULL, "text" character varying(1000) NOT NULL, "written_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_customer_note" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_customer_note_customer" ON "customer_note"  ("institution_id", "customer_id", "id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "customer_note" TO corebank_app`,
  `ALTER TABLE "customer_note" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "customer_note" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "customer_note" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  SET_DUE_AT,
  `CREATE TRIGGER "approval_due_at" BEFORE INSERT ON "approval" FOR EACH ROW WHEN (NEW.due_at IS NULL) EXECUTE FUNCTION set_approval_due_at()`,
];

/** Due times, assignment, notes and escalation of approvals; preferences and views of staff; notes about customers. */
export class AddDeskWork1795720000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
