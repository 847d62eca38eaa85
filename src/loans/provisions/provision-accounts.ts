import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { GlAccount, type GlCategory } from '../../ledger/chart/gl-account.entity';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { RETAINED_EARNINGS_LEDGER_CODE } from '../../ledger/chart/retained-earnings-ledger';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { loansErrors } from '../loans.errors';
import { LOAN_ALLOWANCE_LEDGER, LOAN_IMPAIRMENT_LEDGER, REGULATORY_RISK_RESERVE_LEDGER } from '../loans.settings';
import { LoanProvisionAccount } from './loan-provision-account.entity';

/** A branch, a product and a class, whose loans share an account of the allowance. */
export interface ProvisionGroup {
  branchId: number;
  productId: number;
  classification: LoanProvisionAccount['classification'];
}

/** The ledger that is debited when a provision grows, and the control ledger of the provision. */
export interface ProvisionLedgers {
  debitId: number;
  controlId: number;
}

/** An account of provisions as it stands. */
export interface ProvisionBalance {
  accountId: number;
  group: ProvisionGroup;
  /** Credits less debits. */
  balanceKobo: bigint;
}

/** The group of the one account of the reserve. */
export const RESERVE: ProvisionGroup = { branchId: 0, productId: 0, classification: 'Reserve' };

const LOCKED = `SELECT p.id, p.branch_id AS "branchId", p.product_id AS "productId", p.classification,
    (a.credits_posted_kobo - a.debits_posted_kobo)::text AS kobo
  FROM loan_provision_account p JOIN ledger_account a ON a.institution_id = p.institution_id AND a.id = p.id
 WHERE p.institution_id = $1 ORDER BY p.id FOR NO KEY UPDATE`;

/** Finds the ledgers of provisions and opens the accounts of record below them. */
@Injectable()
export class ProvisionAccounts {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly accounts: LedgerAccounts,
    private readonly ids: IdAllocator,
  ) {}

  /** The ledgers of the allowance and its expense. @throws PROVISION_LEDGERS_NOT_CONFIGURED (503) */
  async allowanceLedgers(tx: Tx, institutionId: number): Promise<ProvisionLedgers> {
    return {
      debitId: await this.ledger(tx, institutionId, LOAN_IMPAIRMENT_LEDGER, 'Expense', false),
      controlId: await this.ledger(tx, institutionId, LOAN_ALLOWANCE_LEDGER, 'Asset', true),
    };
  }

  /** The ledgers of retained earnings and of the reserve. @throws PROVISION_LEDGERS_NOT_CONFIGURED (503) */
  async reserveLedgers(tx: Tx, institutionId: number): Promise<ProvisionLedgers> {
    return {
      debitId: await this.ledger(tx, institutionId, RETAINED_EARNINGS_LEDGER_CODE, 'Equity', false),
      controlId: await this.ledger(tx, institutionId, REGULATORY_RISK_RESERVE_LEDGER, 'Equity', true),
    };
  }

  /**
   * Every account of provisions with its balance, locked, so that a night and a write-off follow each other.
   */
  async lock(tx: Tx, institutionId: number): Promise<ProvisionBalance[]> {
    const rows = await tx.query<
      {
        id: string;
        branchId: string;
        productId: string;
        classification: ProvisionGroup['classification'];
        kobo: string;
      }[]
    >(LOCKED, [institutionId]);
    return rows.map(({ id, branchId, productId, classification, kobo }) => ({
      accountId: Number(id),
      group: { branchId: Number(branchId), productId: Number(productId), classification },
      balanceKobo: BigInt(kobo),
    }));
  }

  /** Opens the account of a group. @returns its id */
  async open(tx: Tx, institutionId: number, group: ProvisionGroup, controlId: number): Promise<number> {
    const id = await this.ids.next();
    const isReserve = group.classification === 'Reserve';
    await this.accounts.openContract(tx, [
      {
        institutionId,
        id,
        number: isReserve ? 'PROVISION-RESERVE' : `PROVISION-${id}`,
        name: isReserve ? 'Regulatory risk reserve' : `Allowance for loan losses, ${group.classification}`,
        controlAccountId: controlId,
        productId: isReserve ? null : group.productId,
        branchId: isReserve ? null : group.branchId,
        normalSide: 'credit',
        mayGoNegative: false,
      },
    ]);
    await tx.insert(LoanProvisionAccount, { institutionId, id, ...group });
    return id;
  }

  /**
   * The ledger that a setting names.
   * @throws PROVISION_LEDGERS_NOT_CONFIGURED (503) where it is not set, or to a ledger of another kind
   */
  async ledger(tx: Tx, institutionId: number, key: string, category: GlCategory, isControl: boolean): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, key);
    const ledger = code === undefined ? null : await tx.findOneBy(GlAccount, { institutionId, code, category });
    const account = ledger && (await tx.findOneByOrFail(LedgerAccount, { institutionId, id: ledger.id }));
    if (account?.isControl !== isControl)
      throw loansErrors.PROVISION_LEDGERS_NOT_CONFIGURED(
        `Set ${key} to a ledger of the category ${category} that is ${isControl ? 'a' : 'not a'} control ledger.`,
      );
    return account.id;
  }
}
