import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables whose rows are filled. Their owner, who is no superuser everywhere, else sees no row of an institution. */
const FILLED = [
  'ledger_account',
  'posting',
  'posting_entry',
  'gl_account',
  'deposit_account',
  'institution_setting',
  'product_fee',
  'request_claim',
  'savings_product_terms',
  'fixed_deposit_product_terms',
];

/** Ledgers of income that took fees before, or that a setting or a product names for fees, may take fees. */
const FEE_LEDGERS = `UPDATE "ledger_account" l SET "takes_fees" = true FROM "gl_account" g
  WHERE g.institution_id = l.institution_id AND g.id = l.id AND g.category = 'Income' AND NOT l.is_control
    AND (EXISTS (SELECT 1 FROM "posting_entry" e
                  WHERE e.institution_id = l.institution_id AND e.account_id = l.id AND e.role = 'fee')
      OR EXISTS (SELECT 1 FROM "institution_setting" s
                  WHERE s.institution_id = l.institution_id AND s.value = g.code
                    AND s.key IN ('TRANSFER_FEE_INCOME_LEDGER_CODE', 'CARD_ISSUANCE_CHARGE_LEDGER_CODE'))
      OR EXISTS (SELECT 1 FROM "product_fee" f
                  WHERE f.institution_id = l.institution_id AND f.income_gl_account_id = l.id))`;

/**
 * References of payments. A local transfer is one of \`fundstransfer\` unless its claim, kept for 30 days, shows another
 * route; references that a local and an outward transfer share stay empty.
 */
const PAYMENT_REFERENCES = `UPDATE "posting" p SET "transaction_reference" = p.reference
  WHERE p.kind IN ('transfer', 'outward-transfer')
    AND NOT EXISTS (SELECT 1 FROM "posting" other
                     WHERE other.institution_id = p.institution_id AND other.reference = p.reference
                       AND other.kind IN ('transfer', 'outward-transfer') AND other.kind <> p.kind)
    AND NOT (p.kind = 'transfer' AND EXISTS (
      SELECT 1 FROM "request_claim" c
       WHERE c.institution_id = p.institution_id AND c.reference = p.reference
         AND c.endpoint LIKE '%/localfundtransfer'))`;

/** Loans were repaid from these ledgers before. Ledgers that hold taxes or unclaimed money are left out. */
const COLLECTION_LEDGERS = `INSERT INTO "institution_setting"
    ("institution_id", "key", "value", "sealed", "updated_by", "updated_at")
  SELECT g.institution_id, 'LOAN_COLLECTION_LEDGER_CODES', string_agg(g.code, ',' ORDER BY g.code), false,
    'system:migration', now()
  FROM "gl_account" g
  WHERE g.category IN ('Asset', 'Liability')
    AND EXISTS (SELECT 1 FROM "posting_entry" e JOIN "posting" p
                    ON p.institution_id = e.institution_id AND p.id = e.posting_id
                 WHERE e.institution_id = g.institution_id AND e.account_id = g.id AND e.side = 'debit'
                   AND e.role = 'principal' AND p.kind IN ('loan-repayment', 'loan-early-repayment'))
    AND NOT EXISTS (SELECT 1 FROM "institution_setting" s
                     WHERE s.institution_id = g.institution_id AND s.value = g.code
                       AND s.key IN ('VAT_LEDGER_CODE', 'STAMP_DUTY_LEDGER_CODE', 'UNCLAIMED_FUNDS_LEDGER_CODE'))
    AND NOT EXISTS (SELECT 1 FROM "savings_product_terms" t
                     WHERE t.institution_id = g.institution_id AND t.withholding_tax_payable_gl_account_id = g.id)
    AND NOT EXISTS (SELECT 1 FROM "fixed_deposit_product_terms" t
                     WHERE t.institution_id = g.institution_id AND t.withholding_tax_payable_gl_account_id = g.id)
  GROUP BY g.institution_id
  ON CONFLICT DO NOTHING`;

const OPENING_DATES = `UPDATE "ledger_account" l SET "opened_on" = d."date_opened" FROM "deposit_account" d
  WHERE d.institution_id = l.institution_id AND d.id = l.id`;

const STATEMENTS = [
  `ALTER TABLE "ledger_account" ADD "takes_fees" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "ledger_account" ADD "opened_on" date`,
  `ALTER TABLE "posting" ADD "transaction_reference" character varying(100)`,
  ...FILLED.map((table) => `ALTER TABLE "${table}" NO FORCE ROW LEVEL SECURITY`),
  FEE_LEDGERS,
  PAYMENT_REFERENCES,
  COLLECTION_LEDGERS,
  OPENING_DATES,
  ...FILLED.map((table) => `ALTER TABLE "${table}" FORCE ROW LEVEL SECURITY`),
  `ALTER TABLE "card_transaction" ADD "alerted" boolean NOT NULL DEFAULT false`,
  `CREATE INDEX "ix_card_transaction_alerted" ON "card_transaction"  ("institution_id", "id") WHERE "alerted"`,
  `CREATE UNIQUE INDEX "uq_posting_transaction_reference" ON "posting"  ("institution_id", "transaction_reference") WHERE transaction_reference IS NOT NULL`,
];

/**
 * Ledgers that take fees, one reference for one payment, ledgers that loans are repaid from, days of opening, and large
 * card spend.
 */
export class CountWhatCallersMove1795310000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
