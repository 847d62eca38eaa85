import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { postingsErrors } from './postings.errors';

/** Values of `postingsTransactionType` (docs/api/transfers.md#local-transfers). */
const POSTINGS_TRANSACTION_TYPES = { GLCustomer: 1, GLGL: 2, CustomerCustomer: 3 } as const;
export const postingsTransactionTypeValues: readonly number[] = Object.values(POSTINGS_TRANSACTION_TYPES);

type Party = Pick<AccountDirectoryEntry, 'kind' | 'ledgerAccountId'>;

/** The type that fits two accounts; GLCustomer covers both directions. */
export function transactionTypeOf(debit: Pick<Party, 'kind'>, credit: Pick<Party, 'kind'>): number {
  const ledgers = [debit, credit].filter(({ kind }) => kind === 'gl').length;
  if (ledgers === 2) return POSTINGS_TRANSACTION_TYPES.GLGL;
  return ledgers === 1 ? POSTINGS_TRANSACTION_TYPES.GLCustomer : POSTINGS_TRANSACTION_TYPES.CustomerCustomer;
}

/**
 * Checks the kinds of the two accounts of a movement, which never change; the posting engine checks their status.
 * @param declaredType the request's `postingsTransactionType`, when it sent one.
 * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED, SAME_ACCOUNT, POSTINGS_TRANSACTION_TYPE_MISMATCH (422)
 */
export function assertPair(debit: Party, credit: Party, declaredType?: number | null): void {
  if (debit.kind === 'virtual')
    throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(
      'debitAccount is a virtual account and cannot be debited; name its settlement account.',
      {
        field: 'debitAccount',
      },
    );
  // A virtual number leads to its settlement account's ledger account, so this covers that pair too.
  if (debit.ledgerAccountId === credit.ledgerAccountId) throw ledgerErrors.SAME_ACCOUNT();
  const fitting = transactionTypeOf(debit, credit);
  if (declaredType !== undefined && declaredType !== null && declaredType !== fitting) {
    throw postingsErrors.POSTINGS_TRANSACTION_TYPE_MISMATCH(
      `postingsTransactionType ${declaredType} does not fit these accounts; send ${fitting} or leave it out.`,
    );
  }
}
