import type { Side } from '../../ledger/engine/ledger-account.entity';

/** Interest that accounts earn, and interest that they owe for being overdrawn. */
export type InterestKind = 'savings' | 'overdraft';

interface InterestBooks {
  /** Table of what accrued each day. */
  accruals: string;
  /** Table of what each account has accrued and not been paid or charged. */
  unposted: string;
  /** On which side its balance ledger grows: interest payable by credits, interest receivable by debits. */
  side: Side;
}

/** What differs between the two kinds in the tables and in the books. */
export const INTEREST_BOOKS = {
  savings: { accruals: 'savings_accrual', unposted: 'savings_interest', side: 'credit' },
  overdraft: { accruals: 'overdraft_accrual', unposted: 'overdraft_interest', side: 'debit' },
} as const satisfies Record<InterestKind, InterestBooks>;

/** Decimals of a kobo that accruals keep. No rate and day count gives a finite quotient of more, so none is ever halfway between two. */
export const ACCRUAL_DECIMALS = 12;

/** The kinds of posting that interest makes. */
export const POSTING_KINDS = {
  savings: { accrual: 'savings-accrual', rounding: 'savings-rounding', posting: 'savings-interest' },
  overdraft: { accrual: 'overdraft-accrual', rounding: 'overdraft-rounding', posting: 'overdraft-interest' },
} as const satisfies Record<InterestKind, Record<'accrual' | 'rounding' | 'posting', string>>;

export const INTEREST_END_OF_DAY_ACTOR = 'system:end-of-day';
