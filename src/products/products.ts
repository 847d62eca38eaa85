import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { IdAllocator } from '../common/database/id-allocator';
import type { Tx } from '../common/database/unit-of-work';
import { refusingDuplicates } from '../common/errors/unique-violation';
import { searchName } from '../common/text/search-name';
import { Clock } from '../common/time/clock';
import { GlAccount } from '../ledger/gl-account.entity';
import { LedgerAccount } from '../ledger/ledger-account.entity';
import { ledgerErrors } from '../ledger/ledger.errors';
import { interestRateText } from './interest-rate';
import { Product, type ProductType } from './product.entity';
import { productsErrors } from './products.errors';

export interface NewProduct {
  institutionId: number;
  code: string;
  name: string;
  productType: ProductType;
  /** Percent a year. */
  interestRate?: number;
  minimumBalanceKobo?: bigint;
  controlLedgerCode: string;
  usableLedgerCodes?: string[];
  terms?: object;
}

/** The products of an institution, for the modules that sell them. */
@Injectable()
export class Products {
  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** @throws PRODUCT_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, productCode: string): Promise<Product> {
    const product = await tx.findOneBy(Product, { institutionId, code: productCode });
    if (!product) throw productsErrors.PRODUCT_NOT_FOUND(`There is no product ${productCode}.`);
    return product;
  }

  /**
   * A product that new business may use.
   * @param types the product types that fit the caller's purpose.
   * @throws PRODUCT_NOT_FOUND (404), PRODUCT_INACTIVE, PRODUCT_TYPE_NOT_ALLOWED (422)
   */
  async requireActive(tx: Tx, institutionId: number, productCode: string, types: readonly ProductType[]): Promise<Product> {
    const product = await this.require(tx, institutionId, productCode);
    if (product.status !== 'Active') throw productsErrors.PRODUCT_INACTIVE(`The product ${productCode} is not active.`);
    if (!types.includes(product.productType)) {
      throw productsErrors.PRODUCT_TYPE_NOT_ALLOWED(`The product ${productCode} is of type ${product.productType}; here it must be ${types.join(' or ')}.`);
    }
    return product;
  }

  /** @throws LEDGER_NOT_FOUND (404), PRODUCT_CODE_TAKEN (409), CONTROL_LEDGER_REQUIRED (422) */
  async create(tx: Tx, input: NewProduct): Promise<Product> {
    const { institutionId, code, name, productType, controlLedgerCode } = input;
    const now = this.clock.now();
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
      controlGlAccountId: await this.requireControlLedger(tx, institutionId, controlLedgerCode),
      usableGlAccountIds: await this.requireLedgers(tx, institutionId, input.usableLedgerCodes ?? []),
      terms: input.terms ?? {},
      createdAt: now,
      updatedAt: now,
    };
    await refusingDuplicates(tx.insert(Product, product), { uq_product_code: productsErrors.PRODUCT_CODE_TAKEN });
    return product;
  }

  /** Ids of the ledgers with these codes, in their order. @throws LEDGER_NOT_FOUND (404) */
  async requireLedgers(tx: Tx, institutionId: number, codes: string[]): Promise<number[]> {
    if (codes.length === 0) return [];
    const ledgers = await tx.findBy(GlAccount, { institutionId, code: In(codes) });
    const idByCode = new Map(ledgers.map(({ code, id }) => [code, id]));
    return codes.map((code) => {
      const id = idByCode.get(code);
      if (id === undefined) throw ledgerErrors.LEDGER_NOT_FOUND(`There is no ledger ${code}.`);
      return id;
    });
  }

  private async requireControlLedger(tx: Tx, institutionId: number, code: string): Promise<number> {
    const [id] = await this.requireLedgers(tx, institutionId, [code]);
    const account = await tx.findOneByOrFail(LedgerAccount, { institutionId, id });
    if (!account.isControl) throw productsErrors.CONTROL_LEDGER_REQUIRED(`The ledger ${code} is not a control ledger.`);
    return account.id;
  }
}
