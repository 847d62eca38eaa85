import type { LedgerAccount } from './ledger-account.entity';

type Amounts = Pick<LedgerAccount, 'normalSide' | 'debitsPostedKobo' | 'creditsPostedKobo' | 'heldKobo' | 'overdraftLimitKobo'>;

/** The book balance, signed to the account's normal side, in kobo. */
export function ledgerBalanceKobo({ normalSide, debitsPostedKobo, creditsPostedKobo }: Amounts): bigint {
  return normalSide === 'credit' ? creditsPostedKobo - debitsPostedKobo : debitsPostedKobo - creditsPostedKobo;
}

/** What may leave the account now: book balance − liens + overdraft limit, in kobo (design §4). */
export function availableBalanceKobo(account: Amounts): bigint {
  return ledgerBalanceKobo(account) - account.heldKobo + account.overdraftLimitKobo;
}
