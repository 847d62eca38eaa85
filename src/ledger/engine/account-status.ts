/** The statuses of an account of record (docs/api/accounts.md#account-status). */
export const ACCOUNT_STATUSES = ['Active', 'Inactive', 'Dormant', 'Frozen', 'PendingApproval', 'Closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

interface AccountRights {
  debit: boolean;
  credit: boolean;
}

/** The sides that may be posted in each status (docs/api/accounts.md#rights). */
const RIGHTS: Record<AccountStatus, AccountRights> = {
  Active: { debit: true, credit: true },
  Dormant: { debit: false, credit: true },
  Frozen: { debit: false, credit: true },
  Inactive: { debit: false, credit: false },
  PendingApproval: { debit: false, credit: false },
  Closed: { debit: false, credit: false },
};

/**
 * Tells whether an account in this status may be debited or credited.
 * @param refund marks reversals and refunds, which may credit an account in any status but Closed.
 */
export function mayPost(status: AccountStatus, side: 'debit' | 'credit', refund = false): boolean {
  if (refund && side === 'credit') return status !== 'Closed';
  return RIGHTS[status][side];
}
