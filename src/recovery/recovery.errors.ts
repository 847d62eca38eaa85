import { defineErrors } from '../common/errors/app-error';

/** Errors of the recovery partner's webhooks. */
export const recoveryErrors = defineErrors({
  INSTITUTION_CODE_MISMATCH: {
    httpStatus: 422,
    message: 'The institutionCode does not belong to the institution in the path; correct the code or the path.',
  },
  RECOVERY_AMOUNTS_MISMATCH: {
    httpStatus: 422,
    message: 'debitedAmount is not settlementAmount + recoveryFee; correct the amounts.',
  },
  RECOVERY_LEDGERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message:
      'The ledgers for the recovery partner are not configured; nothing was posted. Send the notice again later.',
  },
});
