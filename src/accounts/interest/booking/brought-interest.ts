import { addRows } from '../../../common/database/rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { decimal, decimalText, NOTHING, plus } from '../../../common/money/fraction';
import { ACCRUAL_DECIMALS } from '../interest-kinds';
import { wholeKobo } from '../posting/interest-amounts';
import { SavingsInterest } from '../savings-interest.entity';

/** Savings interest that an account had earned in another system and not been paid. */
export interface BroughtInterest {
  accountId: number;
  productId: number;
  branchId: number;
  /** Kobo, as decimal text with at most 12 decimals. */
  accruedKobo: string;
  /** The last date whose interest is in it. */
  accruedThrough: string;
  /** The last date whose interest the other system has paid; null before the first payment. */
  postedThrough: string | null;
  /** The interest payable ledger of the product; null where the product pays no interest. */
  ledgerId: number | null;
}

/** Whole kobo by which the interest of a product and branch changes a ledger. */
export interface BroughtPayable {
  ledgerId: number;
  branchId: number;
  kobo: bigint;
}

/** SQL of a number without a sign, rounded half even to a whole one as `wholeKobo` rounds. */
const rounded = (number: string): string =>
  `CASE WHEN (${number}) - trunc(${number}) = 0.5 THEN 2 * round((${number}) / 2) ELSE round(${number}) END`;

/**
 * SQL of what interest by product and branch will bring to ledgers, before `keepBroughtInterest` keeps it: the change
 * of the rounded total. `$1` is the institution.
 * @param groups SQL with the columns `product_id`, `branch_id`, `branch_code`, `ledger_id` and `accrued_kobo`
 */
export const broughtPayables = (groups: string): string => `
  SELECT coalesce(t.ledger_id, g.ledger_id) AS id, g.branch_code,
      (${rounded('coalesce(t.accrued_kobo, 0) + g.accrued_kobo')}
        - ${rounded('coalesce(t.accrued_kobo, 0)')})::bigint AS kobo
    FROM (${groups}) g
    LEFT JOIN interest_total t ON t.institution_id = $1 AND t.kind = 'savings'
     AND t.product_id = g.product_id AND t.branch_id = g.branch_id`;

/** Adds to a total and counts the whole kobo as booked, which the caller's opening journal does. */
const ADD_TO_TOTAL = `INSERT INTO interest_total AS t
    (institution_id, kind, product_id, branch_id, accrued_kobo, booked_kobo, ledger_id, is_booked)
  VALUES ($1, 'savings', $2, $3, $4::numeric, 0, $5, true)
  ON CONFLICT (institution_id, kind, product_id, branch_id) DO UPDATE
    SET accrued_kobo = t.accrued_kobo + excluded.accrued_kobo, ledger_id = coalesce(t.ledger_id, excluded.ledger_id)
  RETURNING accrued_kobo::text AS after, (accrued_kobo - $4::numeric)::text AS before, ledger_id AS "ledgerId"`;

const COUNT_AS_BOOKED = `UPDATE interest_total SET booked_kobo = booked_kobo + $4::bigint
  WHERE institution_id = $1 AND kind = 'savings' AND product_id = $2 AND branch_id = $3`;

/**
 * Keeps the interest of accounts that have none here yet, so that their next night adds to it
 * (docs/domain/deposits-and-interest.md#brought-interest).
 * @returns what an opening journal must book on interest payable in the same transaction
 */
export async function keepBroughtInterest(
  tx: Tx,
  institutionId: number,
  brought: readonly BroughtInterest[],
): Promise<BroughtPayable[]> {
  await addRows(
    tx,
    SavingsInterest,
    // No entry is known to be the last accrued one, so the next night looks the balance up.
    brought.map(({ ledgerId: _, ...row }) => ({ ...row, institutionId, entrySeq: 0 })),
  );
  const groups = new Map<string, BroughtInterest[]>();
  for (const row of brought) {
    const name = `${row.productId}/${row.branchId}`;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const payables: BroughtPayable[] = [];
  for (const [, rows] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
    payables.push(...(await addToTotal(tx, institutionId, rows)));
  return payables;
}

async function addToTotal(tx: Tx, institutionId: number, rows: readonly BroughtInterest[]): Promise<BroughtPayable[]> {
  const { productId, branchId, ledgerId } = rows[0]!;
  const sum = decimalText(rows.map(({ accruedKobo }) => decimal(accruedKobo)).reduce(plus, NOTHING), ACCRUAL_DECIMALS);
  const [total] = await tx.query<{ after: string; before: string; ledgerId: string | null }[]>(ADD_TO_TOTAL, [
    institutionId,
    productId,
    branchId,
    sum,
    ledgerId,
  ]);
  const kobo = wholeKobo(total!.after) - wholeKobo(total!.before);
  if (kobo === 0n || total!.ledgerId === null) return [];
  await tx.query(COUNT_AS_BOOKED, [institutionId, productId, branchId, kobo.toString()]);
  return [{ ledgerId: Number(total!.ledgerId), branchId, kobo }];
}
