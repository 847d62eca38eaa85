import { decimalText, fraction, percent, times } from '../../common/money/fraction';
import { type ImpairmentTables, OTHER_PRODUCTS, type PortfolioRates } from './impairment-tables';
import type { ImpairmentStage } from './loan-position.entity';

/** Lives of more years count as this many. */
export const LIFE_YEARS_MAX = 30;

/** Expected loss in percent of the exposure, for loans that are alike. */
export interface ExpectedLossFactor {
  productId: number;
  stage: ImpairmentStage;
  /** Years of remaining life, rounded up; 0 where the life does not count. */
  years: number;
  isSecured: boolean;
  /** Decimal text, exact. */
  percent: string;
}

/**
 * The expected loss of every product by stage, remaining life and collateral: PD × LGD × EAD
 * (docs/domain/provisions.md#expected-loss). Stage 1 takes the PD of 12 months, stage 2 that of the remaining life, and
 * a loan in stage 3 has defaulted.
 */
export function expectedLossFactors(
  tables: ImpairmentTables,
  products: readonly { id: number; code: string }[],
): ExpectedLossFactor[] {
  return products.flatMap(({ id, code }) => {
    const rates = tables.portfolios[code] ?? tables.portfolios[OTHER_PRODUCTS]!;
    return [false, true].flatMap((isSecured) => {
      const factor = (stage: ImpairmentStage, years: number, pd: number): ExpectedLossFactor => ({
        productId: id,
        stage,
        years,
        isSecured,
        percent: productPercent(pd, isSecured ? rates.lgdSecured : rates.lgdUnsecured, rates.ead),
      });
      const lives = Array.from({ length: LIFE_YEARS_MAX }, (_, year) => factor(2, year + 1, lifetimePd(rates, year)));
      return [factor(1, 0, rates.pd12Month), ...lives, factor(3, 0, 100)];
    });
  });
}

function lifetimePd({ pdLifetime }: PortfolioRates, year: number): number {
  return pdLifetime[Math.min(year, pdLifetime.length - 1)]!;
}

/** Percentages of at most 4 decimals make a product of at most 16, which is written exactly. */
const PRODUCT_DECIMALS = 16;

function productPercent(...percentages: readonly number[]): string {
  const product = percentages.reduce((sofar, each) => times(sofar, percent(String(each))), fraction(100, 1));
  return decimalText(product, PRODUCT_DECIMALS);
}
