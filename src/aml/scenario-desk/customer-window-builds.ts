import { Injectable } from '@nestjs/common';
import { SnapshotBarrier } from '../../common/database/snapshot-barrier';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { countsForCustomer } from '../scenarios/customer-windows';
import { emptyWindowState, type WindowState } from '../scenarios/window-state';
import { countStored, LAST_SEQ } from './stored-windows';

const SINCE = 'SELECT customer_windows_since AS since FROM institution WHERE institution_id = $1';
const CUSTOMERS = `SELECT DISTINCT d.customer_id FROM deposit_account d
  WHERE d.institution_id = $1 AND d.customer_id > $2
    AND EXISTS (SELECT 1 FROM movement_facts f WHERE f.institution_id = $1 AND f.account_id = d.id)
  ORDER BY d.customer_id LIMIT 1000`;
const ACCOUNTS = 'SELECT id FROM deposit_account WHERE institution_id = $1 AND customer_id = $2 ORDER BY id';
/** No account is opened for a locked customer. */
const LOCK = 'SELECT 1 FROM customer WHERE institution_id = $1 AND id = $2 FOR NO KEY UPDATE';
/** The movements up to here are final: no open transaction stores an earlier one. */
const FINAL = 'SELECT read_seq FROM aml_movement_mark WHERE institution_id = $1';
const STORE = `INSERT INTO aml_customer_window (institution_id, customer_id, speed, since, state)
  VALUES ($1, $2, 'lock', $3, $4)
  ON CONFLICT (institution_id, customer_id, speed) DO UPDATE SET since = excluded.since, state = excluded.state`;

/** The accounts of a customer, in the order in which postings lock them. */
async function accountsOf(tx: Tx, institutionId: number, customerId: number): Promise<number[]> {
  const rows = await tx.query<{ id: string }[]>(ACCOUNTS, [institutionId, customerId]);
  return rows.map(({ id }) => Number(id));
}

/**
 * The windows of a customer with all stored movements up to one counted.
 * @param through number of the last movement; no open transaction may store an earlier one
 */
export async function customerWindowsAt(
  tx: Tx,
  institutionId: number,
  customerId: number,
  through: number,
): Promise<WindowState> {
  const state = emptyWindowState();
  const accountIds = await accountsOf(tx, institutionId, customerId);
  await countStored(tx, institutionId, state, { accountIds, after: 0, through }, countsForCustomer);
  return state;
}

/**
 * Builds the windows of customers from their stored movements when a scenario that reads them comes into use
 * (docs/domain/scenarios.md#customer-windows). Postings count on them from then on.
 */
@Injectable()
export class CustomerWindowBuilds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly barrier: SnapshotBarrier,
  ) {}

  /**
   * Every customer with movements, one transaction each; nothing while no scenario in use reads them. A posting that
   * still decides by the scenarios of before counts for no customer, and another one on the customer's other account
   * does not see it; so the customers are looked up once all such postings have ended.
   */
  async buildAll(institutionId: number): Promise<void> {
    if ((await this.since(institutionId)) === 0) return;
    await this.barrier.pass();
    for (let last = 0, ids = await this.after(institutionId, last); ids.length > 0;) {
      for (const id of ids) await this.build(institutionId, id);
      last = ids.at(-1)!;
      ids = await this.after(institutionId, last);
    }
  }

  /**
   * One customer. The long part is read without a lock; only the newest movements are read while the accounts are
   * locked, so that postings wait for a moment only.
   */
  async build(institutionId: number, customerId: number): Promise<void> {
    const final = await this.unitOfWork.read(institutionId, async (tx) => {
      const [mark] = await tx.query<{ read_seq: string }[]>(FINAL, [institutionId]);
      const through = Number(mark?.read_seq ?? 0);
      return { through, state: await customerWindowsAt(tx, institutionId, customerId, through) };
    });
    await this.unitOfWork.run(institutionId, async (tx) => {
      await tx.query(LOCK, [institutionId, customerId]);
      const accountIds = await accountsOf(tx, institutionId, customerId);
      await this.ledgerAccounts.lockFunds(tx, institutionId, accountIds);
      const movements = { accountIds, after: final.through, through: LAST_SEQ };
      await countStored(tx, institutionId, final.state, movements, countsForCustomer);
      const [institution] = await tx.query<[{ since: string }]>(SINCE, [institutionId]);
      await tx.query(STORE, [institutionId, customerId, institution.since, Buffer.from(final.state)]);
    });
  }

  private async since(institutionId: number): Promise<number> {
    const [row] = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ since: string }[]>(SINCE, [institutionId]),
    );
    return Number(row?.since ?? 0);
  }

  private async after(institutionId: number, last: number): Promise<number[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ customer_id: string }[]>(CUSTOMERS, [institutionId, last]),
    );
    return rows.map(({ customer_id }) => Number(customer_id));
  }
}
