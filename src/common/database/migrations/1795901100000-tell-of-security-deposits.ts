import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `DROP TRIGGER "event_loan_repaid" ON "loan_transaction"`,
  `CREATE TRIGGER "event_loan_repaid" AFTER INSERT ON "loan_transaction" FOR EACH ROW WHEN (NEW.kind IN ('Repayment', 'EarlyRepayment', 'Collection', 'PartnerRecovery', 'Recovery', 'SecurityDeposit')) EXECUTE FUNCTION record_event('kind', '{"*":"loan.repaid"}', 'loan_id,kind,reference,business_date,amount_kobo,principal_kobo,interest_kobo,fee_kobo,default_kobo,penalty_kobo,posting_id', '')`,
];

/** Money that is paid on a loan out of its security deposit is made known as every other payment is. */
export class TellOfSecurityDeposits1795901100000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
