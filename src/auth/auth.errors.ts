import { defineErrors } from '../common/errors/app-error';

/** Error codes of authentication and API clients (docs/api/authentication.md#error-codes). */
export const authErrors = defineErrors({
  API_KEY_INACTIVE: { httpStatus: 401, message: 'API key inactive or not found' },
  SIGN_IN_REFUSED: { httpStatus: 401, message: 'E-mail address or password wrong, or sign-in locked for a while' },
  SECOND_FACTOR_CODE_REQUIRED: {
    httpStatus: 401,
    message: 'This member of staff has a second factor; sign in again with the code of the app in the field code.',
  },
  CONSOLE_NOT_CONFIGURED: {
    httpStatus: 503,
    message: 'The console is not set up on this server: set CONSOLE_ORIGIN to its address, or sign in with POST login.',
  },
  OIDC_NOT_CONFIGURED: {
    httpStatus: 404,
    message: 'This server has no single sign-on; sign in with your password or a passkey.',
  },
  OIDC_NOT_REACHABLE: {
    httpStatus: 503,
    message: 'The provider of single sign-on does not answer; try again, or sign in with your password.',
  },
  OIDC_REFUSED: {
    httpStatus: 401,
    message: 'The provider’s answer was not accepted, or it has expired; begin again, or sign in with your password.',
  },
  PASSKEY_REFUSED: {
    httpStatus: 401,
    message: 'The passkey was not accepted, or its request has expired; begin again, or sign in with your password.',
  },
  PASSKEY_NOT_FOUND: { httpStatus: 404, message: 'You have no such passkey; list your passkeys.' },
  PASSKEY_KNOWN: { httpStatus: 409, message: 'This passkey is added already; choose another device.' },
  PASSKEY_NOT_ACCEPTED: {
    httpStatus: 422,
    message: 'The passkey was not made for this request, or the request has expired; begin again.',
  },
  TOO_MANY_PASSKEYS: { httpStatus: 422, message: 'You have ten passkeys; remove one before you add another.' },
  ONE_TIME_CODE_REFUSED: {
    httpStatus: 401,
    message: 'E-mail address or code wrong, or the code is used or has expired; ask for another code.',
  },
  TOO_MANY_ATTEMPTS: {
    httpStatus: 429,
    message: 'Too many attempts from this address; retry after the time in Retry-After.',
  },
  API_CLIENT_NOT_FOUND: { httpStatus: 404, message: 'The API client does not exist.' },
  PARENT_NOT_CORPORATE: {
    httpStatus: 422,
    message: 'The parent account does not belong to a corporate customer; name an account of a company.',
  },
  SESSION_NOT_FOUND: { httpStatus: 404, message: 'There is no such session, or it has ended; list the sessions.' },
  SECOND_FACTOR_ACTIVE: {
    httpStatus: 409,
    message: 'You have a second factor already; remove it before you set another one up.',
  },
  SECOND_FACTOR_NOT_BEGUN: {
    httpStatus: 409,
    message: 'No second factor waits to be confirmed; begin with POST me/second-factor.',
  },
  SECOND_FACTOR_NOT_SET_UP: { httpStatus: 409, message: 'You have no second factor; set one up first.' },
  SECOND_FACTOR_CODE_WRONG: {
    httpStatus: 422,
    message: 'The code is wrong, too old or used; send the code that the app shows now.',
  },
  SECOND_FACTOR_STILL_NEEDED: {
    httpStatus: 422,
    message: 'You hold permissions that need a second factor, so it cannot be removed; give up those roles first.',
  },
  STEP_UP_REFUSED: {
    httpStatus: 422,
    message: 'The code or password is wrong, or a code is needed; after five wrong ones in a row the session ends.',
  },
  CURRENT_PASSWORD_WRONG: {
    httpStatus: 422,
    message: 'The current password is wrong; send the password with which you sign in.',
  },
});
