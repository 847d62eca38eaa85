import type { AccountAction } from './status-transitions';

/** The approvals that changes of status may wait for, by action; a freeze never waits. */
export const STATUS_OPERATIONS: Record<Exclude<AccountAction, 'freeze'>, { operation: string; title: string }> = {
  activate: { operation: 'activate-account', title: 'Activate account' },
  deactivate: { operation: 'deactivate-account', title: 'Deactivate account' },
  unfreeze: { operation: 'unfreeze-account', title: 'Unfreeze account' },
};
