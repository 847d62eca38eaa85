import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/cache/at-most';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerPool } from '../engine/ledger-pool';
import { ledgerErrors } from '../ledger.errors';
import { AccountDirectoryEntry, type AccountDirectoryKind } from './account-directory-entry.entity';

const CACHED_NUMBERS = 200_000;

const NUMBERS = `SELECT number, kind, account_id, ledger_account_id, virtual_name, closed
  FROM account_number WHERE institution_id = $1 AND number = ANY($2)`;

interface Row {
  number: string;
  kind: AccountDirectoryKind;
  account_id: string;
  ledger_account_id: string;
  virtual_name: string | null;
  closed: boolean;
}

const RENAME_VIRTUALS = `
  UPDATE account_number SET virtual_name = renamed.name
    FROM unnest($2::varchar[], $3::varchar[]) AS renamed (number, name)
   WHERE institution_id = $1 AND account_number.number = renamed.number AND kind = 'virtual'`;

/**
 * Finds the account behind an account number or a ledger code. Rows of deposit and GL accounts never change and are
 * never deleted, so the process caches them; the posting engine reads what can change (status, balance, limits) under
 * lock. Virtual accounts can be renamed and closed by another process, so they are looked up each time.
 */
@Injectable()
export class AccountDirectory {
  private readonly cache = new LRUCache<string, AccountDirectoryEntry>(atMost(CACHED_NUMBERS));
  /** For each institution, the next look-up: it collects numbers while the one before it is at the database. */
  private readonly gathering = new Map<
    number,
    { numbers: Set<string>; rows: Promise<Map<string, AccountDirectoryEntry>> }
  >();
  private readonly running = new Map<number, Promise<unknown>>();

  constructor(private readonly pool: LedgerPool) {}

  async find(institutionId: number, number: string): Promise<AccountDirectoryEntry | undefined> {
    return (await this.findMany(institutionId, [number])).get(number);
  }

  /** Finds several numbers at once. @returns the entries by number, without numbers that do not exist. */
  async findMany(institutionId: number, numbers: string[]): Promise<Map<string, AccountDirectoryEntry>> {
    const found = new Map<string, AccountDirectoryEntry>();
    const unknown: string[] = [];
    for (const number of new Set(numbers)) {
      const cached = this.cache.get(`${institutionId}|${number}`);
      if (cached) found.set(number, cached);
      else unknown.push(number);
    }
    if (unknown.length === 0) return found;
    const rows = await this.lookUp(institutionId, unknown);
    for (const number of unknown) {
      const row = rows.get(number);
      if (row) found.set(number, row);
    }
    return found;
  }

  /** The entry of a deposit, GL or virtual account. @throws ACCOUNT_NOT_FOUND (404) */
  async require(institutionId: number, number: string): Promise<AccountDirectoryEntry> {
    const found = await this.find(institutionId, number);
    if (!found) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${number}; check the number.`);
    return found;
  }

  /**
   * The entry of a deposit account.
   * @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
   */
  async requireDeposit(institutionId: number, number: string): Promise<AccountDirectoryEntry> {
    const found = await this.require(institutionId, number);
    if (found.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    if (found.kind === 'gl') throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${number}; check the number.`);
    return found;
  }

  /** For account numbers in filters, which may be absent or unknown. @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async assertNotVirtual(institutionId: number, numbers: (string | undefined)[]): Promise<void> {
    const found = await this.findMany(
      institutionId,
      numbers.filter((number) => number !== undefined),
    );
    if ([...found.values()].some(({ kind }) => kind === 'virtual')) throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
  }

  /** Adds a number, in the transaction that creates its account. */
  async register(tx: Tx, row: Omit<AccountDirectoryEntry, 'closed'>): Promise<void> {
    await tx.insert(AccountDirectoryEntry, row);
  }

  /** Renames virtual accounts, in the transaction that renames their owner. */
  async renameVirtuals(tx: Tx, institutionId: number, names: { number: string; virtualName: string }[]): Promise<void> {
    await tx.query(RENAME_VIRTUALS, [
      institutionId,
      names.map(({ number }) => number),
      names.map(({ virtualName }) => virtualName),
    ]);
  }

  /** Closes a virtual account: it takes no more credits. */
  async closeVirtual(tx: Tx, institutionId: number, number: string): Promise<void> {
    await tx.update(AccountDirectoryEntry, { institutionId, number, kind: 'virtual' }, { closed: true });
  }

  /** Callers that arrive during a look-up share the next one, so that a busy process sends few statements. */
  private lookUp(institutionId: number, numbers: string[]): Promise<Map<string, AccountDirectoryEntry>> {
    let next = this.gathering.get(institutionId);
    if (!next) {
      const gathered = new Set<string>();
      const previous = this.running.get(institutionId) ?? Promise.resolve();
      const rows = previous.then(() => {
        this.gathering.delete(institutionId);
        return this.read(institutionId, [...gathered]);
      });
      next = { numbers: gathered, rows };
      this.gathering.set(institutionId, next);
      this.running.set(
        institutionId,
        rows.catch(() => undefined),
      );
    }
    for (const number of numbers) next.numbers.add(number);
    return next.rows;
  }

  private async read(institutionId: number, numbers: string[]): Promise<Map<string, AccountDirectoryEntry>> {
    const rows = await this.pool.lookUp<Row>(institutionId, 'ledger-numbers', NUMBERS, [institutionId, numbers]);
    const found = new Map<string, AccountDirectoryEntry>();
    for (const { number, kind, account_id, ledger_account_id, virtual_name, closed } of rows) {
      const row = {
        institutionId,
        number,
        kind,
        accountId: Number(account_id),
        ledgerAccountId: Number(ledger_account_id),
        virtualName: virtual_name,
        closed,
      };
      if (kind !== 'virtual') this.cache.set(`${institutionId}|${number}`, row);
      found.set(number, row);
    }
    return found;
  }
}
