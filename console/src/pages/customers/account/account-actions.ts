import type { Answer } from '../../../api/client';
import { action } from '../../../form/action';
import { label } from '../../../rules/words';

export type Account = Answer<'getAccount'>;

const fixed = ({ accountNumber }: Account) => ({ accountNumber });
const isDeposit = ({ isVirtualAccount }: Account): boolean => !isVirtualAccount;

/** The actions of staff on an account. */
export const ACCOUNT_ACTIONS = [
  action<Account>()({
    operation: 'freezeAccount',
    title: 'Freeze the account',
    isDanger: true,
    fixed,
    isFor: isDeposit,
    reason: ({ accountStatus }) =>
      ['Active', 'Dormant', 'Inactive', 'Frozen'].includes(accountStatus)
        ? null
        : `An account that is ${label(accountStatus).toLowerCase()} cannot be frozen.`,
    consequence: ({ accountStatus }) =>
      accountStatus === 'Frozen'
        ? 'The account is frozen already. This freezes it for another reason, which needs an unfreeze of its own.'
        : 'At once the account takes credits only: nothing can be paid out of it. To unfreeze it takes a second person.',
    done: 'The account is frozen.',
  }),
  action<Account>()({
    operation: 'unfreezeAccount',
    title: 'Unfreeze the account',
    fixed,
    isFor: (account) => isDeposit(account) && account.accountStatus === 'Frozen',
    consequence: () =>
      'A colleague must approve. The account stays frozen until then, if they decline, and while it is frozen for ' +
      'another reason. The status history has the number of each freeze: give it to end that one, which a freeze by ' +
      'order of a court needs; without it your own latest freeze ends, else the latest by a colleague, else that of ' +
      'AML.',
    done: 'One freeze of the account has ended.',
  }),
  action<Account>()({
    operation: 'postInterest',
    title: 'Post interest',
    fixed,
    isFor: isDeposit,
    reason: ({ accountStatus }) => (accountStatus === 'Closed' ? 'The account is closed.' : null),
    consequence: () =>
      'Credits the interest earned up to the last closed day, less withholding tax, and debits overdraft ' +
      'interest owed, even past the limit. The end of day does this by itself at the end of each period: ' +
      'post it by hand only before ' +
      'the account is closed or changes its product.',
    done: 'The interest has been posted.',
  }),
  action<Account>()({
    operation: 'closeVirtualAccount',
    title: 'Close the virtual account',
    isDanger: true,
    fixed,
    isFor: ({ isVirtualAccount }) => isVirtualAccount,
    reason: ({ accountStatus }) => (accountStatus === 'Closed' ? 'It is closed already.' : null),
    consequence: () =>
      'It takes no more credits: payments to this number are refused or go to suspense. It cannot be ' +
      'opened again; its history stays readable.',
    done: 'The virtual account is closed.',
  }),
];
