import { formatNaira } from '../../common/money/naira';
import { percentageKobo } from '../../common/money/percentage';
import type { LicenceClass } from '../classification/classification-scales';

/** Limits of credit, in percent of shareholders' funds, as decimal text. */
export interface CreditLimits {
  /** One borrower. */
  borrower: string;
  /** Related borrowers together. */
  group: string;
  /** One insider with the related parties. */
  insider: string;
  /** All insiders together. */
  insiders: string;
}

/** The limits of the Central Bank, which an institution may replace (docs/domain/provisions.md#credit-limits). */
export const CENTRAL_BANK_LIMITS: Record<LicenceClass, CreditLimits> = {
  CommercialBank: { borrower: '20', group: '20', insider: '5', insiders: '10' },
  MicrofinanceBank: { borrower: '1', group: '5', insider: '1', insiders: '5' },
};

/** The credit that is to be given. */
export type GivenCredit = 'loan' | 'overdraft';

/** The debts of borrowers with the credit that is to be given, in kobo. */
export interface CreditExposures {
  borrowerKobo: bigint;
  /** Undefined for a borrower without related ones. */
  group: { name: string; exposureKobo: bigint; isInsider: boolean } | undefined;
  insidersKobo: bigint;
}

/** The sentence that says which limit is exceeded; undefined when none is. */
export function creditLimitViolation(
  limits: CreditLimits,
  fundsKobo: bigint,
  { borrowerKobo, group, insidersKobo }: CreditExposures,
  credit: GivenCredit = 'loan',
): string | undefined {
  const isInsider = group?.isInsider === true;
  const tests: [who: string, exposureKobo: bigint, percent: string, applies: boolean][] = [
    ['the borrower', borrowerKobo, limits.borrower, true],
    [`the related borrowers ${group?.name ?? ''}`, group?.exposureKobo ?? 0n, limits.group, group !== undefined],
    [`the insiders ${group?.name ?? ''}`, group?.exposureKobo ?? 0n, limits.insider, isInsider],
    ['all insiders', insidersKobo, limits.insiders, isInsider],
  ];
  for (const [who, exposureKobo, percent, applies] of tests) {
    const limitKobo = percentageKobo(fundsKobo, percent, 'DOWN');
    if (applies && exposureKobo > limitKobo)
      return (
        `With this ${credit} ${who} would owe ${formatNaira(exposureKobo)}; the limit is ${formatNaira(limitKobo)} ` +
        `(${percent} % of shareholders’ funds). Lend at most what is left of it.`
      );
  }
  return undefined;
}
