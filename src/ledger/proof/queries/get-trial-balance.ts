import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { GlCategory } from '../../chart/gl-account.entity';

/** One ledger of the trial balance. A control ledger shows the sum of its accounts. */
export interface TrialBalanceRow {
  code: string;
  name: string;
  category: GlCategory;
  debitsKobo: bigint;
  creditsKobo: bigint;
  /** Debits − credits. */
  netKobo: bigint;
  /** The number of accounts under a control ledger. */
  subAccounts: number;
}

export interface TrialBalance {
  businessDate: string;
  rows: TrialBalanceRow[];
  totalDebitsKobo: bigint;
  totalCreditsKobo: bigint;
  balanced: boolean;
}

/** Lists all ledgers of the institution with their totals, from one snapshot. */
export class GetTrialBalance extends Query<TrialBalance> {
  constructor(readonly institutionId: number) {
    super();
  }
}

const TRIAL_BALANCE = `
  SELECT g.code, g.name, g.category,
         own.debits_posted_kobo + coalesce(sub.debits, 0) AS debits,
         own.credits_posted_kobo + coalesce(sub.credits, 0) AS credits,
         coalesce(sub.accounts, 0) AS accounts
    FROM gl_account g
    JOIN ledger_account own ON own.institution_id = g.institution_id AND own.id = g.id
    LEFT JOIN (
      SELECT control_account_id, sum(debits_posted_kobo) AS debits, sum(credits_posted_kobo) AS credits,
             count(*) AS accounts
        FROM ledger_account
       WHERE institution_id = $1 AND control_account_id IS NOT NULL GROUP BY control_account_id) sub
      ON sub.control_account_id = g.id
   WHERE g.institution_id = $1 ORDER BY g.code`;

interface Row {
  code: string;
  name: string;
  category: GlCategory;
  debits: string;
  credits: string;
  accounts: string;
}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId }: GetTrialBalance): Promise<TrialBalance> {
    const { rows, businessDate } = await this.unitOfWork.read(institutionId, async (tx) => {
      const [institution] = await tx.query<{ business_date: string }[]>(
        'SELECT business_date FROM institution WHERE institution_id = $1',
        [institutionId],
      );
      return { rows: await tx.query<Row[]>(TRIAL_BALANCE, [institutionId]), businessDate: institution!.business_date };
    });
    const lines = rows.map(({ code, name, category, debits, credits, accounts }): TrialBalanceRow => {
      const debitsKobo = BigInt(debits);
      const creditsKobo = BigInt(credits);
      return {
        code,
        name,
        category,
        debitsKobo,
        creditsKobo,
        netKobo: debitsKobo - creditsKobo,
        subAccounts: Number(accounts),
      };
    });
    const totalDebitsKobo = lines.reduce((sum, row) => sum + row.debitsKobo, 0n);
    const totalCreditsKobo = lines.reduce((sum, row) => sum + row.creditsKobo, 0n);
    return {
      businessDate,
      rows: lines,
      totalDebitsKobo,
      totalCreditsKobo,
      balanced: totalDebitsKobo === totalCreditsKobo,
    };
  }
}
