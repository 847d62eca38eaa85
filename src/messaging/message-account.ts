import type { AccountDirectory } from '../ledger/chart/account-directory';
import { ledgerErrors } from '../ledger/ledger.errors';

/**
 * The number of the account that a message is about, if any. Opens a transaction, so call it before your own.
 * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
 */
export async function messageAccount(
  directory: AccountDirectory,
  institutionId: number,
  accountNumber: string | null | undefined,
): Promise<string | null> {
  if (accountNumber === undefined || accountNumber === null) return null;
  const { kind, number } = await directory.require(institutionId, accountNumber);
  if (kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
  return number;
}
