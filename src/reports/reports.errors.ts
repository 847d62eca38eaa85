import { defineErrors } from '../common/errors/app-error';

/** Errors of reports. */
export const reportsErrors = defineErrors({
  TRANSACTION_NOT_FOUND: { httpStatus: 404, message: 'There is no transaction with this id or reference.' },
  TRANSACTION_NOT_COMPLETED: {
    httpStatus: 422,
    message: 'The transaction moved no money, so it has no receipt; ask again once it is posted.',
  },
  TRANSACTION_OF_SEVERAL_CUSTOMERS: {
    httpStatus: 422,
    message: 'The transaction belongs to several customers, so it has no receipt; use the statement of the account.',
  },
  RECEIPT_NOT_CONFIRMED: {
    httpStatus: 404,
    message: 'No receipt has this code; compare it with the receipt, character by character.',
  },
  REFERENCE_NOT_UNIQUE: {
    httpStatus: 409,
    message: 'Several transactions have this reference; send TransactionID or the postingReferenceNumber.',
  },
  DAY_NOT_CLOSED: {
    httpStatus: 422,
    message: 'The end of that day has not run, so its figures are not complete; choose a closed date.',
  },
  PERIOD_TOO_LONG: { httpStatus: 422, message: 'The period is too long; choose a shorter one.' },
});
