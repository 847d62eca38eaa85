import { defineErrors } from '../common/errors/app-error';

/** Errors of alerts and cases. */
export const casesErrors = defineErrors({
  ALERT_NOT_FOUND: { httpStatus: 404, message: 'There is no alert with this id; list the alerts.' },
  ALERT_STATE: { httpStatus: 409, message: 'The alert belongs to a case or is closed; read it again.' },
  ALERTS_DIFFER: {
    httpStatus: 422,
    message: 'Only alerts of one source and version are closed together; choose those of one.',
  },
  ALERT_OF_HOLD: {
    httpStatus: 422,
    message: 'The alert of a held movement is not closed with others; make it a case and decide the hold.',
  },
  ALERT_WITHOUT_CUSTOMER: {
    httpStatus: 422,
    message: 'The alert is about a ledger of the institution, which has no customer; close it instead.',
  },
  CASE_NOT_FOUND: { httpStatus: 404, message: 'There is no case with this id; list the cases.' },
  CASE_STATE: { httpStatus: 409, message: 'The state of the case does not allow this step; read it again.' },
  CASE_OPEN_ALREADY: { httpStatus: 409, message: 'The customer has a case that is not closed; work on that one.' },
  CASE_FOUR_EYES: {
    httpStatus: 422,
    message: 'You proposed the decision of this case; another member of staff must close it.',
  },
  CASE_OWNER_REFUSED: {
    httpStatus: 422,
    message: 'The member of staff cannot work on cases; name somebody active who may work on or close them.',
  },
  CASE_REPORT_MISSING: {
    httpStatus: 422,
    message:
      'The outcome str-filed needs a report of this case that is filed; file it first, or choose another outcome.',
  },
  CASE_LINK_REFUSED: { httpStatus: 422, message: 'A case cannot be linked with itself; name another one.' },
  REVIEW_FOUR_EYES: {
    httpStatus: 422,
    message: 'You took part in this decision; another member of staff must look a second time.',
  },
  REVIEW_NOT_ASKED: {
    httpStatus: 409,
    message: 'Nobody has to look at this a second time; ToReview lists what waits.',
  },
});
