import { type Action, action } from '../../form/action';
import { naira } from '../../rules/naira';
import { plural } from '../../rules/words';
import type { GroupLoan } from './group-loan-page';
import { UNPAID_INTEREST } from './loan/loan-terms';

const path = ({ id }: GroupLoan) => ({ id });
const RUNNING = new Set(['Active', 'Delinquent', 'Matured', 'Restructured', 'InRecovery']);
const isRequest = ({ groupLoanStatus }: GroupLoan): boolean => groupLoanStatus === 'PendingApproval';
const isRunning = ({ groupLoanStatus }: GroupLoan): boolean => RUNNING.has(groupLoanStatus);
const loansOf = ({ participants }: GroupLoan): string => plural(participants.length, 'loan');

/** Decisions on the request of a group. */
export const GROUP_DECISIONS: readonly Action<GroupLoan>[] = [
  action<GroupLoan>()({
    operation: 'approveGroupLoan',
    title: 'Approve the group loan',
    path,
    isFor: isRequest,
    consequence: (group) =>
      `All ${loansOf(group)} of the group, ${naira(group.totalPrincipal)} together, may then be paid out. The approval pays nothing out itself.`,
    done: 'The group loan has been approved.',
  }),
  action<GroupLoan>()({
    operation: 'rejectGroupLoan',
    title: 'Reject the group loan',
    isDanger: true,
    path,
    isFor: isRequest,
    consequence: (group) => `The requests of all ${loansOf(group)} end. This is final: the group has to ask again.`,
    done: 'The group loan has been rejected.',
  }),
];

/** Changes of all running loans of a group at once. */
export const GROUP_CHANGES: readonly Action<GroupLoan>[] = [
  action<GroupLoan>()({
    operation: 'restructureGroupLoan',
    title: 'Restructure the group loan',
    path,
    isFor: isRunning,
    fields: [
      'accruedInterest',
      'interestRate',
      'tenure',
      'firstRepaymentDate',
      'moratorium',
      'moratoriumPeriods',
      'reason',
    ],
    choices: { accruedInterest: UNPAID_INTEREST },
    labels: { accruedInterest: 'Unpaid interest', interestRate: 'Interest rate (percent)', tenure: 'New tenure' },
    consequence: () =>
      'The schedules of all running loans of the group end on the day of the approval, and new ones begin from that day. Paid instalments stay. A colleague must approve it; nothing changes before.',
    done: 'The group loan has been restructured.',
  }),
  action<GroupLoan>()({
    operation: 'writeOffGroupLoan',
    title: 'Write the group loan off',
    isDanger: true,
    path,
    isFor: isRunning,
    consequence: ({ totalOutstanding }) =>
      `All running loans of the group, ${naira(totalOutstanding)} outstanding, become a loan loss, less what waits in suspense. The members still owe it: later receipts are recovery income. It cannot be taken back. A colleague must approve it; nothing changes before.`,
    done: 'The group loan has been written off.',
  }),
];

export const GROUP_ACTIONS: readonly Action<GroupLoan>[] = [...GROUP_DECISIONS, ...GROUP_CHANGES];
