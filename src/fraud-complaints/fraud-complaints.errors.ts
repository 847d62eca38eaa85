import { defineErrors } from '../common/errors/app-error';

/** Errors of complaints about fraud. */
export const fraudComplaintsErrors = defineErrors({
  COMPLAINT_NOT_FOUND: { httpStatus: 404, message: 'There is no complaint with this id; list the complaints.' },
  COMPLAINT_EXISTS: { httpStatus: 409, message: 'The payment has a complaint already; work on that one.' },
  COMPLAINT_STATE: { httpStatus: 409, message: 'The state of the complaint does not allow this step; read it again.' },
  COMPLAINT_AMOUNT: { httpStatus: 422, message: 'The disputed amount is above the payment; name what is disputed.' },
  COMPLAINT_FOUR_EYES: {
    httpStatus: 422,
    message: 'Who concluded the complaint does not pay its refund or lift its lien; have somebody else do it.',
  },
  COMPLAINT_NO_LIEN: {
    httpStatus: 422,
    message: 'The complaint has no lien; refund the customer with another posting and register it.',
  },
  COMPLAINT_NOT_OWN: {
    httpStatus: 422,
    message: 'The money went to no customer account of this institution; ask the receiving institution instead.',
  },
  COMPLAINT_NOT_OUTWARD: {
    httpStatus: 422,
    message: 'The payment went to no other institution, so there is nobody to ask; protect the receiving account.',
  },
  COMPLAINT_REFUND: {
    httpStatus: 422,
    message: 'The refund must be later money of another payer to the customer who paid, of the decided amount.',
  },
});
