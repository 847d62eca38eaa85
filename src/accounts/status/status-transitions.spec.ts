import { ACCOUNT_STATUSES, type AccountStatus } from '../../ledger/engine/account-status';
import { ACCOUNT_ACTIONS, type AccountAction, assertStatusTransition, statusAfterAction } from './status-transitions';

/** The status after each action from each status, or the code of the refusal. */
const EXPECTED: Record<AccountStatus, Record<AccountAction, string>> = {
  Active: {
    activate: 'STATUS_CHANGE_NOT_ALLOWED',
    deactivate: 'Inactive',
    freeze: 'Frozen',
    unfreeze: 'STATUS_CHANGE_NOT_ALLOWED',
  },
  Inactive: {
    activate: 'Active',
    deactivate: 'STATUS_CHANGE_NOT_ALLOWED',
    freeze: 'Frozen',
    unfreeze: 'STATUS_CHANGE_NOT_ALLOWED',
  },
  Dormant: {
    activate: 'Active',
    deactivate: 'STATUS_CHANGE_NOT_ALLOWED',
    freeze: 'Frozen',
    unfreeze: 'STATUS_CHANGE_NOT_ALLOWED',
  },
  Frozen: {
    activate: 'STATUS_CHANGE_NOT_ALLOWED',
    deactivate: 'STATUS_CHANGE_NOT_ALLOWED',
    freeze: 'Frozen',
    unfreeze: 'Active',
  },
  PendingApproval: {
    activate: 'ACCOUNT_PENDING_APPROVAL',
    deactivate: 'ACCOUNT_PENDING_APPROVAL',
    freeze: 'ACCOUNT_PENDING_APPROVAL',
    unfreeze: 'ACCOUNT_PENDING_APPROVAL',
  },
  Closed: {
    activate: 'ACCOUNT_CLOSED',
    deactivate: 'ACCOUNT_CLOSED',
    freeze: 'ACCOUNT_CLOSED',
    unfreeze: 'ACCOUNT_CLOSED',
  },
};

const every = ACCOUNT_STATUSES.flatMap((status) =>
  ACCOUNT_ACTIONS.map((action) => ({ status, action, expected: EXPECTED[status][action] })),
);

describe('the transitions of account statuses', () => {
  it('are covered for every status and action', () => expect(every).toHaveLength(24));

  it.each(every)('$action of a $status account gives $expected', ({ status, action, expected }) => {
    const answer = (): string => {
      try {
        return assertStatusTransition(status, action);
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(answer()).toBe(expected);
    expect(statusAfterAction(status, action)).toBe(
      (ACCOUNT_STATUSES as readonly string[]).includes(expected) ? expected : undefined,
    );
  });

  it('names the statuses from which a refused action is allowed', () => {
    expect(() => assertStatusTransition('Frozen', 'activate')).toThrow(
      'The account is Frozen; only accounts that are Inactive or Dormant can be activated.',
    );
  });
});
