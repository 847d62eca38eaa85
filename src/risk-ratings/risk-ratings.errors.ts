import { defineErrors } from '../common/errors/app-error';

/** Errors of risk ratings. */
export const riskRatingsErrors = defineErrors({
  RISK_NOT_RATED: {
    httpStatus: 409,
    message: 'The customer has no rating yet; set RISK_RATING_ENABLED, or wait for the next rating.',
  },
  RISK_OVERRIDE_STATE: { httpStatus: 409, message: 'No level waits for approval; read the rating again.' },
  RISK_FOUR_EYES: { httpStatus: 422, message: 'Who proposed the level does not approve it; have a colleague do it.' },
  RISK_UNTIL_PASSED: { httpStatus: 422, message: 'The last day of the override has passed; name a later one.' },
});
