import { defineErrors } from '../../common/errors/app-error';

/** Refusals about interest on accounts. */
export const interestErrors = defineErrors({
  NO_ACCRUED_INTEREST: {
    httpStatus: 422,
    message: 'The account has no accrued interest of a kobo or more; there is nothing to post.',
  },
  INTEREST_LEDGER_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'A ledger for interest is not configured; set it in the configuration or in the terms of the product.',
  },
});
