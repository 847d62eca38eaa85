import { defineErrors } from '../common/errors/app-error';

/** Refusals about payouts that staff settle. */
export const payoutsErrors = defineErrors({
  PAYOUT_NOT_FOUND: { httpStatus: 404, message: 'There is no payment with this reference.' },
  PAYOUT_NOT_OPEN: {
    httpStatus: 409,
    message: 'Staff can confirm only payments that are Failed, ConfirmManually or disputed; read its state.',
  },
  PAYMENT_NOT_AT_PROVIDER: {
    httpStatus: 409,
    message: 'This payment goes through no provider, or no money has moved yet; there is nobody to ask.',
  },
  PAYOUT_ALREADY_CONFIRMING: {
    httpStatus: 409,
    message: 'A confirmation of this payment already waits for approval; approve or decline it first.',
  },
});
