import type { Side } from '../../ledger/engine/ledger-account.entity';

/** `savings` is interest that accounts earn, `overdraft` interest that they owe. */
export type InterestKind = 'savings' | 'overdraft';

interface InterestBooks {
  /** Table of the daily accruals. */
  accruals: string;
  /** Table of the interest that each account has accrued and not been paid or charged. */
  unposted: string;
  /** The side on which the balance ledger grows: credit for interest payable, debit for interest receivable. */
  side: Side;
}

/** Tables and normal side of the balance ledger, by kind of interest. */
export const INTEREST_BOOKS = {
  savings: { accruals: 'savings_accrual', unposted: 'savings_interest', side: 'credit' },
  overdraft: { accruals: 'overdraft_accrual', unposted: 'overdraft_interest', side: 'debit' },
} as const satisfies Record<InterestKind, InterestBooks>;

/**
 * Decimals of a kobo that accruals keep. No rate and day count gives a longer finite quotient, so rounding to them
 * never meets a value halfway between two.
 */
export const ACCRUAL_DECIMALS = 12;

/** The kinds of posting that interest makes. */
export const POSTING_KINDS = {
  savings: { accrual: 'savings-accrual', rounding: 'savings-rounding', posting: 'savings-interest' },
  overdraft: { accrual: 'overdraft-accrual', rounding: 'overdraft-rounding', posting: 'overdraft-interest' },
} as const satisfies Record<InterestKind, Record<'accrual' | 'rounding' | 'posting', string>>;

/** The kind of posting that opens the books of interest that accounts had earned in another system. */
export const OPENING_INTEREST = 'opening-interest';

export const INTEREST_END_OF_DAY_ACTOR = 'system:end-of-day';
