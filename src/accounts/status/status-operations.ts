import type { AccountAction } from './status-transitions';

/** Approval operations of status changes, by action. A freeze needs no approval. */
export const STATUS_OPERATIONS: Record<Exclude<AccountAction, 'freeze'>, { operation: string; title: string }> = {
  activate: { operation: 'activate-account', title: 'Activate account' },
  deactivate: { operation: 'deactivate-account', title: 'Deactivate account' },
  unfreeze: { operation: 'unfreeze-account', title: 'Unfreeze account' },
};
