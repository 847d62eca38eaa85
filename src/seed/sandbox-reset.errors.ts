import { defineErrors } from '../common/errors/app-error';

/** Errors of the sandbox's reset. */
export const sandboxResetErrors = defineErrors({
  SANDBOX_RESET_RUNNING: {
    httpStatus: 409,
    message: 'The sandbox is being reset or was reset just now; sign in again and look at its accounts.',
  },
});
