import { defineErrors } from '../common/errors/app-error';

/** Refusals of transfers beyond the posting engine's. */
export const transfersErrors = defineErrors({
  TRANSFER_NOT_FOUND: { httpStatus: 404, message: 'There is no transfer with this reference.' },
  CHARGES_NOT_CONFIGURED: { httpStatus: 503, message: 'The institution charges VAT or stamp duty on transfers but has not configured the ledger for it.' },
});
