import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE "group_member" ("institution_id" bigint NOT NULL, "id" bigint NOT NULL, "group_customer_id" bigint NOT NULL, "member_customer_id" bigint NOT NULL, "role" character varying(50), "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL, CONSTRAINT "pk_group_member" PRIMARY KEY ("institution_id", "id"))`,
  `CREATE INDEX "ix_group_member_of" ON "group_member"  ("institution_id", "member_customer_id", "group_customer_id") `,
  `CREATE UNIQUE INDEX "uq_group_member_customer" ON "group_member"  ("institution_id", "group_customer_id", "member_customer_id") `,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON "group_member" TO corebank_app`,
  `ALTER TABLE "group_member" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "group_member" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "group_member" USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint) WITH CHECK (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  `CREATE INDEX "ix_customer_organisation" ON "customer"  ("institution_id", "id") WHERE customer_type <> 'Individual'`,
  `CREATE INDEX "ix_customer_registration" ON "customer"  ("institution_id", "registration_number", "id") WHERE registration_number IS NOT NULL`,
  `CREATE INDEX "ix_customer_branch" ON "customer"  ("institution_id", "branch_id", "id") `,
  `CREATE INDEX "ix_customer_email" ON "customer"  ("institution_id", "email", "id") WHERE email IS NOT NULL`,
  // Made by hand: the operator class cannot be declared on the entity.
  `CREATE INDEX "ix_customer_organisation_name" ON "customer" ("institution_id", "search_name" text_pattern_ops, "id") WHERE customer_type <> 'Individual'`,
  // The name that callers see is put together from the account's and the company's when it is read.
  `ALTER TABLE "virtual_account" DROP COLUMN "search_name"`,
  `ALTER TABLE "virtual_account" ADD "date_closed" date`,
  `ALTER TABLE "virtual_account" ADD "closure_reason" character varying(250)`,
  `ALTER TABLE "account_number" ADD "closed" boolean NOT NULL DEFAULT false`,
];

/** Members of companies and groups, indexes for the customer searches, and the closing of virtual accounts. */
export class AddCustomerGroups1795264400000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
