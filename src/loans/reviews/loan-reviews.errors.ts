import { defineErrors } from '../../common/errors/app-error';

/** Refusals of credit bureau and AI reviews. */
export const loanReviewsErrors = defineErrors({
  BORROWER_NOT_IDENTIFIABLE: {
    httpStatus: 422,
    message:
      'The customer has no BVN, or no registration number as a company, which the credit bureau is asked by; add it with updatecustomerinformation.',
  },
  CREDIT_BUREAU_FAILED: {
    httpStatus: 502,
    message: 'The credit bureau gave no usable answer. Nothing was changed; try again later.',
  },
  AI_REVIEW_FAILED: {
    httpStatus: 502,
    message: 'The AI provider gave no usable answer. Nothing was changed; try again later.',
  },
});
