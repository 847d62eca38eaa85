import type { Tx } from '../../common/database/unit-of-work';
import type { ComponentAmounts } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';

/** What the receivables of loans were debited with since a date. */
const RECOGNISED = `SELECT e.account_id, sum(e.amount_kobo)::text AS kobo
  FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
 WHERE e.institution_id = $1 AND e.account_id = ANY($2) AND e.side = 'debit' AND p.value_date >= $3
 GROUP BY e.account_id`;

const COMPONENTS = ['interest', 'fee', 'default', 'penalty'] as const;

/**
 * The part of income moved to suspense that was recognised in years before a date's, by the id of the loan. Payments
 * pay the oldest income first, so what is uncollected was recognised last.
 * @param moved the loans and the amounts moved
 */
export async function earlierYearsKobo(
  tx: Tx,
  institutionId: number,
  moved: readonly { loan: Loan; moved: ComponentAmounts }[],
  date: string,
): Promise<Map<number, bigint>> {
  if (moved.length === 0) return new Map();
  const accounts = moved.flatMap(({ loan }) => COMPONENTS.map((component) => loan[`${component}AccountId`]));
  const rows = await tx.query<{ account_id: string; kobo: string }[]>(RECOGNISED, [
    institutionId,
    accounts,
    `${date.slice(0, 4)}-01-01`,
  ]);
  const recognised = new Map(rows.map(({ account_id, kobo }) => [Number(account_id), BigInt(kobo)]));
  return new Map(
    moved.map(({ loan, moved: amounts }) => [
      loan.id,
      COMPONENTS.reduce((sum, component) => {
        const earlierKobo = amounts[component] - (recognised.get(loan[`${component}AccountId`]!) ?? 0n);
        return earlierKobo > 0n ? sum + earlierKobo : sum;
      }, 0n),
    ]),
  );
}
