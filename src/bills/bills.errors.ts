import { defineErrors } from '../common/errors/app-error';

/** Errors of bill payments. */
export const billsErrors = defineErrors({
  BILLER_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no biller with this billerIdentifier; use one from the list of billers.',
  },
  BILL_PACKAGE_NOT_FOUND: {
    httpStatus: 404,
    message: 'The biller has no package with this packageIdentifier; use one from the list of billers.',
  },
  BILL_CUSTOMER_NOT_FOUND: { httpStatus: 404, message: 'The biller has no customer with this customerId; check it.' },
  BILL_AMOUNT_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'The biller does not accept this amount; send fixedAmount, or at least minimumAmount.',
  },
  VEND_NOT_FOUND: { httpStatus: 404, message: 'There is no bill payment with this reference.' },
  VEND_FAILED: {
    httpStatus: 422,
    message: 'The bill payment failed; isReversed and requireReversal show whether the money was returned.',
  },
  TOKEN_NOT_FOUND: { httpStatus: 404, message: 'There is no token for this payment yet; try again later.' },
});
