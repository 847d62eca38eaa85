import { defineErrors } from '../common/errors/app-error';

/** Refusals about payouts that staff settle. */
export const payoutsErrors = defineErrors({
  PAYOUT_NOT_FOUND: { httpStatus: 404, message: 'There is no payment with this reference.' },
  PAYOUT_NOT_OPEN: {
    httpStatus: 409,
    message: 'Only what failed or waits for manual confirmation can be settled by staff.',
  },
  PAYOUT_ALREADY_CONFIRMING: {
    httpStatus: 409,
    message: 'Another member of staff has settled this already and it waits for approval.',
  },
});
