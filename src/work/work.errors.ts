import { defineErrors } from '../common/errors/app-error';

/** Error codes of the work of staff (docs/api/staff-work.md#error-codes). */
export const workErrors = defineErrors({
  TOO_MANY_STREAMS: {
    httpStatus: 429,
    message: 'You have four open streams of events already; close a page of the console, or share one stream.',
  },
});
