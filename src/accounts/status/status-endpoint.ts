import { ledgerErrors } from '../../ledger/ledger.errors';
import { statusErrors } from './status.errors';

/** The 202 answer of a status change that waits for approval. */
export const PENDING_STATUS_CHANGE = {
  code: 'PENDING_APPROVAL',
  description: 'The change waits for approval; `accountStatus` is still the old status.',
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

/** Common options of the routes that change a status. */
export const STATUS_CHANGE = {
  reference: 'honoured' as const,
  errors: STATUS_CHANGE_ERRORS,
  accepted: [PENDING_STATUS_CHANGE],
};
