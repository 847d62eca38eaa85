import { defineErrors } from '../common/errors/app-error';

/** Errors of transfers beside those of the posting engine. */
export const transfersErrors = defineErrors({
  TRANSFER_NOT_FOUND: { httpStatus: 404, message: 'There is no transfer with this reference.' },
  CHARGES_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The ledger for fees, VAT or stamp duty on transfers is not configured; ask the institution to set it.',
  },
  FEE_TOO_HIGH: { httpStatus: 422, message: 'The fee is above the largest fee for this amount; charge less.' },
  BENEFICIARY_NOT_FOUND: { httpStatus: 404, message: 'The destination institution has no such account.' },
  UNKNOWN_DESTINATION_INSTITUTION: {
    httpStatus: 422,
    message:
      'No institution with this destinationInstitutionCode can receive transfers; use a code from the list of banks.',
  },
  OWN_INSTITUTION: {
    httpStatus: 422,
    message: 'The beneficiary account is at your own institution; use localfundtransfer or fundstransfer.',
  },
  NAME_ENQUIRY_REFUSED: {
    httpStatus: 422,
    message: 'The destination institution refused the name enquiry; check the account number and the institution.',
  },
  NAME_ENQUIRY_NOT_FOUND: {
    httpStatus: 422,
    message: 'There is no name enquiry with this nameEnquiryRef; make one first.',
  },
  NAME_ENQUIRY_EXPIRED: { httpStatus: 422, message: 'The name enquiry is older than 24 hours; make a new one.' },
  NAME_ENQUIRY_MISMATCH: {
    httpStatus: 422,
    message: 'The name enquiry was for another beneficiary account or institution; make one for this beneficiary.',
  },
  BENEFICIARY_NAME_MISMATCH: {
    httpStatus: 422,
    message: 'beneficiaryAccountName differs from the accountName of the name enquiry; send that name.',
  },
  TRANSFER_REVERSED: { httpStatus: 422, message: 'The transfer failed and the money was returned to the account.' },
  TRANSFER_FAILED: {
    httpStatus: 422,
    message: 'The transfer failed; isReversed shows whether the money was returned. Staff are reviewing it.',
  },
  BULK_TRANSFER_NOT_FOUND: { httpStatus: 404, message: 'There is no bulk transfer with this reference.' },
  BULK_TOTALS_MISMATCH: {
    httpStatus: 422,
    message: 'rowCount or totalAmount differs from the rows; nothing was done. Check the file.',
  },
  BULK_ROWS_REFUSED: {
    httpStatus: 422,
    message: 'Rows of the file cannot be paid; nothing was done. Correct the rows in errors.',
  },
  BULK_ROW_NOT_LOCAL: {
    httpStatus: 422,
    message:
      'A row names an account at another institution, which only the account of a customer can pay; nothing was done. ' +
      'Send such rows in a file that debits an account.',
  },
  BULK_TRANSFERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The ledger of bulk transfers is not configured; ask the institution to set BULK_TRANSFER_LEDGER_CODE.',
  },
  INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The ledgers of inward transfers are not configured; nothing was posted. Send the transfer again later.',
  },
  INWARD_TRANSFER_NOT_FOUND: { httpStatus: 404, message: 'There is no inward transfer with this session id.' },
  INWARD_TRANSFER_NOT_IN_SUSPENSE: {
    httpStatus: 409,
    message: 'The inward transfer is not in suspense; only money in suspense can be credited or returned.',
  },
  INWARD_SETTLEMENT_WAITS: {
    httpStatus: 409,
    message: 'A settlement of this inward transfer waits for approval; decide that one first.',
  },
});
