import { canonicalJson } from '../../common/idempotency/canonical-json';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { UpdateLoanBody } from '../loans.dto';
import type { ContractTerms } from './contract-terms';

/** Fields of an update that are not terms; they may change until the loan has ended. */
const NON_TERM_FIELDS: readonly (keyof UpdateLoanBody)[] = [
  'id',
  'loanAccountNumber',
  'accountOfficerCode',
  'agentCode',
  'notes',
];

/** The fields that an update sends, without those that name the loan; null counts as left out. */
export function changedLoanFields(body: UpdateLoanBody): (keyof UpdateLoanBody)[] {
  const names = Object.keys(body) as (keyof UpdateLoanBody)[];
  return names.filter(
    (name) => name !== 'id' && name !== 'loanAccountNumber' && body[name] !== undefined && body[name] !== null,
  );
}

/** True when one of the fields is a term, which can change only before disbursement. */
export function areTerms(fields: readonly (keyof UpdateLoanBody)[]): boolean {
  return fields.some((field) => !NON_TERM_FIELDS.includes(field));
}

/**
 * True when an update does not change the terms.
 * @param hasStartDate true when a start date was sent; without one, a start date in the past moves to the business
 *   date.
 */
export function areSameTerms(before: LoanContract, after: ContractTerms, hasStartDate: boolean): boolean {
  const comparable = (terms: ContractTerms): string =>
    // The source of the moratorium does not change the debt.
    canonicalJson({
      ...terms,
      createdAt: undefined,
      effectiveDate: hasStartDate ? terms.effectiveDate : undefined,
      particulars: { ...terms.particulars, ignoreProductDefaultMoratorium: undefined },
    });
  return comparable(before) === comparable(after);
}
