import { defineErrors } from '../common/errors/app-error';

/** Refusals of branches, staff, roles and configuration. */
export const institutionsErrors = defineErrors({
  BRANCH_NOT_FOUND: { httpStatus: 404, message: 'There is no such branch.' },
  BRANCH_INACTIVE: { httpStatus: 422, message: 'The branch is not active.' },
  BRANCH_CODE_TAKEN: { httpStatus: 409, message: 'The institution has a branch with this code.' },
  ACCOUNT_OFFICER_NOT_FOUND: { httpStatus: 404, message: 'There is no such account officer.' },
  ACCOUNT_OFFICER_INACTIVE: { httpStatus: 422, message: 'The account officer is not active.' },
  STAFF_NOT_FOUND: { httpStatus: 404, message: 'There is no such member of staff.' },
  STAFF_ID_TAKEN: { httpStatus: 409, message: 'The institution has a member of staff with this id.' },
  STAFF_EMAIL_TAKEN: { httpStatus: 409, message: 'This e-mail address belongs to another member of staff.' },
  OWN_STAFF_RECORD: {
    httpStatus: 403,
    message: 'Nobody changes their own status, roles or password here; ask a colleague.',
  },
  OWN_ROLE: {
    httpStatus: 403,
    message: 'Nobody changes what a role of their own permits; ask a colleague who does not hold it.',
  },
  ROLE_NOT_FOUND: { httpStatus: 404, message: 'There is no such role.' },
  ROLE_NAME_TAKEN: { httpStatus: 409, message: 'The institution has a role with this name.' },
  UNKNOWN_PERMISSION: { httpStatus: 422, message: 'There is no such permission.' },
  UNKNOWN_CONFIGURATION_KEY: { httpStatus: 404, message: 'There is no such configuration key.' },
  GATEWAY_KEY_TAKEN: {
    httpStatus: 409,
    message: 'This gateway key cannot be used; agree on another one with the provider.',
  },
  CONFIGURATION_VALUE_REFUSED: { httpStatus: 422, message: 'The value does not fit the configuration key.' },
});
