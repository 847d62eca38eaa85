import { defineErrors } from '../common/errors/app-error';

/** Errors of fixed deposits. */
export const fixedDepositsErrors = defineErrors({
  FIXED_DEPOSIT_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no such fixed deposit; check the account number or id.',
  },
  FIXED_DEPOSIT_PENDING_APPROVAL: {
    httpStatus: 409,
    message: 'The deposit, or a top-up or liquidation of it, waits for approval; wait for the decision.',
  },
  FIXED_DEPOSIT_NOT_ACTIVE: {
    httpStatus: 409,
    message: 'The deposit is not active; use its next term, or add another deposit.',
  },
  FIXED_DEPOSIT_HAS_MATURED: {
    httpStatus: 409,
    message: 'The deposit has matured and takes no top-up; create a new deposit.',
  },
  FIXED_DEPOSIT_TERMS_REFUSED: {
    httpStatus: 422,
    message: 'The deposit does not fit the terms of its product; correct the field that is named.',
  },
  FIXED_DEPOSIT_START_DATE_REFUSED: {
    httpStatus: 422,
    message: 'A deposit starts on the business date; leave startDate out or send that date.',
  },
  FIXED_DEPOSIT_ACCOUNT_REFUSED: {
    httpStatus: 422,
    message: 'The account does not belong to the customer of the deposit; name one of that customer.',
  },
  FIXED_DEPOSIT_AMOUNT_REFUSED: {
    httpStatus: 422,
    message: 'The amount is not the principal of the deposit; leave liquidationAmount out of a full liquidation.',
  },
  FIXED_DEPOSIT_BELOW_MINIMUM: {
    httpStatus: 422,
    message: "A partial liquidation must leave the product's minimum principal; take less, or all of it.",
  },
});
