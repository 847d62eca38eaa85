import { formatNaira } from '../../common/money/naira';
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { Loan } from '../contract/loan.entity';

/** A payment of a loan out of its linked account, in kobo. */
export interface LinkedPayment {
  loan: Pick<Loan, 'id' | 'loanAccountNumber' | 'linkedAccountId'>;
  amountKobo: bigint;
}

/** Money that counts beside the own funds of a linked account, in kobo. */
export interface FurtherFunds {
  /** The amounts of liens that end with the payment, by account, in kobo. */
  freedKobo?: ReadonlyMap<number, bigint>;
  /** The proceeds of the loan that replaces the paid one. They count in full, also where the account is overdrawn. */
  proceedsKobo?: bigint;
}

/**
 * Asserts that the linked accounts pay with own funds: an overdraft never repays a loan, because the bank would then
 * lend to itself what it is owed. Several payments of one account are added up. The posting refuses an account that is
 * not active.
 * @throws INSUFFICIENT_FUNDS (422) with the `id` of the loan
 */
export function assertOwnFunds(
  accounts: ReadonlyMap<number, LedgerAccount>,
  payments: readonly LinkedPayment[],
  { freedKobo, proceedsKobo = 0n }: FurtherFunds = {},
): void {
  const wanted = new Map<number, bigint>();
  for (const { loan, amountKobo } of payments) {
    const account = accounts.get(loan.linkedAccountId)!;
    const sumKobo = (wanted.get(account.id) ?? 0n) + amountKobo;
    wanted.set(account.id, sumKobo);
    const ownKobo = ownFundsKobo(account) + (freedKobo?.get(account.id) ?? 0n);
    if (account.status !== 'Active' || sumKobo <= ownKobo || sumKobo <= proceedsKobo) continue;
    throw ledgerErrors.INSUFFICIENT_FUNDS(
      `The account ${account.number} needs own funds of ${formatNaira(sumKobo)} to repay the loan ` +
        `${loan.loanAccountNumber}; pay money in first.`,
      { id: loan.id },
    );
  }
}
