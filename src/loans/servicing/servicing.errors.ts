import { defineErrors } from '../../common/errors/app-error';

/** Refusals about repayments and what else happens to running loans. */
export const servicingErrors = defineErrors({
  REPAYMENT_EXCEEDS_OUTSTANDING: {
    httpStatus: 422,
    message: 'The amount is above the outstanding of the loan; send at most that.',
  },
  PAYOFF_DIFFERS: {
    httpStatus: 422,
    message: 'A full settlement pays exactly the payoff; leave the amount out or send that.',
  },
  PREPAYMENT_TOO_SMALL: {
    httpStatus: 422,
    message: 'Nothing of the amount is left to repay principal ahead of time; send more, or use repayloan.',
  },
  PREPAYMENT_TOO_LARGE: {
    httpStatus: 422,
    message: 'The amount repays the whole principal; use the full settlement (paymentOption 0).',
  },
  SCHEDULE_NOT_REMADE: { httpStatus: 422, message: 'The schedule of this loan cannot be made anew this way.' },
  NO_SECURITY_DEPOSIT: { httpStatus: 422, message: 'No security deposit of the loan is held.' },
  NOTHING_DUE: { httpStatus: 422, message: 'Nothing of the loan is due.' },
  INSTALMENT_NOT_FOUND: { httpStatus: 404, message: 'The loan has no such instalment.' },
  COMPONENT_EXCEEDS_DUE: { httpStatus: 422, message: 'An amount is above what is owed of its component.' },
});
