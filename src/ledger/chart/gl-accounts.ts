import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { searchName } from '../../common/text/search-name';
import { Clock } from '../../common/time/clock';
import type { LedgerAccount } from '../engine/ledger-account.entity';
import { ledgerErrors } from '../ledger.errors';
import { GlAccount, type GlCategory } from './gl-account.entity';
import { LedgerAccounts } from './ledger-accounts';
import { normalSideOf } from './normal-side';

export interface NewGlAccount {
  institutionId: number;
  /** From `IdAllocator`. The ledger's account of record gets the same id. */
  id: number;
  code: string;
  name: string;
  category: GlCategory;
  isControl: boolean;
  allowApi: boolean;
  /** Only a ledger of the category `Income` may take fees that callers name. */
  takesFees: boolean;
  cash: boolean;
  allowNegative: boolean;
  branchId?: number;
}

/** Adds and changes ledgers, for the modules whose records have ledgers of their own, such as tills. */
@Injectable()
export class GlAccounts {
  constructor(
    private readonly accounts: LedgerAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a ledger with its account of record.
   * @throws LEDGER_CODE_TAKEN (409), also when the code is the number of another account
   */
  async open(
    tx: Tx,
    { institutionId, id, code, name, category, isControl, allowApi, takesFees, cash, ...rest }: NewGlAccount,
  ): Promise<GlAccount> {
    const { allowNegative, branchId } = rest;
    const taken = {
      uq_gl_account_code: ledgerErrors.LEDGER_CODE_TAKEN,
      pk_account_number: ledgerErrors.LEDGER_CODE_TAKEN,
    };
    const ledger: GlAccount = {
      institutionId,
      id,
      code,
      name,
      searchName: searchName(name),
      category,
      cash,
      createdAt: this.clock.institutionNow(institutionId),
    };
    await refusingDuplicates(tx.insert(GlAccount, ledger), taken);
    const flags = { isControl, allowApi, takesFees, mayGoNegative: allowNegative };
    const account = {
      institutionId,
      id,
      number: code,
      name,
      kind: 'gl' as const,
      status: 'Active' as const,
      normalSide: normalSideOf(category),
      ...flags,
    };
    await refusingDuplicates(
      this.accounts.open(tx, branchId === undefined ? account : { ...account, branchId }, id),
      taken,
    );
    return ledger;
  }

  /** Renames the ledger of a locked account of record, and moves it to another branch. */
  async change(tx: Tx, account: LedgerAccount, { name, branchId }: { name: string; branchId: number }): Promise<void> {
    await tx.update(
      GlAccount,
      { institutionId: account.institutionId, id: account.id },
      { name, searchName: searchName(name) },
    );
    await this.accounts.change(tx, account, { name, branchId });
  }
}
