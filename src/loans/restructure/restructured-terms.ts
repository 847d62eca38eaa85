import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';
import { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { assertBeginsInTime, assertNotTooLong, assertRateFits } from '../origination/assert-terms-fit';
import type { RestructureBody } from '../servicing/servicing.dto';
import type { ChangeTarget } from '../servicing/staff-changes';

/**
 * Asserts that the terms that a restructure names are within the bounds of the loans' products, counted from its day.
 * A loan that has the rate already keeps it, and a tenure that is not named is the rest of the present one
 * (docs/domain/loans.md#bounds).
 * @throws LOAN_TERMS_REFUSED (422)
 */
export async function assertRestructuredTerms(
  tx: Tx,
  institutionId: number,
  target: ChangeTarget,
  body: RestructureBody,
  businessDate: string,
): Promise<void> {
  const loans = await tx.find(Loan, { where: { institutionId, ...keyOf(target) } });
  const idsOf = (pick: (loan: Loan) => number): number[] => [...new Set(loans.map(pick))];
  const products = await tx.findBy(LoanProductTerms, { institutionId, id: In(idsOf(({ productId }) => productId)) });
  const contracts = await tx.findBy(LoanContract, { institutionId, id: In(idsOf(({ contractId }) => contractId)) });
  for (const loan of loans) {
    const bounds = products.find(({ id }) => id === loan.productId)!;
    const { frequency } = contracts.find(({ id }) => id === loan.contractId)!;
    assertWithin(body, bounds, { presentRate: Number(loan.interestRate), frequency, effectiveDate: businessDate });
  }
}

/** Terms of the present contract that a restructure does not change. */
interface Kept extends Pick<LoanContract, 'frequency' | 'effectiveDate'> {
  presentRate: number;
}

function assertWithin(
  { interestRate, tenure, firstRepaymentDate }: RestructureBody,
  bounds: LoanProductTerms,
  { presentRate, frequency, effectiveDate }: Kept,
): void {
  if (typeof interestRate === 'number' && interestRate !== presentRate)
    assertRateFits({ interestRate: String(interestRate) }, bounds, 'interestRate');
  if (typeof tenure === 'number') assertNotTooLong({ tenure, frequency }, bounds);
  assertBeginsInTime({ effectiveDate, firstRepaymentDate: firstRepaymentDate ?? null }, bounds);
}

function keyOf(target: ChangeTarget): object {
  if ('loanId' in target) return { id: target.loanId };
  return 'loanIds' in target ? { id: In([...target.loanIds]) } : { groupLoanId: target.groupLoanId };
}
