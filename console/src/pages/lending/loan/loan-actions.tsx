import { type Action, action } from '../../../form/action';
import { naira } from '../../../rules/naira';
import { isRunning, UNPAID_INTEREST } from './loan-terms';
import type { Loan } from './use-loan';

const path = ({ id }: Loan) => ({ id });
const SECOND_PERSON = 'A colleague must approve it; nothing changes before.';
const isOwed = (loan: Loan): boolean => isRunning(loan) || loan.loanStatus === 'WrittenOff';
const notOfGroup = ({ groupLoanID }: Loan): string | null =>
  groupLoanID ? 'The loan is one of a group: decide about the group.' : null;

/** Decisions on a request for a loan. */
const REQUEST: readonly Action<Loan>[] = [
  action<Loan>()({
    operation: 'approveLoan',
    title: 'Approve the loan',
    path,
    // Terms that took the place of those shown are not approved unseen.
    fixed: ({ approvalId }) => ({ approvalId: approvalId ?? undefined }),
    isFor: ({ loanStatus }) => loanStatus === 'PendingApproval',
    reason: notOfGroup,
    consequence: ({ loanAmount, customerName, groupLoanID }) =>
      groupLoanID
        ? 'The loan is decided with its group.'
        : `${customerName} may then be paid ${naira(loanAmount)}. The approval pays nothing out: the channel or branch that asked disburses the loan.`,
    done: 'The loan has been approved.',
  }),
  action<Loan>()({
    operation: 'rejectLoan',
    title: 'Reject the loan',
    isDanger: true,
    path,
    isFor: ({ loanStatus }) => loanStatus === 'PendingApproval',
    reason: notOfGroup,
    consequence: () => 'The request ends. This is final: the borrower has to ask for a new loan.',
    done: 'The loan has been rejected.',
  }),
  action<Loan>()({
    operation: 'cancelLoan',
    title: 'Cancel the loan',
    isDanger: true,
    path,
    isFor: ({ loanStatus }) => loanStatus === 'PendingApproval' || loanStatus === 'Approved',
    consequence: ({ groupLoanID }) =>
      `The loan ends before any money was paid out, and the approval that it waits for with it. This is final.${groupLoanID ? ' The group goes on with its other loans.' : ''}`,
    done: 'The loan has been canceled.',
  }),
];

/** New terms for the rest of a loan. */
export const RESTRUCTURE: Action<Loan> = action<Loan>()({
  operation: 'restructureLoan',
  title: 'Restructure the loan',
  path,
  isFor: isRunning,
  initial: ({ interestRate }) => ({ interestRate }),
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
  consequence: ({ outstandingPrincipal }) =>
    `The schedule ends on the day of the approval. Paid instalments stay; ${naira(outstandingPrincipal)} of principal, arrears included, is repaid by a new schedule from that day. Unpaid fees, default interest and penalties fall due that day. ${SECOND_PERSON}`,
  done: 'The loan has been restructured.',
});

/** Changes of a loan that has been paid out. */
const SERVICING: readonly Action<Loan>[] = [
  RESTRUCTURE,
  action<Loan>()({
    operation: 'applySecurityDeposit',
    title: 'Apply the security deposit',
    path,
    isFor: isOwed,
    reason: ({ requiredSecurityDepositAmount }) =>
      requiredSecurityDepositAmount > 0 ? null : 'The loan has no security deposit.',
    fields: ['amount', 'reason'],
    consequence: ({ linkedNumber }) =>
      `What is due is taken from the deposit under lien on account ${linkedNumber}; the rest stays under its lien until the loan closes. ${SECOND_PERSON}`,
    done: 'The security deposit has been applied.',
  }),
  action<Loan>()({
    operation: 'changeLoanStage',
    title: 'Change the stage',
    path,
    isFor: isRunning,
    labels: { trigger: 'What is known' },
    consequence: () =>
      `From the end of day after the approval the loan is in this stage at least, whatever its days past due, and its expected loss is provided for accordingly. Stage 1 takes an earlier mark away. ${SECOND_PERSON}`,
    done: 'The stage has been changed.',
  }),
  action<Loan>()({
    operation: 'writeOffLoan',
    title: 'Write the loan off',
    isDanger: true,
    path,
    isFor: isRunning,
    consequence: ({ totalOutstanding, suspendedIncome }) =>
      `${naira(totalOutstanding)} is outstanding, of which ${naira(suspendedIncome)} waits in suspense and is no loss. The loan's allowance pays first, the rest becomes an expense. The borrower still owes it: later receipts are recovery income. It cannot be taken back. ${SECOND_PERSON}`,
    done: 'The loan has been written off.',
  }),
];

