import { defineErrors } from '../common/errors/app-error';

/** Errors of the books as of a past day. */
export const booksErrors = defineErrors({
  DATE_NOT_REACHED: {
    httpStatus: 422,
    message: 'The books have not reached that date; choose the business date or an earlier one.',
  },
});
