import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE "loan_instalment" ADD "penalty_waived_kobo" bigint NOT NULL DEFAULT '0'`,
  `ALTER TABLE "loan_product_terms" ADD "penalty_base" character varying(20) NOT NULL DEFAULT 'OverdueAmount', ADD "prepayment_effect" character varying(20) NOT NULL DEFAULT 'PaysAhead', ADD "installment_multiple_kobo" bigint, ADD "emi_smoothing" boolean NOT NULL DEFAULT false, ADD "month_end" character varying(5) NOT NULL DEFAULT 'CLAMP', ADD "principal_percent_per_installment" numeric(9,4), ADD "balloon_percent" numeric(9,4)`,
  `ALTER TABLE "loan_contract" ADD "penalty_base" character varying(20) NOT NULL DEFAULT 'OverdueAmount', ADD "prepayment_effect" character varying(20) NOT NULL DEFAULT 'PaysAhead', ADD "installment_multiple_kobo" bigint, ADD "emi_smoothing" boolean NOT NULL DEFAULT false, ADD "month_end" character varying(5) NOT NULL DEFAULT 'CLAMP', ADD "principal_percent_per_installment" numeric(9,4), ADD "balloon_percent" numeric(9,4)`,
  `ALTER TABLE "loan_product_terms" ADD "interest_payment_every" smallint, ADD "min_interest_rate" numeric(9,4), ADD "max_interest_rate" numeric(9,4)`,
  `ALTER TABLE "loan_contract" ADD "principal_every" smallint NOT NULL DEFAULT '1', ADD "interest_every" smallint NOT NULL DEFAULT '1'`,
];

/**
 * Penalties that staff waive, and more terms of loan products. An older program beside this one ignores them: a penalty
 * that was waived in full may be charged again by its night, and can be waived again; products get their new terms when
 * all programs know them. The defaults are what existing products and contracts mean.
 */
export class CorrectAndWidenLoans1795630000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
