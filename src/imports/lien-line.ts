import { Lien } from '../accounts/liens/lien.entity';
import { extraRow } from '../common/database/insert-rows';
import type { ImportedLine, LineContext } from './imported-line';
import type { RecordFields } from './record-fields';

/** A lien that is still open. It may exceed the balance: what the old system reserved stays reserved. */
export function lienLine(
  fields: RecordFields,
  { references: { institution }, targetId, actor, now }: LineContext,
): ImportedLine {
  const { institutionId, businessDate } = institution;
  const referenceNumber = fields.text('reference', 100);
  const accountNumber = fields.text('account_number', 10);
  const amountKobo = fields.kobo('amount');
  if (amountKobo === 0n) fields.refuse('amount must be above zero');
  const expiryDate = fields.date('expires_on', undefined, false);
  if (expiryDate !== null && expiryDate < businessDate)
    fields.refuse(`expires_on must not be before the business date ${businessDate}; leave out liens that have ended`);
  const lien = {
    institutionId,
    id: targetId,
    accountNumber,
    amountKobo,
    referenceNumber,
    heldFor: null,
    reason: fields.optional('reason', 250),
    formOfLien: null,
    expiryDate,
    status: 'Active' as const,
    placedBy: actor,
    placedAt: now,
  };
  const content = { rows: [extraRow(Lien, lien)], lienKobo: amountKobo.toString() };
  return {
    key: referenceNumber,
    ownerKey: accountNumber,
    balanceKobo: 0n,
    branchCode: null,
    productCode: null,
    content,
  };
}
