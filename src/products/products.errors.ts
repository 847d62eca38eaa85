import { defineErrors } from '../common/errors/app-error';

/** Refusals about products. */
export const productsErrors = defineErrors({
  PRODUCT_NOT_FOUND: { httpStatus: 404, message: 'There is no such product.' },
  PRODUCT_INACTIVE: { httpStatus: 422, message: 'The product is not active.' },
  PRODUCT_TYPE_NOT_ALLOWED: { httpStatus: 422, message: 'A product of this type cannot be used here.' },
  PRODUCT_CODE_TAKEN: { httpStatus: 409, message: 'The institution has a product with this code.' },
  CONTROL_LEDGER_REQUIRED: {
    httpStatus: 422,
    message: 'The accounts of a product add up to a control ledger; this ledger is not one.',
  },
  PRODUCT_LEDGER_REFUSED: { httpStatus: 422, message: 'The ledger cannot play this part in the books of a product.' },
  PRODUCT_TERMS_REFUSED: { httpStatus: 422, message: 'The terms do not fit the product or contradict themselves.' },
  PRODUCT_RATE_NOT_FOUND: { httpStatus: 404, message: 'The product has no such rate.' },
  PRODUCT_RATE_NAME_TAKEN: { httpStatus: 409, message: 'The product has a rate with this name.' },
  PRODUCT_RATE_REFUSED: { httpStatus: 422, message: 'The rate contradicts itself.' },
  PRODUCT_FEE_NOT_FOUND: { httpStatus: 404, message: 'The product has no such fee.' },
  PRODUCT_FEE_NAME_TAKEN: { httpStatus: 409, message: 'The product has a fee with this name.' },
  PRODUCT_FEE_REFUSED: { httpStatus: 422, message: 'The fee contradicts itself.' },
});
