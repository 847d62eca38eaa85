import { liensErrors } from './liens.errors';

/**
 * A lien lasts through its expiry date, so that one must not be over.
 * @throws LIEN_EXPIRY_PASSED (422)
 */
export function assertNotPassed(expiryDate: string | null, businessDate: string): void {
  if (expiryDate === null || expiryDate >= businessDate) return;
  throw liensErrors.LIEN_EXPIRY_PASSED(`The expiry date ${expiryDate} lies before the business date ${businessDate}.`);
}
