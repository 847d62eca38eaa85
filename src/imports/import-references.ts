import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Branch } from '../institutions/branches/branch.entity';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Staff } from '../institutions/staff/staff.entity';
import { GlAccount } from '../ledger/chart/gl-account.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import type { ClassificationScale } from '../loans/classification/classification-scales';
import { LoanRules } from '../loans/classification/loan-rules';
import { LOAN_ALLOWANCE_LEDGER, REGULATORY_RISK_RESERVE_LEDGER } from '../loans/loans.settings';
import { ProductFee } from '../products/fees/product-fee.entity';
import { Product } from '../products/product.entity';
import { FixedDepositProductTerms } from '../products/terms/fixed-deposit-product-terms.entity';
import { LoanProductTerms } from '../products/terms/loan-product-terms.entity';
import { SavingsProductTerms } from '../products/terms/savings-product-terms.entity';
import { MIGRATION_SUSPENSE_LEDGER } from './imports.settings';

/** A ledger of the institution that a line may name. */
export type NamedLedger = Pick<LedgerAccount, 'id' | 'isControl' | 'number'>;

/** A loan product, with its terms and its fees by name. */
export interface LoanOffer {
  product: Product;
  terms: LoanProductTerms;
  fees: ReadonlyMap<string, ProductFee>;
}

/** A fixed-deposit product with its terms. */
export interface TermDepositOffer {
  product: Product;
  terms: FixedDepositProductTerms;
}

/** The few records of the institution to which the lines of files refer, by their codes. */
export interface ImportReferences {
  institution: Institution;
  branches: ReadonlyMap<string, Branch>;
  /** Savings and current products. An inactive one is not refused: its accounts exist already. */
  products: ReadonlyMap<string, Product>;
  /** Interest payable ledgers of the products that pay interest on balances, by the id of the product. */
  interestLedgerIds: ReadonlyMap<number, number>;
  loanProducts: ReadonlyMap<string, LoanOffer>;
  depositProducts: ReadonlyMap<string, TermDepositOffer>;
  /** Classes of loans on the business date. */
  scale: ClassificationScale;
  /** Control ledger of the allowance for loan losses; null where none is set. */
  allowanceLedgerId: number | null;
  /** Control ledger of the regulatory risk reserve; null where none is set. */
  reserveLedgerId: number | null;
  /** Ledgers of income in suspense. */
  suspenseLedgerIds: ReadonlySet<number>;
  officers: ReadonlySet<string>;
  ledgers: ReadonlyMap<string, NamedLedger>;
  suspense: NamedLedger;
}

/** The import cannot begin or go on; the message says what to do. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
}

/** @throws ImportRefusedError without an institution or without its migration-suspense ledger */
export async function readReferences(
  app: INestApplicationContext,
  tx: Tx,
  institutionId: number,
): Promise<ImportReferences> {
  const institution = await tx.findOneBy(Institution, { institutionId });
  if (!institution) throw new ImportRefusedError(`There is no institution ${institutionId}.`);
  const branches = await tx.findBy(Branch, { institutionId });
  const products = await tx.findBy(Product, { institutionId });
  const staff = await tx.find(Staff, { where: { institutionId }, select: { staffID: true } });
  const codes = await tx.findBy(GlAccount, { institutionId });
  const accounts = await tx.findBy(LedgerAccount, { institutionId, kind: 'gl' });
  const ledgers = new Map(accounts.map((account) => [account.number, account]));
  const settings = app.get(InstitutionSettings, { strict: false });
  const ledgerOf = async (key: string): Promise<number | null> => {
    const code = await settings.getWithin(tx, institutionId, key);
    return (code === undefined ? undefined : ledgers.get(code)?.id) ?? null;
  };
  const savingsTerms = await tx.findBy(SavingsProductTerms, { institutionId });
  const loanProducts = await loanOffers(tx, institutionId, products);
  return {
    institution,
    interestLedgerIds: new Map(
      savingsTerms.map(({ id, interestPayableGlAccountId }) => [id, interestPayableGlAccountId]),
    ),
    loanProducts,
    depositProducts: await depositOffers(tx, institutionId, products),
    scale: await app.get(LoanRules, { strict: false }).scaleOn(tx, institutionId, institution.businessDate),
    allowanceLedgerId: await ledgerOf(LOAN_ALLOWANCE_LEDGER),
    reserveLedgerId: await ledgerOf(REGULATORY_RISK_RESERVE_LEDGER),
    suspenseLedgerIds: new Set([...loanProducts.values()].map(({ terms }) => terms.interestInSuspenseGlAccountId)),
    branches: new Map(branches.map((branch) => [branch.branchCode, branch])),
    products: new Map(
      products
        .filter(({ productType }) => productType === 'Savings' || productType === 'Current')
        .map((product) => [product.code, product]),
    ),
    officers: new Set(staff.map(({ staffID }) => staffID)),
    ledgers: new Map(codes.flatMap(({ code }) => (ledgers.has(code) ? [[code, ledgers.get(code)!] as const] : []))),
    suspense: await suspenseLedger(app, institutionId, ledgers),
  };
}

async function loanOffers(
  tx: Tx,
  institutionId: number,
  products: readonly Product[],
): Promise<Map<string, LoanOffer>> {
  const terms = new Map((await tx.findBy(LoanProductTerms, { institutionId })).map((row) => [row.id, row]));
  const fees = await tx.findBy(ProductFee, { institutionId });
  return new Map(
    products
      .filter(({ id }) => terms.has(id))
      .map((product) => {
        const own = fees.filter(({ productId }) => productId === product.id);
        return [
          product.code,
          { product, terms: terms.get(product.id)!, fees: new Map(own.map((fee) => [fee.name, fee])) },
        ];
      }),
  );
}

async function depositOffers(
  tx: Tx,
  institutionId: number,
  products: readonly Product[],
): Promise<Map<string, TermDepositOffer>> {
  const terms = new Map((await tx.findBy(FixedDepositProductTerms, { institutionId })).map((row) => [row.id, row]));
  return new Map(
    products
      .filter(({ id }) => terms.has(id))
      .map((product) => [product.code, { product, terms: terms.get(product.id)! }]),
  );
}

async function suspenseLedger(
  app: INestApplicationContext,
  institutionId: number,
  ledgers: ReadonlyMap<string, LedgerAccount>,
): Promise<LedgerAccount> {
  const code = await app.get(InstitutionSettings, { strict: false }).get(institutionId, MIGRATION_SUSPENSE_LEDGER);
  const ledger = code === undefined ? undefined : ledgers.get(code);
  if (!ledger || ledger.isControl)
    throw new ImportRefusedError(
      `Set ${MIGRATION_SUSPENSE_LEDGER} to a ledger that is no control ledger and serves nothing else; ` +
        'opening balances are booked against it.',
    );
  return ledger;
}
