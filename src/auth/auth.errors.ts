import { defineErrors } from '../common/errors/app-error';

/** Refusals of authentication and of the administration of API clients. */
export const authErrors = defineErrors({
  API_KEY_INACTIVE: { httpStatus: 401, message: 'API key inactive or not found' },
  SIGN_IN_REFUSED: { httpStatus: 401, message: 'E-mail address or password wrong, or sign-in locked for a while' },
  TOO_MANY_ATTEMPTS: {
    httpStatus: 429,
    message: 'Too many attempts from this address; wait as long as Retry-After says.',
  },
  API_CLIENT_NOT_FOUND: { httpStatus: 404, message: 'There is no such API client.' },
  PARENT_NOT_CORPORATE: { httpStatus: 422, message: 'The parent account does not belong to a corporate customer.' },
  CURRENT_PASSWORD_WRONG: { httpStatus: 422, message: 'The current password is wrong.' },
});
