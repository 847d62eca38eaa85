import { defineErrors } from '../../common/errors/app-error';

/** Refusals about the status of an account. */
export const statusErrors = defineErrors({
  STATUS_CHANGE_NOT_ALLOWED: {
    httpStatus: 409,
    message: 'The status of the account does not allow this change; read the account first.',
  },
  STATUS_CHANGE_PENDING: {
    httpStatus: 409,
    message: 'A status change of this account waits for approval; have it approved or declined first.',
  },
});
