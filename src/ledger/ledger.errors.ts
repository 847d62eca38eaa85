import { defineErrors } from '../common/errors/app-error';

/** Refusals of the ledger. */
export const ledgerErrors = defineErrors({
  ACCOUNT_NOT_FOUND: { httpStatus: 404, message: 'There is no such account; check the account number.' },
  LEDGER_NOT_FOUND: { httpStatus: 404, message: 'There is no such ledger; check the code.' },
  POSTING_NOT_FOUND: { httpStatus: 404, message: 'There is no transaction with this reference; check the reference.' },
  ACCOUNT_CLOSED: { httpStatus: 409, message: 'The account is closed and cannot be posted to; use another account.' },
  ACCOUNT_INACTIVE: { httpStatus: 409, message: 'The account is not active; activate it first.' },
  ACCOUNT_FROZEN: { httpStatus: 409, message: 'The account is frozen and may not be debited; unfreeze it first.' },
  ACCOUNT_DORMANT: { httpStatus: 409, message: 'The account is dormant and may not be debited; activate it first.' },
  ACCOUNT_PENDING_APPROVAL: { httpStatus: 409, message: 'The account waits for approval; have it approved first.' },
  VIRTUAL_ACCOUNT_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'A virtual account cannot be used here; use its settlement account.',
  },
  SAME_ACCOUNT: {
    httpStatus: 422,
    message:
      'The two sides name the same account, or a settlement account and its own virtual account; name two accounts.',
  },
  CONTROL_LEDGER: { httpStatus: 422, message: 'A control ledger takes no direct entries; post to its accounts.' },
  LEDGER_NOT_ALLOWED: { httpStatus: 422, message: 'This ledger is not open to API clients; name another one.' },
  FEE_LEDGER_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'This ledger does not take fees; name an income ledger that does.',
  },
  INSUFFICIENT_FUNDS: {
    httpStatus: 422,
    message: 'The available balance is too low for this amount; fund the account or send less, under a new reference.',
  },
  LIMIT_EXCEEDED: {
    httpStatus: 422,
    message: 'The amount exceeds a transfer limit of the account; send less under a new reference, or have it raised.',
  },
  CLIENT_LIMIT_EXCEEDED: {
    httpStatus: 422,
    message:
      'The amount exceeds what the API client may move per call or per day; lower it, or ask for a higher limit.',
  },
  UNBALANCED_POSTING: { httpStatus: 422, message: 'Debits and credits differ; they must be equal.' },
  VALUE_DATE_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'The value date is after the business date or in a closed period; send another date.',
  },
  AML_REFERENCE_REJECTED: { httpStatus: 422, message: 'The AML approval reference is not valid; no funds moved.' },
  TRANSACTION_NOT_EXECUTED: {
    httpStatus: 422,
    message: 'The transaction waited and was not executed; no funds moved. Send a new one if it is still wanted.',
  },
  SCREENING_NEEDED: {
    httpStatus: 422,
    message: 'The row must be screened by itself and was not paid; send it as a transfer of its own.',
  },
  REVERSAL_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'This transaction cannot be reversed; what made it has a call of its own to undo it.',
  },
  ALREADY_REVERSED: {
    httpStatus: 409,
    message: 'This transaction was reversed before; a transaction is reversed once.',
  },
  LEDGER_CODE_TAKEN: { httpStatus: 409, message: 'The code belongs to another ledger or account; choose another one.' },
});
