import { defineErrors } from '../common/errors/app-error';

/** Refusals of what the recovery partner tells and asks. */
export const recoveryErrors = defineErrors({
  INSTITUTION_CODE_MISMATCH: {
    httpStatus: 422,
    message: 'The institutionCode is not that of the institution in the path.',
  },
  RECOVERY_AMOUNTS_MISMATCH: { httpStatus: 422, message: 'debitedAmount must be settlementAmount + recoveryFee.' },
  RECOVERY_LEDGERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message:
      'The institution has not configured the ledgers of its recovery partner; nothing was posted. Send it again later.',
  },
});
