import type { Tx } from '../../common/database/unit-of-work';
import type { Loan } from './loan.entity';
import type { LoanInstalment } from './loan-instalment.entity';
import { RUNNING_STATUSES } from './loan-status';

type Row = Pick<LoanInstalment, 'dueDate' | 'capitalisedKobo'>;

/**
 * Interest that a moratorium will still add to the principal of a running loan (docs/domain/loans.md#moratorium). The
 * later instalments repay it, so it is outstanding; no account and no instalment has it as interest or principal yet.
 */
export function interestToCapitaliseKobo(
  { status, accruedThrough }: Pick<Loan, 'status' | 'accruedThrough'>,
  rows: readonly Row[],
): bigint {
  if (accruedThrough === null || !RUNNING_STATUSES.includes(status)) return 0n;
  return rows.reduce((sum, row) => (row.dueDate > accruedThrough ? sum + row.capitalisedKobo : sum), 0n);
}

/** SQL of `interestToCapitaliseKobo` for a running loan. @param loan the alias of its table */
export const interestToCapitaliseSql = (loan: string): string =>
  `coalesce((SELECT sum(i.capitalised_kobo) FROM loan_instalment i
              WHERE i.institution_id = ${loan}.institution_id AND i.loan_id = ${loan}.id
                AND i.due_date > ${loan}.accrued_through), 0)`;

/** `interestToCapitaliseKobo` of many loans, by their ids; loans without such interest are left out. */
export async function readInterestToCapitalise(
  tx: Tx,
  institutionId: number,
  loans: readonly Pick<Loan, 'id'>[],
): Promise<ReadonlyMap<number, bigint>> {
  if (loans.length === 0) return new Map();
  const rows = await tx.query<{ loanId: string; kobo: string }[]>(
    `SELECT l.id AS "loanId", sum(i.capitalised_kobo)::text AS kobo
       FROM loan l JOIN loan_instalment i ON i.institution_id = l.institution_id AND i.loan_id = l.id
      WHERE l.institution_id = $1 AND l.id = ANY($2) AND l.status = ANY($3)
        AND i.capitalised_kobo > 0 AND i.due_date > l.accrued_through
      GROUP BY l.id`,
    [institutionId, loans.map(({ id }) => id), RUNNING_STATUSES],
  );
  return new Map(rows.map(({ loanId, kobo }) => [Number(loanId), BigInt(kobo)]));
}
