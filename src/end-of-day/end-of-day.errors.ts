import { defineErrors } from '../common/errors/app-error';

/** Refusals around the end of the day and accounting periods. */
export const endOfDayErrors = defineErrors({
  NO_DAY_DUE: {
    httpStatus: 409,
    message: 'No day is due: the business date is that of the calendar, and every day before it is closed.',
  },
  END_OF_DAY_RUNNING: { httpStatus: 409, message: 'The end of a day is running; follow its progress.' },
  END_OF_DAY_NOT_FOUND: { httpStatus: 404, message: 'There is no end of day for this date.' },
  END_OF_DAY_NOT_COMPLETED: { httpStatus: 409, message: 'The end of this day has not come to its end; run it first.' },
  NO_OPEN_EXCEPTIONS: { httpStatus: 409, message: 'Nothing that failed on this day is left to be done.' },
  PERIOD_NOT_ENDED: { httpStatus: 422, message: 'The period has days whose end of day has not been completed.' },
  PERIOD_BEFORE_BOOKS: { httpStatus: 422, message: 'The period ended before the books of the institution begin.' },
  PERIOD_CLOSED: { httpStatus: 409, message: 'The period is closed.' },
  PERIOD_CLOSE_PENDING: { httpStatus: 409, message: 'The closing of this period is under way or waits for approval.' },
  PERIOD_OUT_OF_ORDER: { httpStatus: 409, message: 'Periods close in order; close the one before first.' },
  PERIOD_HAS_EXCEPTIONS: {
    httpStatus: 409,
    message: 'Days of the period have accounts that their end of day could not go through; run them again first.',
  },
  RETAINED_EARNINGS_LEDGER_MISSING: {
    httpStatus: 422,
    message: 'Set RETAINED_EARNINGS_LEDGER_CODE to an equity ledger that takes direct entries.',
  },
});
