import { Injectable } from '@nestjs/common';
import { selectRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { AccountStatus } from '../engine/account-status';
import { LedgerAccount } from '../engine/ledger-account.entity';
import { ledgerErrors } from '../ledger.errors';
import { AccountDirectory } from './account-directory';

/** What a new account of record is; its amounts start at zero. */
export type NewLedgerAccount = Pick<
  LedgerAccount,
  'institutionId' | 'id' | 'number' | 'name' | 'kind' | 'status' | 'normalSide'
> &
  Partial<
    Pick<
      LedgerAccount,
      | 'controlAccountId'
      | 'isControl'
      | 'allowApi'
      | 'mayGoNegative'
      | 'productId'
      | 'customerType'
      | 'branchId'
      | 'kycTier'
    >
  >;

/** An account of a contract's books. Those that may be paid ahead of time may go negative. */
export type NewContractAccount = Pick<
  LedgerAccount,
  | 'institutionId'
  | 'id'
  | 'number'
  | 'name'
  | 'normalSide'
  | 'controlAccountId'
  | 'mayGoNegative'
  | 'productId'
  | 'branchId'
>;

/** What is neither posted nor a status of an account of record, and may change. */
export type LedgerAccountFacts = Pick<
  LedgerAccount,
  'name' | 'branchId' | 'productId' | 'controlAccountId' | 'kycTier' | 'singleLimitKobo' | 'dailyLimitKobo'
>;

const FUNDS = [
  'id',
  'status',
  'normalSide',
  'debitsPostedKobo',
  'creditsPostedKobo',
  'lienedKobo',
  'overdraftLimitKobo',
] as const;

/** What an account owns, and whether it may be taken. */
export type LedgerFunds = Pick<LedgerAccount, (typeof FUNDS)[number]>;

const LOCK = 'WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE';

/** Opens accounts of record and changes what is not posted. What is posted is written by the posting engine alone. */
@Injectable()
export class LedgerAccounts {
  constructor(private readonly directory: AccountDirectory) {}

  /** Opens an account of record and registers its number. `accountId` is the deposit or GL account it belongs to. */
  async open(tx: Tx, account: NewLedgerAccount, accountId: number): Promise<void> {
    await tx.insert(LedgerAccount, account);
    await this.directory.register(tx, {
      institutionId: account.institutionId,
      number: account.number,
      kind: account.kind === 'gl' ? 'gl' : 'deposit',
      accountId,
      ledgerAccountId: account.id,
      virtualName: null,
    });
  }

  /**
   * Opens the accounts of a contract: they have no number that callers could name, so the directory does not know them.
   */
  async openContract(tx: Tx, accounts: NewContractAccount[]): Promise<void> {
    await tx.insert(
      LedgerAccount,
      accounts.map((account) => ({
        ...account,
        kind: 'contract' as const,
        status: 'Active' as const,
        allowApi: false,
      })),
    );
  }

  /**
   * Locks accounts in the order of their ids, as the posting engine does: for callers that hold money or read balances
   * before they post.
   * @throws ACCOUNT_NOT_FOUND (404)
   */
  async lockAll(tx: Tx, institutionId: number, ids: readonly number[]): Promise<Map<number, LedgerAccount>> {
    const wanted = [...new Set(ids)];
    return complete(wanted, await selectRows(tx, LedgerAccount, LOCK, [institutionId, wanted]));
  }

  /** As `lockAll`, for many accounts of which no more is asked than what they own. @throws ACCOUNT_NOT_FOUND (404) */
  async lockFunds(tx: Tx, institutionId: number, ids: readonly number[]): Promise<Map<number, LedgerFunds>> {
    const wanted = [...new Set(ids)];
    return complete(wanted, await selectRows(tx, LedgerAccount, LOCK, [institutionId, wanted], FUNDS));
  }

  /** Locks one account of record until the transaction ends, against postings too. @throws ACCOUNT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<LedgerAccount> {
    const account = await tx.findOne(LedgerAccount, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND();
    return account;
  }

  /** Changes the status of a locked account. */
  async setStatus(tx: Tx, account: LedgerAccount, status: AccountStatus): Promise<void> {
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, { status });
    account.status = status;
  }

  /** Changes facts about a locked account. With another control account, its whole balance counts towards that one. */
  async change(tx: Tx, account: LedgerAccount, facts: Partial<LedgerAccountFacts>): Promise<void> {
    if (Object.keys(facts).length === 0) return;
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, facts);
    Object.assign(account, facts);
  }

  /**
   * Adds to the held money of a locked account, or takes from it. Whoever calls this keeps the liens that explain the
   * sum.
   */
  async addHeld(tx: Tx, account: LedgerAccount, changeKobo: bigint): Promise<void> {
    const lienedKobo = account.lienedKobo + changeKobo;
    if (lienedKobo < 0n) throw new Error(`The account ${account.number} would hold less than nothing.`);
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, { lienedKobo });
    account.lienedKobo = lienedKobo;
  }

  /** Changes the overdraft limit of a locked account. Whoever calls this keeps the overdraft that explains it. */
  async setOverdraftLimit(tx: Tx, account: LedgerAccount, overdraftLimitKobo: bigint): Promise<void> {
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, { overdraftLimitKobo });
    account.overdraftLimitKobo = overdraftLimitKobo;
  }
}

function complete<Account extends { id: number }>(
  wanted: readonly number[],
  accounts: readonly Account[],
): Map<number, Account> {
  if (accounts.length < wanted.length) throw ledgerErrors.ACCOUNT_NOT_FOUND();
  return new Map(accounts.map((account) => [account.id, account]));
}
