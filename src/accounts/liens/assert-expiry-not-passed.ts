import { liensErrors } from './liens.errors';

/**
 * Asserts that a lien's expiry date has not passed. A lien lasts through its expiry date.
 * @throws LIEN_EXPIRY_PASSED (422)
 */
export function assertExpiryNotPassed(expiryDate: string | null, businessDate: string): void {
  if (expiryDate === null || expiryDate >= businessDate) return;
  throw liensErrors.LIEN_EXPIRY_PASSED(
    `The expiry date ${expiryDate} is before the business date ${businessDate}; send that date or a later one.`,
  );
}
