import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../../common/database/id-allocator';
import { extraRow, insertRows } from '../../common/database/insert-rows';
import { selectRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { AccountStatus } from '../engine/account-status';
import { LedgerAccount } from '../engine/ledger-account.entity';
import { ledgerErrors } from '../ledger.errors';
import { AccountDirectory } from './account-directory';
import { AccountDirectoryEntry } from './account-directory-entry.entity';

/** The facts of a new account of record. Its amounts start at zero. */
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
      | 'openedOn'
      | 'takesFees'
    >
  >;

/** The facts of a new account of a contract. An account that may be paid ahead of time may go negative. */
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

/** The facts of an account of record that may change, besides its status and the amounts of postings. */
export type LedgerAccountFacts = Pick<
  LedgerAccount,
  | 'name'
  | 'branchId'
  | 'productId'
  | 'controlAccountId'
  | 'kycTier'
  | 'singleLimitKobo'
  | 'dailyLimitKobo'
  | 'takesFees'
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

/** The amounts that decide how much may leave an account, and its status. */
export type LedgerFunds = Pick<LedgerAccount, (typeof FUNDS)[number]>;

const KEEP_MOVE = `INSERT INTO ledger_account_move (institution_id, id, account_id, business_date, entry_seq,
    from_ledger_id, to_ledger_id, from_branch_id, to_branch_id, debits_kobo, credits_kobo)
  SELECT $1::bigint, $2, $3, business_date, $4, $5, $6, $7, $8, $9, $10 FROM institution WHERE institution_id = $1
  RETURNING 1`;

const LOCK = 'WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE';

/** Opens accounts of record, and changes their facts. Only the posting engine writes the amounts of postings. */
@Injectable()
export class LedgerAccounts {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly ids: IdAllocator,
  ) {}

  /**
   * Opens an account of record and adds its number to the directory.
   * @param accountId the deposit or GL account to which it belongs
   */
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

  /** Opens the accounts of record of many deposit accounts, with their numbers. The ids of both are the same. */
  async openDeposits(tx: Tx, accounts: readonly NewLedgerAccount[]): Promise<void> {
    await insertRows(
      tx,
      accounts.flatMap((account) => {
        const { institutionId, number, id } = account;
        const entry = { institutionId, number, kind: 'deposit', accountId: id, ledgerAccountId: id } as const;
        return [extraRow(LedgerAccount, account), extraRow(AccountDirectoryEntry, entry)];
      }),
    );
  }

  /**
   * Opens the accounts of a contract. Callers cannot name them, so they are not in the directory.
   */
  async openContract(tx: Tx, accounts: readonly NewContractAccount[]): Promise<void> {
    const facts = { kind: 'contract', status: 'Active', allowApi: false } as const;
    await insertRows(
      tx,
      accounts.map((account) => extraRow(LedgerAccount, { ...account, ...facts })),
    );
  }

  /**
   * Locks accounts in the order of their ids, as the posting engine does, for callers that place liens or read balances
   * before they post.
   * @throws ACCOUNT_NOT_FOUND (404)
   */
  async lockAll(tx: Tx, institutionId: number, ids: readonly number[]): Promise<Map<number, LedgerAccount>> {
    const wanted = [...new Set(ids)];
    return complete(wanted, await selectRows(tx, LedgerAccount, LOCK, [institutionId, wanted]));
  }

  /** As `lockAll`, for many accounts of which only the funds are needed. @throws ACCOUNT_NOT_FOUND (404) */
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

  /** Changes facts of a locked account. Under another control account, its whole balance counts there. */
  async change(tx: Tx, account: LedgerAccount, facts: Partial<LedgerAccountFacts>): Promise<void> {
    if (Object.keys(facts).length === 0) return;
    await this.keepMove(tx, account, { ...account, ...facts });
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, facts);
    Object.assign(account, facts);
  }

  /** Keeps that an account goes to another control ledger or branch with all that was posted to it. */
  private async keepMove(tx: Tx, from: LedgerAccount, to: LedgerAccount): Promise<void> {
    const { institutionId, id, entrySeq, debitsPostedKobo, creditsPostedKobo } = from;
    if (from.controlAccountId === to.controlAccountId && from.branchId === to.branchId) return;
    await tx.query(KEEP_MOVE, [
      institutionId,
      await this.ids.next(),
      id,
      entrySeq,
      from.controlAccountId ?? id,
      to.controlAccountId ?? id,
      from.branchId,
      to.branchId,
      debitsPostedKobo.toString(),
      creditsPostedKobo.toString(),
    ]);
  }

  /**
   * Changes the liened amount of a locked account, by more or less than zero. The caller stores the liens that make up
   * the sum.
   */
  async changeLiened(tx: Tx, account: LedgerAccount, changeKobo: bigint): Promise<void> {
    const lienedKobo = account.lienedKobo + changeKobo;
    if (lienedKobo < 0n) throw new Error(`The liens of the account ${account.number} cannot fall below zero.`);
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, { lienedKobo });
    account.lienedKobo = lienedKobo;
  }

  /** Changes the overdraft limit of a locked account. The caller stores the overdraft that gives the limit. */
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
