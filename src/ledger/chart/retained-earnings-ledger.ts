/** Configuration key of the equity ledger of retained earnings, to which years are closed. */
export const RETAINED_EARNINGS_LEDGER_CODE = 'RETAINED_EARNINGS_LEDGER_CODE';
