import { defineErrors } from '../common/errors/app-error';

/** Refusals about loans. */
export const loansErrors = defineErrors({
  LOAN_NOT_FOUND: { httpStatus: 404, message: 'There is no such loan.' },
  LOAN_STATUS_REFUSED: { httpStatus: 409, message: 'The loan is not in a status that allows this.' },
});
