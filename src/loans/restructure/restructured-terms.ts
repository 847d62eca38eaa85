import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';
import { Loan } from '../contract/loan.entity';
import { assertRateFits } from '../origination/assert-terms-fit';
import type { RestructureBody } from '../servicing/servicing.dto';
import type { ChangeTarget } from '../servicing/staff-changes';

/**
 * Asserts that a restructure gives loans no new rate outside the bounds of their products. A loan that has the rate
 * already keeps it (docs/domain/loans.md#bounds).
 * @throws LOAN_TERMS_REFUSED (422)
 */
export async function assertRestructuredRate(
  tx: Tx,
  institutionId: number,
  target: ChangeTarget,
  { interestRate }: Pick<RestructureBody, 'interestRate'>,
): Promise<void> {
  if (typeof interestRate !== 'number') return;
  const loans = await tx.find(Loan, { where: { institutionId, ...keyOf(target) } });
  const changing = loans.filter((loan) => Number(loan.interestRate) !== interestRate);
  if (changing.length === 0) return;
  const products = await tx.findBy(LoanProductTerms, {
    institutionId,
    id: In([...new Set(changing.map(({ productId }) => productId))]),
  });
  for (const bounds of products) assertRateFits({ interestRate: String(interestRate) }, bounds, 'interestRate');
}

function keyOf(target: ChangeTarget): object {
  if ('loanId' in target) return { id: target.loanId };
  return 'loanIds' in target ? { id: In([...target.loanIds]) } : { groupLoanId: target.groupLoanId };
}
