import { defineErrors } from '../common/errors/app-error';

/** Errors of the recovery partner's webhooks. */
export const recoveryErrors = defineErrors({
  INSTITUTION_CODE_MISMATCH: {
    httpStatus: 422,
    message: 'The institutionCode does not belong to the institution in the path.',
  },
  RECOVERY_AMOUNTS_MISMATCH: { httpStatus: 422, message: 'debitedAmount must equal settlementAmount + recoveryFee.' },
  RECOVERY_LEDGERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message:
      'The ledgers for the recovery partner are not configured; nothing was posted. Send the notice again later.',
  },
});
