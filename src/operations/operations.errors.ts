import { defineErrors } from '../common/errors/app-error';

/** Errors of tills. */
export const operationsErrors = defineErrors({
  TILL_NOT_FOUND: { httpStatus: 404, message: 'There is no such till.' },
  TELLER_HAS_TILL: { httpStatus: 409, message: 'The teller has an active till; deactivate it first.' },
  TELLER_INACTIVE: { httpStatus: 422, message: 'The teller is not an active member of staff; choose another one.' },
  TILL_INACTIVE: { httpStatus: 422, message: 'The till is inactive; activate it first.' },
  TILL_COUNT_PENDING: {
    httpStatus: 409,
    message: 'The difference of an earlier count of this till waits for approval; have it decided first.',
  },
  TILL_DIFFERENCE_LEDGER_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'Set TILL_DIFFERENCE_LEDGER_CODE to an active ledger that is no till; the count was not kept.',
  },
  TILL_NOT_EMPTY: { httpStatus: 422, message: 'The till holds cash; move it to the vault first.' },
});
