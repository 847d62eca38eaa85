import { action } from '../../../form/action';
import { naira } from '../../../rules/naira';
import type { Complaint } from './complaint-words';

const path = ({ id }: Complaint) => ({ complaintId: id });
const isOpen = ({ concludedAt }: Complaint): boolean => concludedAt === null;

export const ADD = action<undefined>()({
  operation: 'addFraudComplaint',
  title: 'Add a complaint',
  longTexts: ['description'],
  labels: { description: 'Told by the customer' },
  consequence: () =>
    'The timers start. A customer of this institution who received the money gets an alert, and is told nothing.',
  opens: ({ id }) => `/fraud-complaints/${id}`,
  done: 'The complaint is open.',
});

export const CONFIRM = action<Complaint>()({
  operation: 'confirmFraudComplaint',
  title: 'Confirm the receipt',
  path,
  isFor: (complaint) => isOpen(complaint) && complaint.acknowledgedAt === null,
  consequence: () => 'Records that the customer has been told that the complaint was received.',
  done: 'The receipt has been confirmed.',
});

export const BLOCK = action<Complaint>()({
  operation: 'blockFraudMoney',
  title: 'Block the money',
  isDanger: true,
  path,
  isFor: (complaint) => isOpen(complaint) && complaint.isReceiverOwn,
  reason: ({ hasFrozen }) => (hasFrozen ? 'The receiving account is frozen already.' : null),
  initial: ({ hasLien }) => ({ measure: hasLien ? 'freeze' : 'lien' }),
  choices: {
    measure: [
      { value: 'lien', text: 'Lien of the disputed amount' },
      { value: 'freeze', text: 'Freeze of the receiving account' },
    ],
  },
  consequence: ({ disputedAmount }) =>
    `A lien reserves ${naira(disputedAmount)} on the receiving account. Where the balance is lower, freeze the account. ` +
    'Others read “Disputed payment” as the reason.',
  done: 'The money is blocked.',
});

export const RECALL = action<Complaint>()({
  operation: 'requestFraudRecall',
  title: 'Ask for the money back',
  path,
  isFor: (complaint) =>
    isOpen(complaint) && complaint.notifyDueAt !== null && (complaint.recallStatus ?? 'unknown') === 'unknown',
  consequence: () =>
    'Asks the receiving institution through the provider of transfers. Without an answer it counts as not told; ask again then.',
  done: 'The request has been sent; the complaint shows the answer.',
});

export const CLOSE = action<Complaint>()({
  operation: 'closeFraudComplaint',
  title: 'Close the investigation',
  path,
  isFor: isOpen,
  labels: { refund: 'Refund by this institution' },
  longTexts: ['rationale'],
  consequence: ({ hasLien, hasFrozen }) =>
    'An upheld complaint needs a refund, which may be zero. The verdict is final.' +
    (hasLien ? ' A rejection lifts the lien; otherwise it stays until the refund.' : '') +
    (hasFrozen ? ' The freeze stays until somebody lifts it with an approval.' : ''),
  done: 'The investigation is closed.',
});

export const PAY = action<Complaint>()({
  operation: 'payFraudRefund',
  title: 'Refund with the blocked money',
  isDanger: true,
  path,
  isFor: ({ status, refundDueAt, hasLien }) => status === 'upheld' && refundDueAt !== null && hasLien,
  consequence: ({ refund, disputedAmount, hasFrozen }) =>
    `The lien of ${naira(disputedAmount)} ends, and ${naira(refund)} goes back to the account that paid. ` +
    'Somebody else than who closed the investigation does this.' +
    (hasFrozen ? ' While the account is frozen the refund is refused; have the freeze lifted first.' : ''),
  done: 'The customer has been refunded.',
});

export const RELEASE = action<Complaint>()({
  operation: 'releaseFraudMoney',
  title: 'Release the blocked money',
  isDanger: true,
  path,
  isFor: ({ status, hasLien }) => status === 'upheld' && hasLien,
  labels: { note: 'Why the money is released' },
  longTexts: ['note'],
  consequence: ({ disputedAmount }) =>
    `The lien of ${naira(disputedAmount)} ends without a refund from it. The holder can use the money at once. ` +
    'Somebody else than who closed the investigation does this.',
  done: 'The money has been released.',
});

export const REFUND = action<Complaint>()({
  operation: 'registerFraudRefund',
  title: 'Record another refund',
  path,
  isFor: ({ status, refundDueAt }) => status === 'upheld' && refundDueAt !== null,
  consequence: ({ refund, hasLien }) =>
    `Names the posting that paid the customer exactly ${naira(refund)} with other money, or that reversed the payment. ` +
    'No money moves here.' +
    (hasLien ? ' The lien ends.' : ''),
  done: 'The refund has been recorded.',
});

/** The actions on a complaint, in the order of the work. */
export const COMPLAINT_ACTIONS = [CONFIRM, RECALL, BLOCK, CLOSE, PAY, REFUND, RELEASE];
