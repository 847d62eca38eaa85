import { defineErrors } from '../common/errors/app-error';

/** Errors of reports to the NFIU. */
export const nfiuReportsErrors = defineErrors({
  NFIU_REPORT_NOT_FOUND: { httpStatus: 404, message: 'There is no report with this id; list the reports.' },
  NFIU_REPORT_STATE: { httpStatus: 409, message: 'The state of the report does not allow this step; read it again.' },
  NFIU_REPORT_INCOMPLETE: {
    httpStatus: 422,
    message: 'The report lacks data or has values that do not fit; correct what its findings name and check it again.',
  },
  NFIU_REPORT_FOUR_EYES: {
    httpStatus: 422,
    message: 'Who prepared, changed or checked the report does not approve it; have a colleague do it.',
  },
  NFIU_SUSPICION_LATER: {
    httpStatus: 422,
    message: 'The suspicion cannot be later than now; send the time at which it came up.',
  },
  NFIU_RECEIPT_TAKEN: {
    httpStatus: 409,
    message: 'Another report was filed with this receipt; take the receipt of this report from the portal.',
  },
  NFIU_REPORT_EMPTY: {
    httpStatus: 422,
    message: 'The report names no transaction; a CTR or an STR needs one, a report about activity is a SAR.',
  },
});
