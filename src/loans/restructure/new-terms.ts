import { commonErrors } from '../../common/errors/common.errors';
import { interestRateText } from '../../products/interest-rate';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { loansErrors } from '../loans.errors';
import type { RestructureBody } from '../servicing/servicing.dto';
import type { NewTerms } from './restructure-schedule';

/** The fields of new terms; null counts as left out. */
type TermsFields = Pick<
  RestructureBody,
  'interestRate' | 'tenure' | 'moratorium' | 'moratoriumPeriods' | 'firstRepaymentDate'
>;

/**
 * Resolves the new terms of a restructure.
 * @throws LOAN_TERMS_REFUSED (422)
 */
export function newTerms(
  old: LoanContract,
  instalments: readonly LoanInstalment[],
  body: TermsFields,
  day: string,
): Omit<NewTerms, 'id' | 'createdAt' | 'keepsInstalment'> {
  // The tenure of both frequencies; the rest of the present one is rounded up to it.
  const span = old.repaymentEvery * Math.max(old.principalEvery, old.interestEvery);
  const restUnits = instalments.filter(({ dueDate }) => dueDate > day).length * old.repaymentEvery;
  const tenure = body.tenure ?? Math.ceil(restUnits / span) * span;
  if (tenure === 0)
    throw loansErrors.LOAN_TERMS_REFUSED('The loan has no future instalment; send the tenure of the new terms.', {
      field: 'tenure',
    });
  if (tenure % span !== 0)
    throw loansErrors.LOAN_TERMS_REFUSED(
      `The tenure must be a multiple of ${span}, the length of one instalment of principal and interest.`,
      { field: 'tenure' },
    );
  const moratorium = body.moratorium ?? 0;
  return {
    interestRate:
      body.interestRate === undefined || body.interestRate === null
        ? old.interestRate
        : interestRateText(body.interestRate),
    tenure,
    numberOfRepayments: tenure / old.repaymentEvery,
    moratorium,
    moratoriumPeriods: moratorium === 0 ? 0 : (body.moratoriumPeriods ?? 0),
    firstRepaymentDate: body.firstRepaymentDate ?? null,
  };
}

/** True when only the due dates move, which keeps the instalment (docs/domain/loans.md#94-restructure). */
export function onlyMovesDates({ interestRate, tenure, moratorium, firstRepaymentDate }: TermsFields): boolean {
  return (
    (firstRepaymentDate ?? null) !== null &&
    (interestRate ?? null) === null &&
    (tenure ?? null) === null &&
    (moratorium ?? 0) === 0
  );
}

/** @throws VALIDATION_FAILED (400) when only one of `moratorium` and `moratoriumPeriods` is sent */
export function assertMoratorium({ moratorium, moratoriumPeriods }: TermsFields): void {
  const hasKind = (moratorium ?? 0) !== 0;
  const hasPeriods = moratoriumPeriods !== undefined && moratoriumPeriods !== null;
  if (hasKind === hasPeriods) return;
  const message = hasKind ? 'is required with a moratorium' : 'is only allowed with a moratorium of 1, 2 or 3';
  throw commonErrors.VALIDATION_FAILED(`moratoriumPeriods ${message}.`, {
    errors: [{ field: 'moratoriumPeriods', message }],
  });
}
