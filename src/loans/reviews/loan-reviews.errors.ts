import { defineErrors } from '../../common/errors/app-error';

/** Error codes of credit bureau and AI reviews (docs/api/loan-reviews.md#error-codes). */
export const loanReviewsErrors = defineErrors({
  BORROWER_NOT_IDENTIFIABLE: {
    httpStatus: 422,
    message:
      'The customer has no BVN, or no registration number as a company, which the credit bureau needs; add it with ' +
      'updatecustomerinformation.',
  },
  CREDIT_BUREAU_FAILED: {
    httpStatus: 502,
    message: 'The credit bureau gave no usable answer. Nothing was changed; retry later.',
  },
  AI_REVIEW_FAILED: {
    httpStatus: 502,
    message: 'The AI provider gave no usable answer. Nothing was changed; retry later.',
  },
});
