/** States of an account of record (contract, Accounts: accountStatus). */
export const ACCOUNT_STATUSES = ['Active', 'Inactive', 'Dormant', 'Frozen', 'PendingApproval', 'Closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

interface AccountRights {
  debit: boolean;
  credit: boolean;
}

/** What each status allows; reversals and refunds credit any but Closed. The one table of rights. */
const RIGHTS: Record<AccountStatus, AccountRights> = {
  Active: { debit: true, credit: true },
  Dormant: { debit: false, credit: true },
  Frozen: { debit: false, credit: true },
  Inactive: { debit: false, credit: false },
  PendingApproval: { debit: false, credit: false },
  Closed: { debit: false, credit: false },
};

/** Whether an account in this status may be debited or credited; `refund` marks reversals and refunds. */
export function mayPost(status: AccountStatus, side: 'debit' | 'credit', refund = false): boolean {
  if (refund && side === 'credit') return status !== 'Closed';
  return RIGHTS[status][side];
}
