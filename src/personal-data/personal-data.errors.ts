import { defineErrors } from '../common/errors/app-error';

/** Refusals about legal holds. */
export const personalDataErrors = defineErrors({
  LEGAL_HOLD_NOT_FOUND: { httpStatus: 404, message: 'The customer has no legal hold.' },
  LEGAL_HOLD_EXISTS: {
    httpStatus: 409,
    message: 'The customer has a legal hold already; have it removed before you place another one.',
  },
  LEGAL_HOLD_ENDED: {
    httpStatus: 422,
    message: 'until is before the business date; send a later date, or leave it out.',
  },
});
