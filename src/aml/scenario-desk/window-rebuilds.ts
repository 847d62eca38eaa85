import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { advanceInPlace, DEFAULT_WINDOW_SETTINGS, emptyWindowState, type WindowState } from '../scenarios/window-state';
import { unpackMovement } from './packed-movement';

export const REBUILD_JOB = 'aml-window-rebuild';

const PAGE_SIZE = 5_000;

const ACCOUNTS = `SELECT DISTINCT account_id FROM movement_facts
  WHERE institution_id = $1 AND account_id > $2 ORDER BY account_id LIMIT 1000`;
const PAGE = `SELECT seq, posting_id, at, outcome, facts FROM movement_facts
  WHERE institution_id = $1 AND account_id = $2 AND seq > $3 ORDER BY seq LIMIT ${PAGE_SIZE}`;
const STORE = `INSERT INTO aml_window_state (institution_id, account_id, state) VALUES ($1, $2, $3)
  ON CONFLICT (institution_id, account_id) DO UPDATE SET state = excluded.state`;

interface FactsRow {
  seq: string;
  posting_id: string;
  at: Date;
  outcome: 'posted' | 'held';
  facts: Record<string, unknown>;
}

/**
 * Builds the windows of accounts anew from their stored facts, after a change of their layout or of their settings
 * (docs/domain/scenarios.md#windows). Each account is built under its lock, so a posting beside it is either in the
 * facts that are read or waits and counts on the new state: none is lost.
 */
@Injectable()
@MemberOf(JobHandlers)
export class WindowRebuilds implements JobHandler {
  readonly kind = REBUILD_JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ledgerAccounts: LedgerAccounts,
  ) {}

  /** Every account of the institution that has facts. It may run again: the result is the same. */
  async run({ institutionId }: RunningJob): Promise<void> {
    for (let last = 0, ids = await this.after(institutionId, last); ids.length > 0;) {
      for (const id of ids) await this.rebuild(institutionId, id);
      last = ids.at(-1)!;
      ids = await this.after(institutionId, last);
    }
  }

  /** One account. */
  async rebuild(institutionId: number, accountId: number): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.ledgerAccounts.lock(tx, institutionId, accountId);
      await tx.query(STORE, [institutionId, accountId, Buffer.from(await foldedState(tx, institutionId, accountId))]);
    });
  }

  private async after(institutionId: number, last: number): Promise<number[]> {
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ account_id: string }[]>(ACCOUNTS, [institutionId, last]),
    );
    return rows.map(({ account_id }) => Number(account_id));
  }
}

/** The windows after all stored movements of an account, read in pages. */
async function foldedState(tx: Tx, institutionId: number, accountId: number): Promise<WindowState> {
  const state = emptyWindowState();
  for (let last = 0; Number.isFinite(last);) {
    const rows = await tx.query<FactsRow[]>(PAGE, [institutionId, accountId, last]);
    for (const { posting_id, at, outcome, facts } of rows)
      advanceInPlace(
        state,
        unpackMovement({ accountId, postingId: Number(posting_id), at, outcome, facts }),
        DEFAULT_WINDOW_SETTINGS,
      );
    last = rows.length < PAGE_SIZE ? Infinity : Number(rows.at(-1)!.seq);
  }
  return state;
}
