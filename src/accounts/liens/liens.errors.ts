import { defineErrors } from '../../common/errors/app-error';

/** Refusals about liens. */
export const liensErrors = defineErrors({
  LIEN_NOT_FOUND: { httpStatus: 404, message: 'There is no lien with this referenceNumber.' },
  LIEN_NOT_ACTIVE: { httpStatus: 409, message: 'The lien has ended; place a new one.' },
  LIEN_EXPIRY_PASSED: {
    httpStatus: 422,
    message: 'The expiry date has passed; send the business date or a later one.',
  },
});
