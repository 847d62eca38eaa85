import { defineErrors } from '../../common/errors/app-error';

/** Refusals about overdrafts. */
export const overdraftsErrors = defineErrors({
  OVERDRAFT_NOT_FOUND: { httpStatus: 404, message: 'There is no overdraft with this id.' },
  OVERDRAFT_EXISTS: {
    httpStatus: 409,
    message: 'The account has an overdraft that is active or waits for approval; update or deactivate that one.',
  },
  OVERDRAFT_PENDING_APPROVAL: {
    httpStatus: 409,
    message: 'The overdraft or a change of it waits for approval; wait for the decision.',
  },
  OVERDRAFT_ALREADY_ACTIVE: { httpStatus: 409, message: 'The overdraft is active already; nothing needs to be done.' },
  OVERDRAFT_NOT_ACTIVE: {
    httpStatus: 409,
    message: 'The overdraft is not active and cannot be deactivated; nothing needs to be done.',
  },
  OVERDRAFT_EXPIRED: { httpStatus: 409, message: 'The overdraft has expired; add a new one.' },
  OVERDRAFT_DATES_REFUSED: {
    httpStatus: 422,
    message: 'The expiry date of the overdraft is before its start date or the business date; correct the dates.',
  },
  OVERDRAFT_IN_USE: {
    httpStatus: 422,
    message: 'The account uses more of the overdraft than the new limit allows; let money come in first.',
  },
  CREDIT_LIMIT_EXCEEDED: {
    httpStatus: 422,
    message:
      'With this credit the borrower or related borrowers would owe more than a limit of the institution; ask for ' +
      'less.',
  },
});
