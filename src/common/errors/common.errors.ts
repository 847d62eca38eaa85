import { defineErrors } from './app-error';

/** Errors that any route can have (`docs/api/conventions.md#errors`). */
export const commonErrors = defineErrors({
  VALIDATION_FAILED: { httpStatus: 400, message: 'The request is malformed; data.errors names each field.' },
  DRY_RUN_NOT_SUPPORTED: {
    httpStatus: 400,
    message:
      'This request cannot be a dry run, and nothing was done; send it without the header dry-run to execute it.',
  },
  UNAUTHORIZED: { httpStatus: 401, message: 'Unauthorized' },
  INVALID_API_TOKEN_CLAIMS: { httpStatus: 401, message: 'Invalid API token claims' },
  PERMISSION_DENIED: {
    httpStatus: 403,
    message: 'You do not have the permission this operation needs; ask for a role that has it.',
  },
  SECOND_FACTOR_REQUIRED: {
    httpStatus: 403,
    message: 'Your institution requires a second factor for this operation; set one up, or step up with a code.',
  },
  STEP_UP_REQUIRED: {
    httpStatus: 403,
    message: 'Prove again that it is you: send your code or password to me/step-up, then repeat the request.',
  },
  CONSOLE_REQUEST_REFUSED: {
    httpStatus: 403,
    message:
      'A request with the cookie of the console must come over TLS from a page of the console, with its headers.',
  },
  SCOPE_MISSING: {
    httpStatus: 403,
    message: 'The API client does not have the scope that this operation needs; ask the institution for it.',
  },
  ADDRESS_NOT_ALLOWED: {
    httpStatus: 403,
    message: 'The API client may not be used from this address; call from one that the institution has allowed.',
  },
  NOT_FOUND: { httpStatus: 404, message: 'There is no such address; check the path and its case.' },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    message: 'This address does not take this method; use one of those in the header Allow.',
  },
  CHANGED_MEANWHILE: {
    httpStatus: 409,
    message: 'Somebody has changed this record since you read it; read it again and repeat your change on it.',
  },
  DUPLICATE_REFERENCE: {
    httpStatus: 409,
    message: 'The reference was used before for another request; send a new one.',
  },
  REQUEST_IN_PROGRESS: {
    httpStatus: 409,
    message: 'A request with this reference is in progress; query its outcome before sending it again.',
  },
  REQUEST_TIMEOUT: { httpStatus: 408, message: 'The request took too long to arrive; send it again.' },
  PAYLOAD_TOO_LARGE: { httpStatus: 413, message: 'The body is too large; send less.' },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415, message: 'Send the body as application/json.' },
  EXPECTATION_FAILED: { httpStatus: 417, message: 'The header Expect may only be 100-continue; leave it out.' },
  TOO_MANY_REQUESTS: {
    httpStatus: 429,
    message: 'Too many requests; retry after the time in Retry-After.',
  },
  HEADERS_TOO_LARGE: { httpStatus: 431, message: 'The headers are too large; shorten them.' },
  EXPORT_TOO_LARGE: {
    httpStatus: 422,
    message: 'The file would have too many rows; choose a shorter period or another format.',
  },
  INTERNAL_ERROR: {
    httpStatus: 500,
    message: 'The request failed on our side; query its outcome before sending it again.',
  },
  SERVICE_UNAVAILABLE: {
    httpStatus: 503,
    message: 'The service is busy or its database is unavailable; query the outcome, then try again.',
  },
});
