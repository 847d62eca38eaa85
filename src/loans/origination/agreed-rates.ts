import { Injectable } from '@nestjs/common';
import { RATE_OUTSIDE_RANGE } from '../../approvals/policy-conditions';
import type { Tx } from '../../common/database/unit-of-work';
import { Product } from '../../products/product.entity';
import { ProductRates } from '../../products/rates/product-rates';
import type { ContractRate } from '../../products/rates/rate-range';
import { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';

/** The product of a loan, and the rate that its contract would have. */
export interface AskedRate extends ContractRate {
  institutionId: number;
  productId: number;
}

/** Tells which conditions of approval policies the rates of new or changed loans meet. */
@Injectable()
export class AgreedRates {
  constructor(private readonly rates: ProductRates) {}

  /** `rate-outside-range` when one of the rates is outside what its product offers. */
  async conditionsOf(tx: Tx, asked: readonly AskedRate[]): Promise<string[]> {
    for (const { institutionId, productId, interestRate, rateBasis } of asked) {
      const key = { institutionId, id: productId };
      const product = await tx.findOneByOrFail(Product, key);
      const terms = await tx.findOneByOrFail(LoanProductTerms, key);
      if (await this.rates.isOutsideRange(tx, product, terms.rateBasis, { interestRate, rateBasis }))
        return [RATE_OUTSIDE_RANGE];
    }
    return [];
  }
}
