import { defineErrors } from '../common/errors/app-error';

/** Refusals of maker–checker decisions. */
export const approvalsErrors = defineErrors({
  APPROVAL_NOT_FOUND: { httpStatus: 404, message: 'There is no such approval.' },
  APPROVAL_POLICY_NOT_FOUND: { httpStatus: 404, message: 'There is no such approval policy.' },
  MAKER_CANNOT_APPROVE: { httpStatus: 403, message: 'You asked for this yourself; somebody else must decide it.' },
  APPROVAL_ALREADY_DECIDED: { httpStatus: 409, message: 'This has been decided; a decision is final.' },
  APPROVAL_DECISION_REPEATED: {
    httpStatus: 409,
    message: 'You have given your decision; another member of staff must give theirs.',
  },
  UNKNOWN_OPERATION: { httpStatus: 422, message: 'No operation with this name can be put under a policy.' },
});
