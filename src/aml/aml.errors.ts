import { defineErrors } from '../common/errors/app-error';

/** Refusals around AML holds and rules. */
export const amlErrors = defineErrors({
  AML_HOLD_NOT_FOUND: { httpStatus: 404, message: 'There is no AML hold with this approval.' },
  AML_RULE_NOT_FOUND: { httpStatus: 404, message: 'There is no such AML rule.' },
  AML_RULE_SCOPE_REFUSED: { httpStatus: 422, message: 'The scope of the rule does not fit together.' },
});
