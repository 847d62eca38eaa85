import { defineErrors } from '../common/errors/app-error';

/** Errors of AML holds and rules. */
export const amlErrors = defineErrors({
  AML_HOLD_NOT_FOUND: { httpStatus: 404, message: 'There is no AML hold with this approvalId; list the holds.' },
  AML_HOLD_IS_REPEAT: {
    httpStatus: 409,
    message: 'The hold repeats another one and is decided with it; decide the hold in data.repeatOf.',
  },
  AML_HOLD_CHANGED: {
    httpStatus: 409,
    message: 'Other movements repeat the hold by now; read its repeats and decide again.',
  },
  AML_RELEASE_NOT_OPEN: {
    httpStatus: 409,
    message: 'Only a release that has not been used can be withdrawn; read the hold again.',
  },
  AML_RULE_NOT_FOUND: { httpStatus: 404, message: 'There is no AML rule with this id; list the rules.' },
  AML_RULE_SCOPE_REFUSED: {
    httpStatus: 422,
    message:
      'The product, customer type, account and action of the rule contradict each other; change or leave out one.',
  },
});
