import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { interestRateText } from '../interest-rate';
import { Products } from '../products';
import { productsErrors } from '../products.errors';
import { productsPermissions } from '../products.permissions';
import { ProductRate } from '../rates/product-rate.entity';
import { ProductRates, TYPES_WITH_RATES } from '../rates/product-rates';
import type { CreateProductRateBody, ProductRateView, UpdateProductRateBody } from '../rates/product-rates.dto';
import { storedTiers, tierViolation } from '../rates/rate-tier';
import { rateView } from '../rates/rate-view';
import { RATE_BASIS } from '../terms/loan-enumerations';
import { ProductChangeRule } from './product-change-rule';
import { partOf } from './product-part';

export const CHANGE_PRODUCT_RATE = 'change-product-rate';

/** Rates that contracts of a product may name. Contracts that began keep their rate. */
@Injectable()
@MemberOf(ChangeKinds)
export class ProductRateChanges implements ChangeKind {
  readonly operation = CHANGE_PRODUCT_RATE;
  readonly title = 'Rate of a product';
  readonly covers =
    'where PRODUCT_TERMS_APPROVED is on: a new rate of a product; its percentage, basis and tiers; its reactivation';
  readonly permission = productsPermissions.manageProducts;
  readonly versioned = true;
  readonly boundToRecord = true;

  constructor(
    private readonly products: Products,
    private readonly rates: ProductRates,
    private readonly rule: ProductChangeRule,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    const { id: _id, version: _version, ...fields } = rateView(await this.lock(tx, institutionId, target));
    return fields;
  }

  /**
   * @throws PRODUCT_NOT_FOUND, PRODUCT_RATE_NOT_FOUND (404), PRODUCT_RATE_NAME_TAKEN (409)
   * @throws PRODUCT_TYPE_NOT_ALLOWED, PRODUCT_RATE_REFUSED (422)
   */
  async apply(tx: Tx, institutionId: number, { target, before, after }: ConfigurationChange): Promise<ProductRateView> {
    const violation = tierViolation((after as UpdateProductRateBody).tiers ?? []);
    if (violation !== undefined) throw productsErrors.PRODUCT_RATE_REFUSED(`tiers ${violation}.`);
    const rate =
      before === null
        ? await this.add(tx, institutionId, target, after as unknown as CreateProductRateBody)
        : await this.change(tx, await this.lock(tx, institutionId, target), after);
    return rateView(rate);
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    const { productCode, id } = partOf(target);
    const action = before === null ? 'product-rate.create' : 'product-rate.update';
    return [{ action, subject: `product-rate:${id}`, facts: { productCode } }];
  }

  isImmediate(tx: Tx, institutionId: number, change: ConfigurationChange): Promise<boolean> {
    return this.rule.isImmediate(tx, institutionId, change, 'name');
  }

  private async add(
    tx: Tx,
    institutionId: number,
    target: string,
    { name, interestRate, rateBasis, tiers }: CreateProductRateBody,
  ): Promise<ProductRate> {
    const { productCode, id } = partOf(target);
    const product = await this.products.requireOfType(tx, institutionId, productCode, TYPES_WITH_RATES);
    const now = this.clock.institutionNow(institutionId);
    const rate: ProductRate = {
      institutionId,
      id,
      productId: product.id,
      name,
      interestRate: interestRateText(interestRate),
      rateBasis: rateBasis ?? RATE_BASIS.Annual,
      tiers: storedTiers(tiers ?? []),
      status: 'Active',
      createdAt: now,
      updatedAt: now,
    };
    await refusingDuplicates(tx.insert(ProductRate, rate), {
      uq_product_rate_name: productsErrors.PRODUCT_RATE_NAME_TAKEN,
    });
    return rate;
  }

  private async change(tx: Tx, rate: ProductRate, after: ChangeFields): Promise<ProductRate> {
    if (Object.keys(after).length === 0) return rate;
    const { institutionId, id } = rate;
    const { interestRate, tiers, ...same } = after as UpdateProductRateBody;
    const columns = {
      ...same,
      ...(interestRate !== undefined && { interestRate: interestRateText(interestRate) }),
      ...(tiers !== undefined && { tiers: storedTiers(tiers) }),
      updatedAt: this.clock.institutionNow(institutionId),
    };
    await refusingDuplicates(tx.update(ProductRate, { institutionId, id }, columns), {
      uq_product_rate_name: productsErrors.PRODUCT_RATE_NAME_TAKEN,
    });
    return Object.assign(rate, columns);
  }

  private async lock(tx: Tx, institutionId: number, target: string): Promise<ProductRate> {
    const { productCode, id } = partOf(target);
    return this.rates.lock(tx, await this.products.require(tx, institutionId, productCode), id);
  }
}
