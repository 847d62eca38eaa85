import { defineErrors } from '../common/errors/app-error';

/** Refusals about settlement reports and their lines. */
export const settlementErrors = defineErrors({
  SETTLEMENT_REPORT_UNREADABLE: {
    httpStatus: 422,
    message:
      'The file is not a CSV file with the columns that SETTLEMENT_REPORT_COLUMNS names for the provider; correct the ' +
      'file or the key.',
  },
  SETTLEMENT_REPORT_REFUSED: {
    httpStatus: 422,
    message: 'Lines of the report are wrong, so nothing of it was loaded; correct the lines or the mapping of columns.',
  },
  SETTLEMENT_PERIOD_TOO_LONG: {
    httpStatus: 422,
    message: 'The period has at most seven days and does not end before it begins; ask for a shorter one.',
  },
  SETTLEMENT_REPORT_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no settlement report with this id; list the reports.',
  },
  SETTLEMENT_LINE_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no line of a settlement report with this id; list the lines of the report.',
  },
  SETTLEMENT_LINE_NO_EVIDENCE: {
    httpStatus: 409,
    message: 'Only a matched line of an outward transfer is evidence for a payment; name such a line.',
  },
});
