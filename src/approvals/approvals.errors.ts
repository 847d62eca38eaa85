import { defineErrors } from '../common/errors/app-error';

/** Errors of maker–checker decisions and policies. */
export const approvalsErrors = defineErrors({
  APPROVAL_NOT_FOUND: { httpStatus: 404, message: 'There is no approval with this id; list the approvals.' },
  APPROVAL_POLICY_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no approval policy with this id; list the policies.',
  },
  MAKER_CANNOT_APPROVE: {
    httpStatus: 403,
    message: 'You requested this yourself; another member of staff must decide it.',
  },
  BENEFICIARY_CANNOT_APPROVE: {
    httpStatus: 403,
    message: 'This change is about you or gives you permissions; another member of staff must approve it.',
  },
  MAKER_WOULD_GAIN: {
    httpStatus: 409,
    message: 'The member of staff who asked for this change would by now gain permissions by it; decline it.',
  },
  APPROVAL_ALREADY_DECIDED: {
    httpStatus: 409,
    message: 'This approval is already decided, and a decision is final; read the approval.',
  },
  APPROVAL_DECISION_REPEATED: {
    httpStatus: 409,
    message: 'You have already decided; another member of staff must decide next.',
  },
  ONLY_MAKER_WITHDRAWS: {
    httpStatus: 403,
    message: 'Only who asked for this change may withdraw it; decline it instead.',
  },
  WITHDRAWAL_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'Only a change of rights or configuration can be withdrawn; have this one declined instead.',
  },
  ASSIGNEE_CANNOT_DECIDE: {
    httpStatus: 422,
    message: 'This member of staff may not decide this approval; assign it to somebody who may.',
  },
  BULK_AMOUNT_EXCEEDED: {
    httpStatus: 422,
    message: 'The amount is too large to be decided in bulk; open this approval and decide it by itself.',
  },
  BULK_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'A change of rights or configuration is not approved in bulk; open this approval and decide it by itself.',
  },
  MAKER_INACTIVE: {
    httpStatus: 409,
    message: 'Who asked for this is no longer active; decline it, or reactivate the client or member of staff first.',
  },
  UNKNOWN_OPERATION: {
    httpStatus: 422,
    message: 'No operation with this name can be put under a policy; use one of those that the message lists.',
  },
});
