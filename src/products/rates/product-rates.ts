import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { Product, ProductType } from '../product.entity';
import { productsErrors } from '../products.errors';
import { ProductRate } from './product-rate.entity';
import { type ContractRate, isOutsideRange } from './rate-range';

/** Product types with rates to choose from. Savings and current products have tiers in their terms instead. */
export const TYPES_WITH_RATES: readonly ProductType[] = ['FixedDeposit', 'Loan', 'GroupLoan'];

/** Finds the rates of products. */
@Injectable()
export class ProductRates {
  /**
   * An active rate, which a new contract may name.
   * @throws PRODUCT_RATE_NOT_FOUND (404) for a rate that is unknown, inactive or of another product.
   */
  async requireActive(tx: Tx, { institutionId, id: productId }: Product, rateId: number): Promise<ProductRate> {
    const rate = await tx.findOneBy(ProductRate, { institutionId, productId, id: rateId, status: 'Active' });
    if (!rate) throw productsErrors.PRODUCT_RATE_NOT_FOUND(`The product has no active rate ${rateId}.`);
    return rate;
  }

  /**
   * True when an agreed rate is outside the rates that the product offers.
   * @param ownBasis the basis of the product's own rate.
   */
  async isOutsideRange(
    tx: Tx,
    { institutionId, id: productId, interestRate }: Pick<Product, 'institutionId' | 'id' | 'interestRate'>,
    ownBasis: number,
    agreed: ContractRate,
  ): Promise<boolean> {
    const named = await tx.findBy(ProductRate, { institutionId, productId, status: 'Active' });
    return isOutsideRange(agreed, { own: { interestRate, rateBasis: ownBasis }, named });
  }

  /** The rate, locked until the transaction ends. @throws PRODUCT_RATE_NOT_FOUND (404) */
  async lock(tx: Tx, { institutionId, id: productId }: Product, rateId: number): Promise<ProductRate> {
    const rate = await tx.findOne(ProductRate, {
      where: { institutionId, productId, id: rateId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!rate) throw productsErrors.PRODUCT_RATE_NOT_FOUND();
    return rate;
  }
}
