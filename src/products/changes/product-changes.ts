import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../../institutions/changes/change-kinds';
import { interestRateText } from '../interest-rate';
import { Product } from '../product.entity';
import { ProductLedgers } from '../product-ledgers';
import { productFacts, productViews } from '../product-view';
import { Products } from '../products';
import type { CreateProductBody, ProductView, UpdateProductBody } from '../products.dto';
import { productsPermissions } from '../products.permissions';
import { ProductTerms } from '../terms/product-terms';
import { ProductChangeRule } from './product-change-rule';
import { changedTerms, nested, termFields } from './term-fields';

export const CHANGE_PRODUCT = 'change-product';

/** Products with their terms; each term is a field of the change. Contracts that began keep their terms. */
@Injectable()
@MemberOf(ChangeKinds)
export class ProductChanges implements ChangeKind {
  readonly operation = CHANGE_PRODUCT;
  readonly title = 'Product';
  readonly covers =
    'where PRODUCT_TERMS_APPROVED is on: a new product; its rate, minimum balance, ledgers and terms; its reactivation';
  readonly permission = productsPermissions.manageProducts;
  readonly boundToRecord = true;

  constructor(
    private readonly products: Products,
    private readonly ledgers: ProductLedgers,
    private readonly terms: ProductTerms,
    private readonly rule: ProductChangeRule,
    private readonly clock: Clock,
  ) {}

  readonly versioned = ({ view }: ChangeFields): object => productFacts(view as ProductView);

  /** The fields as a change has them, and the whole product under `view`. @throws PRODUCT_NOT_FOUND (404) */
  async present(tx: Tx, institutionId: number, productCode: string): Promise<ChangeFields> {
    const product = await this.products.lock(tx, institutionId, productCode);
    const [view] = await productViews(tx, institutionId, [product]);
    const { productName, status, interestRate, minimumBalance, glAccounts } = view!;
    return {
      productName,
      status,
      interestRate,
      minimumBalance,
      glAccountCodes: glAccounts.map(({ code }) => code),
      ...termFields(view!),
      view,
    };
  }

  /**
   * @throws PRODUCT_NOT_FOUND, LEDGER_NOT_FOUND (404), PRODUCT_CODE_TAKEN (409)
   * @throws CONTROL_LEDGER_REQUIRED, PRODUCT_LEDGER_REFUSED, PRODUCT_TERMS_REFUSED (422)
   */
  async apply(tx: Tx, institutionId: number, { target, before, after }: ConfigurationChange): Promise<ProductView> {
    const product =
      before === null
        ? await this.create(tx, institutionId, target, after)
        : await this.change(tx, institutionId, target, after);
    const [view] = await productViews(tx, institutionId, [product]);
    return view!;
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    const action = before === null ? 'product.create' : 'product.update';
    return [{ action, subject: `product:${target}`, shown: nested }];
  }

  isImmediate(tx: Tx, institutionId: number, change: ConfigurationChange): Promise<boolean> {
    return this.rule.isImmediate(tx, institutionId, change, 'productName');
  }

  private create(tx: Tx, institutionId: number, code: string, after: ChangeFields): Promise<Product> {
    const { productName, productType, interestRate, minimumBalance, controlLedgerCode, glAccountCodes } =
      after as unknown as CreateProductBody;
    return this.products.create(tx, {
      institutionId,
      code,
      name: productName,
      productType,
      interestRate,
      minimumBalanceKobo: nairaToKobo(minimumBalance ?? 0),
      controlLedgerCode,
      glAccountCodes,
      ...changedTerms(after, {}),
    });
  }

  private async change(tx: Tx, institutionId: number, code: string, after: ChangeFields): Promise<Product> {
    const product = await this.products.lock(tx, institutionId, code);
    if (Object.keys(after).length === 0) return product;
    const [present] = await productViews(tx, institutionId, [product]);
    const columns = await this.changedColumns(tx, institutionId, after);
    await tx.update(Product, { institutionId, id: product.id }, columns);
    await this.terms.replace(tx, product, changedTerms(after, present!));
    return Object.assign(product, columns);
  }

  private async changedColumns(tx: Tx, institutionId: number, after: ChangeFields): Promise<Partial<Product>> {
    const { productName, status, interestRate, minimumBalance, glAccountCodes } = after as UpdateProductBody;
    return {
      updatedAt: this.clock.institutionNow(institutionId),
      ...(productName !== undefined && { name: productName, searchName: searchName(productName) }),
      ...(status !== undefined && { status }),
      ...(interestRate !== undefined && { interestRate: interestRateText(interestRate) }),
      ...(minimumBalance !== undefined && { minimumBalanceKobo: nairaToKobo(minimumBalance) }),
      ...(glAccountCodes !== undefined && {
        usableGlAccountIds: await this.ledgers.usableIds(tx, institutionId, glAccountCodes),
      }),
    };
  }
}
