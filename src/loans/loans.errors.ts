import { defineErrors } from '../common/errors/app-error';

/** Refusals about loans. */
export const loansErrors = defineErrors({
  LOAN_NOT_FOUND: { httpStatus: 404, message: 'There is no such loan.' },
  LOAN_NOT_RESTRUCTURED: { httpStatus: 404, message: 'The loan was never restructured.' },
  GROUP_LOAN_NOT_FOUND: { httpStatus: 404, message: 'There is no such group loan.' },
  GROUP_LOAN_PARTICIPANT_REPEATED: { httpStatus: 422, message: 'A customer takes part in a group loan once.' },
  LOAN_STATUS_REFUSED: { httpStatus: 409, message: 'The loan is not in a status that allows this.' },
  LOAN_PENDING_APPROVAL: { httpStatus: 409, message: 'The loan waits for approval; wait for the decision.' },
  LOAN_APPROVAL_SUPERSEDED: {
    httpStatus: 409,
    message: 'The loan changed since this approval was asked for; decline it.',
  },
  LOAN_IN_GROUP: { httpStatus: 409, message: 'The loan belongs to a group loan, which this must be asked of.' },
  LOAN_CUSTOMER_MISMATCH: { httpStatus: 422, message: 'The linked account does not belong to this customer.' },
  LOAN_TERMS_REFUSED: { httpStatus: 422, message: 'The terms do not fit the product or make no schedule.' },
  LOAN_GUARANTOR_REFUSED: { httpStatus: 422, message: 'Guarantors must be other customers of the institution.' },
  LOAN_LEDGER_REFUSED: { httpStatus: 422, message: 'The proceeds cannot go to this ledger.' },
  SECURITY_DEPOSIT_MISSING: { httpStatus: 422, message: 'The linked account does not have the security deposit.' },
  LOAN_CHARGES_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The institution has no ledger for VAT on loan fees; ask it to configure VAT_LEDGER_CODE.',
  },
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
