import { defineErrors } from '../common/errors/app-error';

/** Errors of tills. */
export const operationsErrors = defineErrors({
  TILL_NOT_FOUND: { httpStatus: 404, message: 'There is no such till.' },
  TELLER_HAS_TILL: { httpStatus: 409, message: 'The teller has an active till; deactivate it first.' },
  TELLER_INACTIVE: { httpStatus: 422, message: 'The teller is not an active member of staff; choose another one.' },
  TILL_NOT_EMPTY: { httpStatus: 422, message: 'The till holds cash; move it to the vault first.' },
});
