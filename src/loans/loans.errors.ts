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
});
