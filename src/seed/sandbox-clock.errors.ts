import { defineErrors } from '../common/errors/app-error';

/** Errors of the sandbox's clock. */
export const sandboxClockErrors = defineErrors({
  CLOCK_NOT_FORWARD: {
    httpStatus: 422,
    message: 'A clock only moves forward; send a date after today in the institution.',
  },
  CLOCK_TOO_FAR: { httpStatus: 422, message: 'One call moves the clock by at most 731 days; move it in parts.' },
});
