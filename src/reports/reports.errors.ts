import { defineErrors } from '../common/errors/app-error';

/** Refusals of reports. */
export const reportsErrors = defineErrors({
  TRANSACTION_NOT_FOUND: { httpStatus: 404, message: 'There is no such transaction.' },
  TRANSACTION_NOT_COMPLETED: { httpStatus: 422, message: 'The transaction has moved no money, so it has no receipt.' },
  REFERENCE_NOT_UNIQUE: {
    httpStatus: 409,
    message: 'Several transactions have this reference; send TransactionID or the postingReferenceNumber.',
  },
  PERIOD_TOO_LONG: { httpStatus: 422, message: 'The period is too long; ask for a shorter one.' },
});
