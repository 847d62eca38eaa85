import { defineErrors } from '../common/errors/app-error';

/** Refusals about products. */
export const productsErrors = defineErrors({
  PRODUCT_NOT_FOUND: { httpStatus: 404, message: 'There is no such product.' },
  PRODUCT_INACTIVE: { httpStatus: 422, message: 'The product is not active.' },
  PRODUCT_TYPE_NOT_ALLOWED: { httpStatus: 422, message: 'A product of this type cannot be used here.' },
  PRODUCT_CODE_TAKEN: { httpStatus: 409, message: 'The institution has a product with this code.' },
  CONTROL_LEDGER_REQUIRED: { httpStatus: 422, message: 'The accounts of a product add up to a control ledger; this ledger is not one.' },
});
