import { defineErrors } from '../common/errors/app-error';

/** Refusals of transfers beyond the posting engine's. */
export const transfersErrors = defineErrors({
  TRANSFER_NOT_FOUND: { httpStatus: 404, message: 'There is no transfer with this reference.' },
  CHARGES_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The institution charges fees, VAT or stamp duty on transfers but has not configured the ledger for it.',
  },
  BENEFICIARY_NOT_FOUND: { httpStatus: 404, message: 'The destination institution has no such account.' },
  UNKNOWN_DESTINATION_INSTITUTION: {
    httpStatus: 422,
    message: 'destinationInstitutionCode names no institution that can receive transfers; take one from banks.',
  },
  OWN_INSTITUTION: {
    httpStatus: 422,
    message: 'The beneficiary is a customer of your own institution; use localfundtransfer or fundstransfer.',
  },
  NAME_ENQUIRY_REFUSED: { httpStatus: 422, message: 'The destination institution refused the name enquiry.' },
  NAME_ENQUIRY_NOT_FOUND: { httpStatus: 422, message: 'nameEnquiryRef names no name enquiry; make one first.' },
  NAME_ENQUIRY_EXPIRED: { httpStatus: 422, message: 'The name enquiry is older than 24 hours; make a new one.' },
  NAME_ENQUIRY_MISMATCH: {
    httpStatus: 422,
    message: 'The name enquiry was for another beneficiary account or institution; make one for this beneficiary.',
  },
  BENEFICIARY_NAME_MISMATCH: {
    httpStatus: 422,
    message: 'beneficiaryAccountName differs from the name that the name enquiry gave.',
  },
  TRANSFER_REVERSED: { httpStatus: 422, message: 'The transfer failed and its money is back on the account.' },
  TRANSFER_FAILED: { httpStatus: 422, message: 'The transfer failed; see isReversed. Staff look into it.' },
});
