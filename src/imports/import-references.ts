import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Branch } from '../institutions/branches/branch.entity';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Staff } from '../institutions/staff/staff.entity';
import { GlAccount } from '../ledger/chart/gl-account.entity';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { Product } from '../products/product.entity';
import { MIGRATION_SUSPENSE_LEDGER } from './imports.settings';

/** A ledger of the institution that a line may name. */
export type NamedLedger = Pick<LedgerAccount, 'id' | 'isControl' | 'number'>;

/** The few records of the institution to which the lines of files refer, by their codes. */
export interface ImportReferences {
  institution: Institution;
  branches: ReadonlyMap<string, Branch>;
  /** Savings and current products. An inactive one is not refused: its accounts exist already. */
  products: ReadonlyMap<string, Product>;
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
  return {
    institution,
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
