import { defineErrors } from '../common/errors/app-error';

/** Errors of manual postings, reversals and posting groups. */
export const postingsErrors = defineErrors({
  POSTINGS_TRANSACTION_TYPE_MISMATCH: {
    httpStatus: 422,
    message: 'postingsTransactionType does not fit the two accounts; correct it or leave it out.',
  },
  AMBIGUOUS_REFERENCE: {
    httpStatus: 409,
    message: 'Several transactions have this reference; use the postingReferenceNumber.',
  },
  POSTING_GROUP_NOT_FOUND: { httpStatus: 404, message: 'There is no posting group with this id.' },
});
