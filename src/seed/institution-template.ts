import type { CreateLedgerBody } from '../ledger/chart/gl-accounts.dto';
import type { CreateProductFeeBody } from '../products/fees/product-fees.dto';
import type { CreateProductBody } from '../products/products.dto';
import type { CreateProductRateBody } from '../products/rates/product-rates.dto';

/** The books with which an institution of one kind begins (docs/operations.md#templates). Staff change them later. */
export interface InstitutionTemplate {
  /** Name in commands, such as `microfinance-bank`. */
  name: string;
  summary: string;
  ledgers: readonly CreateLedgerBody[];
  products: readonly CreateProductBody[];
  /** Rates that a request may name, by product code. */
  rates: readonly (readonly [productCode: string, rate: CreateProductRateBody])[];
  /** Fees that a request may name, by product code. */
  fees: readonly (readonly [productCode: string, fee: CreateProductFeeBody])[];
  /** Configuration keys, most of which name ledgers. */
  settings: Readonly<Record<string, string>>;
}
