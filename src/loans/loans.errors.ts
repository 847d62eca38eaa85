import { overdraftsErrors } from '../accounts/overdrafts/overdrafts.errors';
import { defineErrors } from '../common/errors/app-error';

/** Error codes of loans, group loans and repayments (docs/api/loans.md#error-codes). */
export const loansErrors = defineErrors({
  LOAN_NOT_FOUND: { httpStatus: 404, message: 'There is no such loan; check the loan account number or id.' },
  LOAN_NOT_RESTRUCTURED: { httpStatus: 404, message: 'The loan has not been restructured; leave isRestructure out.' },
  GROUP_LOAN_NOT_FOUND: { httpStatus: 404, message: 'There is no such group loan; check the id.' },
  GROUP_LOAN_PARTICIPANT_REPEATED: {
    httpStatus: 422,
    message: 'A customer can take part in a group loan only once; name each participant once.',
  },
  LOAN_STATUS_REFUSED: { httpStatus: 409, message: 'The status of the loan does not allow this; read the loan.' },
  LOAN_PENDING_APPROVAL: { httpStatus: 409, message: 'The loan is waiting for approval; wait for the decision.' },
  LOAN_APPROVAL_SUPERSEDED: {
    httpStatus: 409,
    message: 'The loan has changed since this approval was requested; decline it.',
  },
  LOAN_IN_GROUP: {
    httpStatus: 409,
    message: 'This loan is part of a group loan; send the request for the group loan.',
  },
  LOAN_CUSTOMER_MISMATCH: {
    httpStatus: 422,
    message: 'The account does not belong to the customer of the loan; name one of that customer.',
  },
  COLLECTIONS_LEDGER_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'No loan is repaid from this ledger; name one on which repayments are collected.',
  },
  LOAN_TERMS_REFUSED: {
    httpStatus: 422,
    message: 'The terms do not fit the product, or no schedule can be made from them; correct what the message names.',
  },
  LOAN_GUARANTOR_REFUSED: {
    httpStatus: 422,
    message: 'Guarantors must be other customers of the institution; name only such ids.',
  },
  LOAN_LEDGER_REFUSED: {
    httpStatus: 422,
    message: 'The proceeds cannot be paid out to this ledger; name one that the product allows.',
  },
  SECURITY_DEPOSIT_MISSING: {
    httpStatus: 422,
    message: 'The linked account does not hold enough for the security deposit; pay money in first.',
  },
  CREDIT_LIMIT_EXCEEDED: overdraftsErrors.CREDIT_LIMIT_EXCEEDED,
  PROVISION_LEDGERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message:
      'The ledgers of provisions are not configured; the institution must set LOAN_ALLOWANCE_LEDGER_CODE and ' +
      'LOAN_IMPAIRMENT_LEDGER_CODE, under IFRS 9 also REGULATORY_RISK_RESERVE_LEDGER_CODE.',
  },
  IMPAIRMENT_TABLES_MISSING: {
    httpStatus: 503,
    message: 'No tables of expected loss hold on the date; the institution must set LOAN_IMPAIRMENT_TABLES.',
  },
  LOAN_CHARGES_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'No ledger is configured for VAT on loan fees; the institution must set VAT_LEDGER_CODE.',
  },
  REPAYMENT_EXCEEDS_OUTSTANDING: {
    httpStatus: 422,
    message: 'The amount exceeds the outstanding balance of the loan; send the payoff, or at most that balance.',
  },
  UNCLAIMED_FUNDS_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The linked account is closed; the institution must set UNCLAIMED_FUNDS_LEDGER_CODE for the surplus.',
  },
  PAYOFF_DIFFERS: {
    httpStatus: 422,
    message: 'A full settlement must pay exactly the payoff; leave the amount out or send the payoff.',
  },
  PREPAYMENT_TOO_SMALL: {
    httpStatus: 422,
    message: 'The amount does not cover more than what is due today; send more, or use repayloan.',
  },
  PREPAYMENT_TOO_LARGE: {
    httpStatus: 422,
    message: 'The amount repays the whole principal; use a full settlement (paymentOption 0).',
  },
  SCHEDULE_NOT_REMADE: {
    httpStatus: 422,
    message:
      'The schedule of this loan cannot be recalculated this way; use another paymentOption, or settle the loan.',
  },
  NO_SECURITY_DEPOSIT: { httpStatus: 422, message: 'The loan has no security deposit; there is nothing to release.' },
  NOTHING_DUE: { httpStatus: 422, message: 'No amount of the loan is due; read its schedule.' },
  INSTALMENT_NOT_FOUND: { httpStatus: 404, message: 'The loan does not have this instalment; read its schedule.' },
  LOAN_EVENT_NOT_FOUND: {
    httpStatus: 404,
    message:
      'The loan does not have this event; list its events. Acts from before events were kept cannot be reversed.',
  },
  LOAN_EVENT_REVERSED: {
    httpStatus: 409,
    message: 'This act on the loan has already been reversed; read the events of the loan.',
  },
  LOAN_REVERSAL_STOPPED: {
    httpStatus: 422,
    message: 'A later act on the loan would no longer apply; reverse it first, or correct the loan by agreement.',
  },
  LOAN_HISTORY_NOT_PROVED: {
    httpStatus: 422,
    message:
      'The history of the loan since this act cannot be proved from its events, so it is not reversed; while the end of ' +
      'day runs, try again after it, else correct the loan by agreement.',
  },
  LOAN_SIMULATION_REFUSED: {
    httpStatus: 422,
    message: 'The simulation cannot be worked out; correct what the message names.',
  },
  LOAN_FEE_MISSING: {
    httpStatus: 422,
    message: 'The terms of the loan have no fee, so no fee can be charged; charge a penalty.',
  },
  WAIVER_EXCEEDS_DUE: { httpStatus: 422, message: 'More would be waived than is due; waive at most what is due.' },
  REFUND_EXCEEDS_PAID_AHEAD: {
    httpStatus: 422,
    message: 'More would be refunded than was paid ahead; refund at most that.',
  },
  REFUND_EXCEEDS_SURPLUS: {
    httpStatus: 422,
    message: 'More would be refunded than lies in unclaimed funds for the loan; refund at most that.',
  },
  LOAN_VALUE_DATE_REFUSED: {
    httpStatus: 422,
    message: 'This value date is not allowed; name a day before the business date and not before the disbursement.',
  },
  LOAN_PAYMENT_NOT_MOVABLE: {
    httpStatus: 422,
    message: 'Only a repayment that a ledger paid can be moved to another loan; reverse the act instead.',
  },
  COMPONENT_EXCEEDS_DUE: {
    httpStatus: 422,
    message: 'An amount exceeds what is owed of its component; send at most what is owed.',
  },
});
