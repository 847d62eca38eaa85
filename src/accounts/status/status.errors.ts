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
  FREEZE_NOT_FOUND: {
    httpStatus: 404,
    message: 'No freeze with this id stands on the account; read its status changes for those that do.',
  },
  FREEZE_NOT_NAMED: {
    httpStatus: 409,
    // Clients read it too, and need not know who ordered a freeze.
    message: 'The freeze to end must be named here; have staff of the institution ask for it by its `freezeID`.',
  },
});
