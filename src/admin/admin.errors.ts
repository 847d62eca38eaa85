import { defineErrors } from '../common/errors/app-error';

/** Errors of dead letters. */
export const adminErrors = defineErrors({
  DEAD_LETTER_NOT_FOUND: { httpStatus: 404, message: 'There is no dead letter with this id.' },
});
