/** An API client's movement that debits a ledger of the institution. */
export const CLIENT_LEDGER_DEBIT = 'client-ledger-debit';

/** A loan or a deposit at a rate above or below every rate that its product offers. */
export const RATE_OUTSIDE_RANGE = 'rate-outside-range';

/** The conditions that a policy can name instead of an operation: several operations can meet one. */
export const POLICY_CONDITIONS: readonly string[] = [CLIENT_LEDGER_DEBIT, RATE_OUTSIDE_RANGE];
