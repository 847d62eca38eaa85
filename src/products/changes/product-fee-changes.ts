import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { changedPrice, feeViolation, storedPrice } from '../fees/fee-terms';
import { ProductFee } from '../fees/product-fee.entity';
import { ProductFees, TYPES_WITH_FEES } from '../fees/product-fees';
import type { CreateProductFeeBody, ProductFeeView, UpdateProductFeeBody } from '../fees/product-fees.dto';
import { Products } from '../products';
import { productsErrors } from '../products.errors';
import { productsPermissions } from '../products.permissions';
import { ProductChangeRule } from './product-change-rule';
import { partOf } from './product-part';

export const CHANGE_PRODUCT_FEE = 'change-product-fee';

/** Fees that loans of a product may name. Loans that began keep their fee. */
@Injectable()
@MemberOf(ChangeKinds)
export class ProductFeeChanges implements ChangeKind {
  readonly operation = CHANGE_PRODUCT_FEE;
  readonly title = 'Fee of a product';
  readonly covers =
    'where PRODUCT_TERMS_APPROVED is on: a new fee of a product; its price, VAT, ledger and time; its reactivation';
  readonly permission = productsPermissions.manageProducts;
  readonly versioned = true;
  readonly boundToRecord = true;

  constructor(
    private readonly products: Products,
    private readonly fees: ProductFees,
    private readonly rule: ProductChangeRule,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    const [view] = await this.fees.views(tx, institutionId, [await this.lock(tx, institutionId, target)]);
    const { id: _id, version: _version, ...fields } = view!;
    return fields;
  }

  /**
   * @throws PRODUCT_NOT_FOUND, PRODUCT_FEE_NOT_FOUND, LEDGER_NOT_FOUND (404), PRODUCT_FEE_NAME_TAKEN (409)
   * @throws PRODUCT_TYPE_NOT_ALLOWED, PRODUCT_LEDGER_REFUSED, PRODUCT_FEE_REFUSED (422)
   */
  async apply(tx: Tx, institutionId: number, { target, before, after }: ConfigurationChange): Promise<ProductFeeView> {
    const fee =
      before === null
        ? await this.add(tx, institutionId, target, after as unknown as CreateProductFeeBody)
        : await this.change(tx, await this.lock(tx, institutionId, target), after);
    const [view] = await this.fees.views(tx, institutionId, [fee]);
    return view!;
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    const { productCode, id } = partOf(target);
    const action = before === null ? 'product-fee.create' : 'product-fee.update';
    return [{ action, subject: `product-fee:${id}`, facts: { productCode } }];
  }

  isImmediate(tx: Tx, institutionId: number, change: ConfigurationChange): Promise<boolean> {
    return this.rule.isImmediate(tx, institutionId, change, 'name');
  }

  private async add(tx: Tx, institutionId: number, target: string, body: CreateProductFeeBody): Promise<ProductFee> {
    const { productCode, id } = partOf(target);
    const product = await this.products.requireOfType(tx, institutionId, productCode, TYPES_WITH_FEES);
    assertPrice(body.kind, body);
    const now = this.clock.institutionNow(institutionId);
    const fee: ProductFee = {
      institutionId,
      id,
      productId: product.id,
      name: body.name,
      kind: body.kind,
      ...storedPrice(body),
      vatApplies: body.vatApplies ?? true,
      incomeGlAccountId: await this.fees.incomeLedgerId(tx, institutionId, body.incomeLedgerCode),
      charged: body.charged,
      status: 'Active',
      createdAt: now,
      updatedAt: now,
    };
    await refusingDuplicates(tx.insert(ProductFee, fee), {
      uq_product_fee_name: productsErrors.PRODUCT_FEE_NAME_TAKEN,
    });
    return fee;
  }

  private async change(tx: Tx, fee: ProductFee, after: ChangeFields): Promise<ProductFee> {
    if (Object.keys(after).length === 0) return fee;
    const { institutionId, id } = fee;
    const body = after as UpdateProductFeeBody;
    const { kind: _kind, amount: _amount, rate: _rate, incomeLedgerCode, ...same } = body;
    const { kind, ...price } = changedPrice(fee, body);
    assertPrice(kind, price);
    const columns = {
      ...same,
      kind,
      ...storedPrice(price),
      ...(incomeLedgerCode !== undefined && {
        incomeGlAccountId: await this.fees.incomeLedgerId(tx, institutionId, incomeLedgerCode),
      }),
      updatedAt: this.clock.institutionNow(institutionId),
    };
    await refusingDuplicates(tx.update(ProductFee, { institutionId, id }, columns), {
      uq_product_fee_name: productsErrors.PRODUCT_FEE_NAME_TAKEN,
    });
    return Object.assign(fee, columns);
  }

  private async lock(tx: Tx, institutionId: number, target: string): Promise<ProductFee> {
    const { productCode, id } = partOf(target);
    return this.fees.lock(tx, await this.products.require(tx, institutionId, productCode), id);
  }
}

/** @throws PRODUCT_FEE_REFUSED (422) */
function assertPrice(...price: Parameters<typeof feeViolation>): void {
  const violation = feeViolation(...price);
  if (violation !== undefined) throw productsErrors.PRODUCT_FEE_REFUSED(violation);
}
