/** Kinds of the postings of fixed deposits. References are unique within a kind. */
export const ORDER_POSTING = 'fixed-deposit';
export const ACCRUAL_POSTING = 'fixed-deposit-accrual';
export const PAYMENT_POSTING = 'fixed-deposit-payment';

/** The `event` in the metadata of a payment that begins the next term. */
export const ROLLOVER_EVENT = 'rollover';

/** The actor of the end of day's postings and changes. */
export const DEPOSIT_END_OF_DAY_ACTOR = 'system:fixed-deposits';
