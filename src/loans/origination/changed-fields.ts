import { canonicalJson } from '../../common/idempotency/canonical-json';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { UpdateLoanBody } from '../loans.dto';
import type { ContractTerms } from './contract-terms';

/** Fields of an update that are no terms: they may change as long as the loan is not over. */
const NO_TERMS: readonly (keyof UpdateLoanBody)[] = [
  'id',
  'loanAccountNumber',
  'accountOfficerCode',
  'agentCode',
  'notes',
];

/** What an update sends, besides which loan it is about; null counts as left out. */
export function changedLoanFields(body: UpdateLoanBody): (keyof UpdateLoanBody)[] {
  const names = Object.keys(body) as (keyof UpdateLoanBody)[];
  return names.filter(
    (name) => name !== 'id' && name !== 'loanAccountNumber' && body[name] !== undefined && body[name] !== null,
  );
}

/** Whether one of these fields is about the terms, which only a loan that is not disbursed may change. */
export function areTerms(fields: readonly (keyof UpdateLoanBody)[]): boolean {
  return fields.some((field) => !NO_TERMS.includes(field));
}

/**
 * Whether an update leaves the terms as they were.
 * @param startsElsewhere whether a start date was sent; without one, a start that has passed moves by itself.
 */
export function areSameTerms(before: LoanContract, after: ContractTerms, startsElsewhere: boolean): boolean {
  const comparable = (terms: ContractTerms): string =>
    // Whose choice the moratorium is changes nothing that the borrower owes.
    canonicalJson({
      ...terms,
      createdAt: undefined,
      effectiveDate: startsElsewhere ? terms.effectiveDate : undefined,
      particulars: { ...terms.particulars, ignoreProductDefaultMoratorium: undefined },
    });
  return comparable(before) === comparable(after);
}
