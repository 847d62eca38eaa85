import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { emptyWindowState } from '../scenarios/window-state';
import { CustomerWindowBuilds } from './customer-window-builds';
import { countStored, LAST_SEQ } from './stored-windows';

export const REBUILD_JOB = 'aml-window-rebuild';

/** The windows to build: those of accounts and customers by default, or those of customers only. */
export interface RebuildPayload {
  of?: 'customers';
}

const ACCOUNTS = `SELECT DISTINCT account_id FROM movement_facts
  WHERE institution_id = $1 AND account_id > $2 ORDER BY account_id LIMIT 1000`;
const STORE = `INSERT INTO aml_window_state (institution_id, account_id, state) VALUES ($1, $2, $3)
  ON CONFLICT (institution_id, account_id) DO UPDATE SET state = excluded.state`;

/**
 * Builds windows anew from stored facts, after a change of their layout or of their settings, and those of customers
 * when they come into use (docs/domain/scenarios.md#windows). Each account is built under its lock, so a posting beside
 * it is either in the facts that are read or waits and counts on the new state: none is lost.
 */
@Injectable()
@MemberOf(JobHandlers)
export class WindowRebuilds implements JobHandler {
  readonly kind = REBUILD_JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly customers: CustomerWindowBuilds,
  ) {}

  /** Every account and customer of the institution with facts. It may run again: the result is the same. */
  async run({ institutionId, payload }: RunningJob): Promise<void> {
    if ((payload as RebuildPayload).of !== 'customers') await this.rebuildAccounts(institutionId);
    await this.customers.buildAll(institutionId);
  }

  /** One account. */
  async rebuild(institutionId: number, accountId: number): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.ledgerAccounts.lock(tx, institutionId, accountId);
      const state = emptyWindowState();
      await countStored(tx, institutionId, state, { accountIds: [accountId], after: 0, through: LAST_SEQ });
      await tx.query(STORE, [institutionId, accountId, Buffer.from(state)]);
    });
  }

  private async rebuildAccounts(institutionId: number): Promise<void> {
    for (let last = 0, ids = await this.after(institutionId, last); ids.length > 0;) {
      for (const id of ids) await this.rebuild(institutionId, id);
      last = ids.at(-1)!;
      ids = await this.after(institutionId, last);
    }
  }

  private async after(institutionId: number, last: number): Promise<number[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ account_id: string }[]>(ACCOUNTS, [institutionId, last]),
    );
    return rows.map(({ account_id }) => Number(account_id));
  }
}
