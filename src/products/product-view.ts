import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { versionOf } from '../common/http/versions';
import { koboToNaira } from '../common/money/naira';
import { GlAccount } from '../ledger/chart/gl-account.entity';
import { feeView } from './fees/fee-terms';
import { ProductFee } from './fees/product-fee.entity';
import type { Product } from './product.entity';
import type { ProductView } from './products.dto';
import { ProductRate } from './rates/product-rate.entity';
import { rateView } from './rates/rate-view';
import { fixedDepositTermsView, savingsTermsView } from './terms/deposit-terms';
import { FixedDepositProductTerms } from './terms/fixed-deposit-product-terms.entity';
import { LoanProductTerms } from './terms/loan-product-terms.entity';
import { loanTermsView } from './terms/loan-terms';
import { SavingsProductTerms } from './terms/savings-product-terms.entity';

/** Terms, rates and fees of a page of products. */
interface ProductParts {
  loanTerms: Map<number, LoanProductTerms>;
  fixedDepositTerms: Map<number, FixedDepositProductTerms>;
  savingsTerms: Map<number, SavingsProductTerms>;
  rates: ProductRate[];
  fees: ProductFee[];
}

/** Products as answered to callers, with terms, active rates, active fees and ledgers. Reads each table once. */
export async function productViews(tx: Tx, institutionId: number, products: Product[]): Promise<ProductView[]> {
  if (products.length === 0) return [];
  const parts = await readParts(tx, institutionId, products);
  const ledgers = await readLedgers(tx, institutionId, products, parts);
  const codeById = new Map([...ledgers.values()].map(({ id, code }) => [id, code]));
  return products.map((product) => {
    const loanTerms = parts.loanTerms.get(product.id);
    const fixedDepositTerms = parts.fixedDepositTerms.get(product.id);
    const savingsTerms = parts.savingsTerms.get(product.id);
    const view = {
      id: product.id,
      productCode: product.code,
      productName: product.name,
      productType: product.productType,
      status: product.status,
      interestRate: Number(product.interestRate),
      minimumBalance: koboToNaira(product.minimumBalanceKobo),
      controlLedgerID: product.controlGlAccountId,
      controlLedgerCode: codeById.get(product.controlGlAccountId) ?? '',
      glAccounts: product.usableGlAccountIds.flatMap((id) => {
        const ledger = ledgers.get(id);
        return ledger ? [{ id, code: ledger.code, name: ledger.name }] : [];
      }),
      loanTerms: loanTerms ? loanTermsView(loanTerms, codeById) : null,
      fixedDepositTerms: fixedDepositTerms ? fixedDepositTermsView(fixedDepositTerms, codeById) : null,
      savingsTerms: savingsTerms ? savingsTermsView(savingsTerms, codeById) : null,
      rates: parts.rates.filter(({ productId }) => productId === product.id).map(rateView),
      fees: parts.fees.filter(({ productId }) => productId === product.id).map((fee) => feeView(fee, codeById)),
    };
    return { ...view, version: versionOf(productFacts(view)) };
  });
}

/** The facts of a product that its version is made of. Rates and fees are changed by routes of their own. */
export function productFacts(view: Omit<ProductView, 'version'>): object {
  return { ...view, rates: undefined, fees: undefined, version: undefined };
}

async function readParts(tx: Tx, institutionId: number, products: Product[]): Promise<ProductParts> {
  const id = In(products.map((product) => product.id));
  const active = { where: { institutionId, productId: id, status: 'Active' as const }, order: { id: 'ASC' as const } };
  return {
    loanTerms: byId(await tx.findBy(LoanProductTerms, { institutionId, id })),
    fixedDepositTerms: byId(await tx.findBy(FixedDepositProductTerms, { institutionId, id })),
    savingsTerms: byId(await tx.findBy(SavingsProductTerms, { institutionId, id })),
    rates: await tx.find(ProductRate, active),
    fees: await tx.find(ProductFee, active),
  };
}

/** All ledgers that the products, their terms or their fees name, by id. */
async function readLedgers(
  tx: Tx,
  institutionId: number,
  products: Product[],
  { loanTerms, fixedDepositTerms, savingsTerms, fees }: ProductParts,
): Promise<Map<number, GlAccount>> {
  const terms = [...loanTerms.values(), ...fixedDepositTerms.values(), ...savingsTerms.values()];
  const ids = new Set([
    ...products.flatMap(({ controlGlAccountId, usableGlAccountIds }) => [controlGlAccountId, ...usableGlAccountIds]),
    ...fees.map(({ incomeGlAccountId }) => incomeGlAccountId),
    ...terms.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => (column.endsWith('GlAccountId') ? [value as number] : [])),
    ),
  ]);
  return byId(await tx.findBy(GlAccount, { institutionId, id: In([...ids]) }));
}

function byId<Row extends { id: number }>(rows: Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
