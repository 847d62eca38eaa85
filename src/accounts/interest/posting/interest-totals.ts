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

/**
 * Subtracts posted interest from a locked total.
 * @param ledgerId the ledger on which it was booked
 * @param amounts decimal text in kobo
 */
export async function subtractFromTotal(
  tx: Tx,
  {
    institutionId,
    kind,
    productId,
    branchId,
  }: Pick<InterestTotal, 'institutionId' | 'kind' | 'productId' | 'branchId'>,
  ledgerId: number,
  { accruedKobo, grossKobo }: { accruedKobo: string; grossKobo: string },
): Promise<void> {
  await tx.query(
    `UPDATE interest_total
        SET accrued_kobo = accrued_kobo - $5::numeric, booked_kobo = booked_kobo - $6::bigint, ledger_id = $7,
            is_booked = false
      WHERE institution_id = $1 AND kind = $2 AND product_id = $3 AND branch_id = $4`,
    [institutionId, kind, productId, branchId, accruedKobo, grossKobo, ledgerId],
  );
}
