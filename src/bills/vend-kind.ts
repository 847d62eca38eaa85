/** Kind of a vend's payout and posting, and the name of its operation in approval policies. */
export const BILL_VEND = 'bill-vend';
