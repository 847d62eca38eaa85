import { defineErrors } from '../common/errors/app-error';

/** Refusals of the posting engine. */
export const ledgerErrors = defineErrors({
  ACCOUNT_NOT_FOUND: { httpStatus: 404, message: 'There is no such account.' },
  LEDGER_NOT_FOUND: { httpStatus: 404, message: 'There is no such ledger.' },
  POSTING_NOT_FOUND: { httpStatus: 404, message: 'There is no transaction with this reference.' },
  ACCOUNT_CLOSED: { httpStatus: 409, message: 'The account is closed.' },
  ACCOUNT_INACTIVE: { httpStatus: 409, message: 'The account is not active; activate it first.' },
  ACCOUNT_FROZEN: { httpStatus: 409, message: 'The account is frozen and may not be debited.' },
  ACCOUNT_DORMANT: { httpStatus: 409, message: 'The account is dormant and may not be debited; activate it first.' },
  ACCOUNT_PENDING_APPROVAL: { httpStatus: 409, message: 'The account waits for approval.' },
  VIRTUAL_ACCOUNT_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'A virtual account cannot be used here; use its settlement account.',
  },
  SAME_ACCOUNT: {
    httpStatus: 422,
    message: 'Debit and credit account are the same, or a settlement account and its own virtual account.',
  },
  CONTROL_LEDGER: { httpStatus: 422, message: 'A control ledger takes no direct entries; post to its accounts.' },
  LEDGER_NOT_ALLOWED: { httpStatus: 422, message: 'This ledger is not open to API clients.' },
  INSUFFICIENT_FUNDS: { httpStatus: 422, message: 'The available balance is too low.' },
  LIMIT_EXCEEDED: { httpStatus: 422, message: 'A transfer limit of the account is exceeded.' },
  UNBALANCED_POSTING: { httpStatus: 422, message: 'Debits and credits differ.' },
  VALUE_DATE_NOT_ALLOWED: { httpStatus: 422, message: 'The value date lies in the future or in a closed period.' },
  AML_REFERENCE_REJECTED: { httpStatus: 422, message: 'The AML approval reference is not valid; no funds moved.' },
  REVERSAL_NOT_ALLOWED: { httpStatus: 422, message: 'This transaction cannot be reversed.' },
  ALREADY_REVERSED: { httpStatus: 409, message: 'This transaction has been reversed before.' },
  LEDGER_CODE_TAKEN: { httpStatus: 409, message: 'The institution has a ledger with this code.' },
});
