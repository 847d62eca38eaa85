import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { GlAccount } from '../ledger/gl-account.entity';
import type { ProductView } from './product.dto';
import type { Product } from './product.entity';

/** Products as lists show them, with the codes and names of their ledgers; one look-up for all of them. */
export async function productViews(tx: Tx, institutionId: number, products: Product[]): Promise<ProductView[]> {
  const ids = new Set(products.flatMap(({ controlGlAccountId, usableGlAccountIds }) => [controlGlAccountId, ...usableGlAccountIds]));
  const ledgers = ids.size === 0 ? [] : await tx.findBy(GlAccount, { institutionId, id: In([...ids]) });
  const ledgerById = new Map(ledgers.map((ledger) => [ledger.id, ledger]));
  return products.map((product) => ({
    id: product.id,
    productCode: product.code,
    productName: product.name,
    productType: product.productType,
    status: product.status,
    interestRate: Number(product.interestRate),
    minimumBalance: koboToNaira(product.minimumBalanceKobo),
    controlLedgerID: product.controlGlAccountId,
    controlLedgerCode: ledgerById.get(product.controlGlAccountId)?.code ?? '',
    usableLedgers: product.usableGlAccountIds.flatMap((id) => {
      const ledger = ledgerById.get(id);
      return ledger ? [{ id, code: ledger.code, name: ledger.name }] : [];
    }),
    terms: product.terms,
  }));
}
