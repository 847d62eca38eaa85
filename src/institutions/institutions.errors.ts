import { defineErrors } from '../common/errors/app-error';

/** Error codes of branches, staff, roles and configuration (docs/api/institutions.md#error-codes). */
export const institutionsErrors = defineErrors({
  VIEW_NOT_FOUND: { httpStatus: 404, message: 'There is no such view of yours, and no shared one.' },
  TOO_MANY_VIEWS: { httpStatus: 422, message: 'You have 100 views; remove one that you do not need.' },
  BRANCH_NOT_FOUND: { httpStatus: 404, message: 'The branch does not exist.' },
  BRANCH_INACTIVE: { httpStatus: 422, message: 'The branch is not active; name an active one.' },
  BRANCH_CODE_TAKEN: { httpStatus: 409, message: 'Another branch has this code; choose another code.' },
  ACCOUNT_OFFICER_NOT_FOUND: { httpStatus: 404, message: 'The account officer does not exist.' },
  ACCOUNT_OFFICER_INACTIVE: {
    httpStatus: 422,
    message: 'The account officer is not active; name an active member of staff.',
  },
  STAFF_NOT_FOUND: { httpStatus: 404, message: 'The member of staff does not exist.' },
  STAFF_ID_TAKEN: { httpStatus: 409, message: 'Another member of staff has this id; choose another id.' },
  STAFF_EMAIL_TAKEN: {
    httpStatus: 409,
    message: 'This e-mail address belongs to another member of staff; choose another address.',
  },
  OWN_STAFF_RECORD: {
    httpStatus: 403,
    message: 'You cannot change your own status, roles or password here; ask another member of staff.',
  },
  OWN_ROLE: {
    httpStatus: 403,
    message: 'You cannot change the permissions of a role that you hold; ask a member of staff who does not hold it.',
  },
  PASSWORD_REFUSED: {
    httpStatus: 422,
    message: 'The password is easily guessed; choose another one, for example several random words.',
  },
  ROLE_NOT_FOUND: { httpStatus: 404, message: 'The role does not exist.' },
  ROLE_NAME_TAKEN: { httpStatus: 409, message: 'Another role has this name; choose another name.' },
  CHANGE_OUTDATED: {
    httpStatus: 409,
    message: 'Somebody has changed this since the change was asked for; decline it and ask anew.',
  },
  RECOVERY_NOT_NEEDED: {
    httpStatus: 409,
    message: 'Two active members of staff can decide changes of staff; one of them asks and the other approves.',
  },
  UNKNOWN_PERMISSION: {
    httpStatus: 422,
    message: 'The permission does not exist; take one from the list of permissions.',
  },
  UNKNOWN_CONFIGURATION_KEY: {
    httpStatus: 404,
    message: 'The configuration key does not exist; take one from the list of keys.',
  },
  GATEWAY_KEY_TAKEN: {
    httpStatus: 409,
    message: 'This gateway key cannot be used; agree on another key with the provider.',
  },
  CONFIGURATION_VALUE_REFUSED: {
    httpStatus: 422,
    message: 'The value does not fit the configuration key; send one of its type.',
  },
});
