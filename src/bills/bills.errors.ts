import { defineErrors } from '../common/errors/app-error';

/** Refusals of bill payments. */
export const billsErrors = defineErrors({
  BILLER_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no such biller; take billerIdentifier from the list of billers.',
  },
  BILL_PACKAGE_NOT_FOUND: {
    httpStatus: 404,
    message: 'The biller has no such package; take packageIdentifier from the list of billers.',
  },
  BILL_CUSTOMER_NOT_FOUND: { httpStatus: 404, message: 'The biller knows no such customer; check customerId.' },
  BILL_AMOUNT_NOT_ALLOWED: { httpStatus: 422, message: 'The biller does not take this amount.' },
  VEND_NOT_FOUND: { httpStatus: 404, message: 'There is no bill payment with this reference.' },
  VEND_FAILED: {
    httpStatus: 422,
    message: 'The bill payment failed; vendStatus and isReversed tell where its money is.',
  },
  TOKEN_NOT_FOUND: { httpStatus: 404, message: 'There is no token for this payment yet; try again later.' },
});
