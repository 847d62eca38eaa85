import type { LedgerAccount } from './ledger-account.entity';

type Amounts = Pick<
  LedgerAccount,
  'normalSide' | 'debitsPostedKobo' | 'creditsPostedKobo' | 'lienedKobo' | 'overdraftLimitKobo'
>;

/** The book balance, signed to the account's normal side, in kobo. */
export function ledgerBalanceKobo({ normalSide, debitsPostedKobo, creditsPostedKobo }: Amounts): bigint {
  return normalSide === 'credit' ? creditsPostedKobo - debitsPostedKobo : debitsPostedKobo - creditsPostedKobo;
}

/** The book balance less liens, in kobo; below zero while an overdraft is drawn. */
export function ownFundsKobo(account: Amounts): bigint {
  return ledgerBalanceKobo(account) - account.lienedKobo;
}

/**
 * The most that may leave the account now, in kobo: book balance − liens + overdraft limit
 * (docs/api/accounts.md#balance-fields).
 */
export function availableBalanceKobo(account: Amounts): bigint {
  return ownFundsKobo(account) + account.overdraftLimitKobo;
}
