import { defineErrors } from '../common/errors/app-error';

/** Refusals about products. */
export const productsErrors = defineErrors({
  PRODUCT_NOT_FOUND: { httpStatus: 404, message: 'There is no product with this code.' },
  PRODUCT_INACTIVE: { httpStatus: 422, message: 'The product is not active; use an active product.' },
  PRODUCT_TYPE_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'A product of this type cannot be used here; choose one of the type that the operation needs.',
  },
  PRODUCT_CODE_TAKEN: {
    httpStatus: 409,
    message: 'The institution has a product with this code; choose another code.',
  },
  CONTROL_LEDGER_REQUIRED: {
    httpStatus: 422,
    message: 'controlLedgerCode is not the code of a control ledger; name a control ledger.',
  },
  PRODUCT_LEDGER_REFUSED: {
    httpStatus: 422,
    message: 'The ledger cannot be used for this purpose; use a ledger of the required category.',
  },
  PRODUCT_TERMS_REFUSED: {
    httpStatus: 422,
    message: 'The terms contradict each other or belong to another product type; correct them.',
  },
  PRODUCT_RATE_NOT_FOUND: { httpStatus: 404, message: 'The product has no rate with this id.' },
  PRODUCT_RATE_NAME_TAKEN: { httpStatus: 409, message: 'The product has a rate with this name; choose another name.' },
  PRODUCT_RATE_REFUSED: { httpStatus: 422, message: 'The fields of the rate contradict each other; correct them.' },
  PRODUCT_FEE_NOT_FOUND: { httpStatus: 404, message: 'The product has no fee with this id.' },
  PRODUCT_FEE_NAME_TAKEN: { httpStatus: 409, message: 'The product has a fee with this name; choose another name.' },
  PRODUCT_FEE_REFUSED: { httpStatus: 422, message: 'The fields of the fee contradict each other; correct them.' },
});
