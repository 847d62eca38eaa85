import { koboToNaira } from '../../common/money/naira';
import type { Lien } from './lien.entity';
import type { LienRowView, LienView } from './liens.dto';

/** The lien as shown to API clients. */
export function lienView({
  id,
  referenceNumber,
  status,
  accountNumber,
  amountKobo,
  reason,
  formOfLien,
  expiryDate,
}: Lien): LienView {
  return {
    lienID: id,
    referenceNumber,
    status,
    accountNumber,
    amount: koboToNaira(amountKobo),
    reason,
    formOfLien,
    expiryDate,
  };
}

/** The lien as shown to staff. */
export function lienRowView(lien: Lien): LienRowView {
  const { id, heldFor, placedBy, placedAt, endedBy, endedAt } = lien;
  return {
    id,
    ...lienView(lien),
    heldFor,
    placedBy,
    placedAt: placedAt.toISOString(),
    endedBy,
    endedAt: endedAt?.toISOString() ?? null,
  };
}
