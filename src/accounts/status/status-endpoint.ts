import { ledgerErrors } from '../../ledger/ledger.errors';
import { statusErrors } from './status.errors';

/** The 202 of a change that waits for staff. */
export const PENDING_STATUS_CHANGE = {
  code: 'PENDING_APPROVAL',
  description: 'The change waits for the approval of staff; `accountStatus` is still the old one.',
  example: {
    approvalId: 20417,
    id: 10050,
    accountNumber: '0000010021',
    accountName: 'Adaeze Okafor',
    accountStatus: 'Frozen',
  },
};

export const STATUS_CHANGE_ERRORS = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  statusErrors.STATUS_CHANGE_NOT_ALLOWED,
  statusErrors.STATUS_CHANGE_PENDING,
];

/** What every route that changes a status declares. */
export const CHANGING_STATUS = {
  reference: 'honoured' as const,
  errors: STATUS_CHANGE_ERRORS,
  accepted: [PENDING_STATUS_CHANGE],
};
