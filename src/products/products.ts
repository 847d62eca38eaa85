import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { refusingDuplicates } from '../common/errors/unique-violation';
import { searchName } from '../common/text/search-name';
import { Clock } from '../common/time/clock';
import { interestRateText } from './interest-rate';
import { Product, type ProductType } from './product.entity';
import { ProductLedgers } from './product-ledgers';
import { productsErrors } from './products.errors';
import { ProductTerms } from './terms/product-terms';
import type { ProductTermsBody } from './terms/product-terms.dto';

export interface NewProduct extends ProductTermsBody {
  institutionId: number;
  code: string;
  name: string;
  productType: ProductType;
  /** Percent a year. */
  interestRate?: number;
  minimumBalanceKobo?: bigint;
  controlLedgerCode: string;
  glAccountCodes?: string[];
}

/** Products whose control ledger is an asset, because customers owe the money. All others are liabilities. */
const LOAN_TYPES: readonly ProductType[] = ['Loan', 'GroupLoan'];

/** Finds and creates products. */
@Injectable()
export class Products {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly ledgers: ProductLedgers,
    private readonly terms: ProductTerms,
  ) {}

  /** @throws PRODUCT_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, productCode: string): Promise<Product> {
    const product = await tx.findOneBy(Product, { institutionId, code: productCode });
    if (!product) throw productsErrors.PRODUCT_NOT_FOUND(`There is no product ${productCode}.`);
    return product;
  }

  /** As `require`, locked until the transaction ends. @throws PRODUCT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, productCode: string): Promise<Product> {
    const product = await tx.findOne(Product, {
      where: { institutionId, code: productCode },
      lock: { mode: 'for_no_key_update' },
    });
    if (!product) throw productsErrors.PRODUCT_NOT_FOUND(`There is no product ${productCode}.`);
    return product;
  }

  /**
   * An active product of one of these types, which new business may use.
   * @param types the product types that the caller accepts.
   * @throws PRODUCT_NOT_FOUND (404), PRODUCT_INACTIVE, PRODUCT_TYPE_NOT_ALLOWED (422)
   */
  async requireActive(
    tx: Tx,
    institutionId: number,
    productCode: string,
    types: readonly ProductType[],
  ): Promise<Product> {
    const product = await this.requireOfType(tx, institutionId, productCode, types);
    if (product.status !== 'Active')
      throw productsErrors.PRODUCT_INACTIVE(`The product ${productCode} is not active; use an active product.`);
    return product;
  }

  /** A product of any status and one of these types. @throws PRODUCT_NOT_FOUND (404), PRODUCT_TYPE_NOT_ALLOWED (422) */
  async requireOfType(
    tx: Tx,
    institutionId: number,
    productCode: string,
    types: readonly ProductType[],
  ): Promise<Product> {
    const product = await this.require(tx, institutionId, productCode);
    if (!types.includes(product.productType)) {
      throw productsErrors.PRODUCT_TYPE_NOT_ALLOWED(
        `The product ${productCode} is of type ${product.productType}; use one of type ${types.join(' or ')}.`,
      );
    }
    return product;
  }

  /**
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_CODE_TAKEN (409)
   * @throws CONTROL_LEDGER_REQUIRED, PRODUCT_LEDGER_REFUSED, PRODUCT_TERMS_REFUSED (422)
   */
  async create(tx: Tx, input: NewProduct): Promise<Product> {
    const { institutionId, code, name, productType } = input;
    const now = this.clock.institutionNow(institutionId);
    const product: Product = {
      institutionId,
      id: await this.ids.next(),
      code,
      name,
      searchName: searchName(name),
      productType,
      status: 'Active',
      interestRate: interestRateText(input.interestRate ?? 0),
      minimumBalanceKobo: input.minimumBalanceKobo ?? 0n,
      controlGlAccountId: await this.ledgers.controlLedgerId(
        tx,
        institutionId,
        input.controlLedgerCode,
        LOAN_TYPES.includes(productType) ? 'Asset' : 'Liability',
      ),
      usableGlAccountIds: await this.ledgers.usableIds(tx, institutionId, input.glAccountCodes ?? []),
      createdAt: now,
      updatedAt: now,
    };
    await refusingDuplicates(tx.insert(Product, product), { uq_product_code: productsErrors.PRODUCT_CODE_TAKEN });
    await this.terms.create(tx, product, input);
    return product;
  }
}
