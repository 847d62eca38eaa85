import { defineErrors } from '../common/errors/app-error';

/** Error codes of authentication and API clients (docs/api/authentication.md#error-codes). */
export const authErrors = defineErrors({
  API_KEY_INACTIVE: { httpStatus: 401, message: 'API key inactive or not found' },
  SIGN_IN_REFUSED: { httpStatus: 401, message: 'E-mail address or password wrong, or sign-in locked for a while' },
  ONE_TIME_CODE_REFUSED: {
    httpStatus: 401,
    message: 'E-mail address or code wrong, or the code is used or has expired; ask for another code.',
  },
  TOO_MANY_ATTEMPTS: {
    httpStatus: 429,
    message: 'Too many attempts from this address; retry after the time in Retry-After.',
  },
  API_CLIENT_NOT_FOUND: { httpStatus: 404, message: 'The API client does not exist.' },
  PARENT_NOT_CORPORATE: { httpStatus: 422, message: 'The parent account does not belong to a corporate customer.' },
  CURRENT_PASSWORD_WRONG: { httpStatus: 422, message: 'The current password is wrong.' },
});
