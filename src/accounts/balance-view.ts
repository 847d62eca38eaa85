import { koboToNaira } from '../common/money/naira';
import { availableBalanceKobo, ledgerBalanceKobo } from '../ledger/engine/available-balance';
import type { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { CURRENCY } from './account-record';
import type { BalanceView, ExtendedBalanceView } from './accounts.dto';

export type BalanceSource = Pick<
  LedgerAccount,
  'number' | 'name' | 'normalSide' | 'debitsPostedKobo' | 'creditsPostedKobo' | 'lienedKobo' | 'overdraftLimitKobo'
>;

/** The balance of an account, in Naira. */
export function balanceView(account: BalanceSource): BalanceView {
  return {
    accountNumber: account.number,
    accountName: account.name,
    availableBalance: koboToNaira(availableBalanceKobo(account)),
    ledgerBalance: koboToNaira(ledgerBalanceKobo(account)),
    currency: CURRENCY,
  };
}

const notBelowZero = (kobo: bigint): bigint => (kobo > 0n ? kobo : 0n);

/** Figures of the extended balance that are not on the ledger account. */
interface BalanceTerms {
  minimumBalanceKobo: bigint;
  accruedInterestKobo: bigint;
}

/** The balance with its parts, in Naira (`docs/api/accounts.md#balance-fields`). */
export function extendedBalanceView(
  account: BalanceSource & Pick<LedgerAccount, 'status' | 'lastPostedAt'>,
  { minimumBalanceKobo, accruedInterestKobo }: BalanceTerms,
): ExtendedBalanceView {
  return {
    ...balanceView(account),
    lienAmount: koboToNaira(account.lienedKobo),
    overdraftLimit: koboToNaira(account.overdraftLimitKobo),
    overdraftUsed: koboToNaira(notBelowZero(-ledgerBalanceKobo(account))),
    unclearedBalance: 0,
    accruedInterest: koboToNaira(accruedInterestKobo),
    minimumBalance: koboToNaira(minimumBalanceKobo),
    withdrawableBalance: koboToNaira(notBelowZero(availableBalanceKobo(account) - minimumBalanceKobo)),
    lastTransactionDate: account.lastPostedAt?.toISOString() ?? null,
    accountStatus: account.status,
  };
}
