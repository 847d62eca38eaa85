import { defineErrors } from './app-error';

/** Failures any route can have (design §3, Responses). */
export const commonErrors = defineErrors({
  VALIDATION_FAILED: { httpStatus: 400, message: 'The request is malformed; data.errors names each field.' },
  UNAUTHORIZED: { httpStatus: 401, message: 'Unauthorized' },
  INVALID_API_TOKEN_CLAIMS: { httpStatus: 401, message: 'Invalid API token claims' },
  PERMISSION_DENIED: { httpStatus: 403, message: 'You do not have the permission this operation needs.' },
  NOT_FOUND: { httpStatus: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { httpStatus: 405, message: 'This method is not allowed here.' },
  DUPLICATE_REFERENCE: { httpStatus: 409, message: 'The reference was used before for another request; send a new one.' },
  REQUEST_IN_PROGRESS: { httpStatus: 409, message: 'A request with this reference is in progress; query its outcome before sending it again.' },
  PAYLOAD_TOO_LARGE: { httpStatus: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415, message: 'Send the body as application/json.' },
  INTERNAL_ERROR: { httpStatus: 500, message: 'The request failed on our side; query its outcome before sending it again.' },
  SERVICE_UNAVAILABLE: { httpStatus: 503, message: 'The service is busy or its database is away; query the outcome, then try again.' },
});
