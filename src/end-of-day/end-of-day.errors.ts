import { defineErrors } from '../common/errors/app-error';

/** Errors of the end of day and of accounting periods. */
export const endOfDayErrors = defineErrors({
  NO_DAY_DUE: {
    httpStatus: 409,
    message: 'No business date is due: it is today already, and every day before it is closed.',
  },
  END_OF_DAY_RUNNING: { httpStatus: 409, message: 'An end of day is running already; wait for it to complete.' },
  END_OF_DAY_BLOCKED: {
    httpStatus: 409,
    message: 'The business date must not end yet; complete what keeps it first.',
  },
  END_OF_DAY_NOT_FOUND: { httpStatus: 404, message: 'There is no end of day for this date.' },
  END_OF_DAY_NOT_COMPLETED: { httpStatus: 409, message: 'This day is not closed yet; run the end of day first.' },
  NO_OPEN_EXCEPTIONS: { httpStatus: 409, message: 'This day has no open exceptions.' },
  PERIOD_NOT_ENDED: {
    httpStatus: 422,
    message: 'The period has days that are not closed yet; complete their end of day first.',
  },
  PERIOD_BEFORE_BOOKS: {
    httpStatus: 422,
    message: 'The period ended before the books of the institution begin; choose a later period.',
  },
  PERIOD_CLOSED: { httpStatus: 409, message: 'The period is closed.' },
  PERIOD_CLOSE_PENDING: { httpStatus: 409, message: 'The closing of this period is running or waits for approval.' },
  PERIOD_OUT_OF_ORDER: { httpStatus: 409, message: 'Periods close in order; close the previous period first.' },
  PERIOD_HAS_EXCEPTIONS: {
    httpStatus: 409,
    message: 'Days of the period have open exceptions; rerun them first.',
  },
  RETAINED_EARNINGS_LEDGER_MISSING: {
    httpStatus: 422,
    message: 'Set RETAINED_EARNINGS_LEDGER_CODE to an equity ledger that takes direct entries.',
  },
});