/** Corrections of amounts and payments. */
const ADJUSTMENTS: readonly Action<Loan>[] = [
  action<Loan>()({
    operation: 'chargeLoan',
    title: 'Charge the loan',
    path,
    isFor: isRunning,
    fields: ['component', 'amount', 'reason'],
    labels: { component: 'Kind of charge' },
    consequence: () =>
      `The charge falls due on the day of the approval. A fee bears VAT where fees do. ${SECOND_PERSON}`,
    done: 'The loan has been charged.',
  }),
  action<Loan>()({
    operation: 'waiveLoanCharges',
    title: 'Waive interest or charges',
    path,
    isFor: isRunning,
    fields: ['interest', 'defaultInterest', 'penalty', 'fee', 'reason'],
    consequence: ({ outstandingInterest, outstandingDefault, outstandingPenalty, outstandingFees }) =>
      `Only what is due can be waived. Unpaid today: interest ${naira(outstandingInterest)}, default interest ${naira(outstandingDefault)}, penalties ${naira(outstandingPenalty)}, fees ${naira(outstandingFees)}. What is in suspense leaves it; the rest is taken back from income and is not charged again. ${SECOND_PERSON}`,
    done: 'The amounts have been waived.',
  }),
  action<Loan>()({
    operation: 'refundLoan',
    title: 'Refund what was paid ahead, or above the debt',
    path,
    isFor: (loan) => isOwed(loan) || loan.loanStatus === 'Closed',
    fields: ['amount', 'creditAccount', 'reason'],
    labels: { creditAccount: 'Account of the borrower, for money in unclaimed funds' },
    consequence: ({ linkedNumber }) =>
      `Without another account, what was paid of instalments to come goes back to account ${linkedNumber}, the last instalment first, and the schedule stays as it is. With one, what payments of this loan exceeded its debt by is paid to it out of unclaimed funds, and the loan does not change. ${SECOND_PERSON}`,
    done: 'The refund has been paid.',
  }),
  action<Loan>()({
    operation: 'addBackdatedRepayment',
    title: 'Add a backdated repayment',
    path,
    isFor: isOwed,
    fields: ['amount', 'valueDate', 'collectionsGL', 'referenceNumber', 'reason'],
    labels: { collectionsGL: 'Ledger that holds the money', valueDate: 'Day of the payment' },
    consequence: () =>
      `The loan is worked out again as if the money had been taken on that day, and the difference in interest, penalties, class and suspense is booked on the day of the approval. No closed period changes. ${SECOND_PERSON}`,
    done: 'The repayment has been added.',
  }),
  action<Loan>()({
    operation: 'rebuildLoanEvents',
    title: 'Rebuild the events',
    path,
    isFor: ({ disbursementDate }) => !!disbursementDate,
    consequence: () =>
      'The list of events is made from the transactions of the loan, and kept only if it leads to the loan as it is today. Nothing is booked. It is needed once for loans from before events were kept.',
    done: 'The events have been rebuilt.',
  }),
];

export const LOAN_ACTIONS: readonly Action<Loan>[] = [...REQUEST, ...SERVICING, ...ADJUSTMENTS];
export const LOAN_DECISIONS = REQUEST;
export const LOAN_SERVICING = SERVICING;
export const LOAN_ADJUSTMENTS = ADJUSTMENTS;
