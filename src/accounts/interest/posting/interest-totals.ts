import type { Tx } from '../../../common/database/unit-of-work';
import { InterestTotal } from '../booking/interest-total.entity';
import type { InterestKind } from '../interest-kinds';

/** The product and branch of a total. */
interface TotalPlace {
  productId: number;
  branchId: number;
}

/** Names a total among those of a kind. */
export const totalNameOf = ({ productId, branchId }: TotalPlace): string => `${productId}/${branchId}`;

/** Locks the totals of products and branches, each of which may be named several times. @returns them by name */
export async function lockTotals(
  tx: Tx,
  institutionId: number,
  kind: InterestKind,
  places: readonly TotalPlace[],
): Promise<Map<string, InterestTotal>> {
  const where = [
    ...new Map(
      places.map(({ productId, branchId }) => [
        totalNameOf({ productId, branchId }),
        { institutionId, kind, productId, branchId },
      ]),
    ).values(),
  ];
  const totals = await tx.find(InterestTotal, {
    where,
    order: { productId: 'ASC', branchId: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  return new Map(totals.map((total) => [totalNameOf(total), total]));
}

/** Posted interest of a product and branch. Amounts are decimal text in kobo. */
export interface PostedOfTotal extends TotalPlace {
  accruedKobo: string;
  grossKobo: string;
  /** The ledger on which the interest was booked. */
  balanceLedgerId: number;
}

/** Subtracts posted interest from locked totals, each of which is named once. */
export async function subtractFromTotals(
  tx: Tx,
  institutionId: number,
  kind: InterestKind,
  posted: readonly PostedOfTotal[],
): Promise<void> {
  await tx.query(
    `UPDATE interest_total t
        SET accrued_kobo = t.accrued_kobo - p.accrued_kobo, booked_kobo = t.booked_kobo - p.gross_kobo,
            ledger_id = p.ledger_id, is_booked = false
       FROM unnest($3::bigint[], $4::bigint[], $5::numeric[], $6::bigint[], $7::bigint[])
         AS p (product_id, branch_id, accrued_kobo, gross_kobo, ledger_id)
      WHERE t.institution_id = $1 AND t.kind = $2 AND t.product_id = p.product_id AND t.branch_id = p.branch_id`,
    [
      institutionId,
      kind,
      posted.map(({ productId }) => productId),
      posted.map(({ branchId }) => branchId),
      posted.map(({ accruedKobo }) => accruedKobo),
      posted.map(({ grossKobo }) => grossKobo),
      posted.map(({ balanceLedgerId }) => balanceLedgerId),
    ],
  );
}
