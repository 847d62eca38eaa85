import { defineErrors } from '../common/errors/app-error';

/** Refusals of the system's own records. */
export const adminErrors = defineErrors({
  DEAD_LETTER_NOT_FOUND: { httpStatus: 404, message: 'There is no dead work with this id.' },
});
