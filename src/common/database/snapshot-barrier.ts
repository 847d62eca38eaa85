import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from './unit-of-work';

const POLL_MS = 10;
const TIMEOUT_MS = 120_000;

/**
 * Waits for running transactions. A posting reads the business date, the closed period and the scenarios in use without
 * locking the institution, because a row lock would starve under load. After a commit of new ones, the caller therefore
 * waits until every transaction that may have read the old ones has ended; a transaction has its number before it reads
 * them (`docs/ARCHITECTURE.md#end-of-day`). The bound is a number taken after the commit: the end of a snapshot would
 * be one after the last transaction that ended, and later numbers may be running by then.
 */
@Injectable()
export class SnapshotBarrier {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws Error when a transaction stays open for minutes; try again later. */
  async pass(): Promise<void> {
    const deadline = performance.now() + TIMEOUT_MS;
    const first = await this.unitOfWork.routing(async (tx) => {
      const [{ bound }] = await tx.query<[{ bound: string }]>('SELECT pg_current_xact_id()::text AS bound');
      return { until: bound, isPassed: await hasPassed(tx, bound) };
    });
    let { isPassed } = first;
    while (!isPassed) {
      if (performance.now() > deadline)
        throw new Error('A transaction that began before the change is still open; end it.');
      await sleep(POLL_MS);
      isPassed = await this.unitOfWork.routing((tx) => hasPassed(tx, first.until));
    }
  }
}

/** True when all transactions before this one have ended. The transaction itself may ask. */
async function hasPassed(tx: Tx, until: string): Promise<boolean> {
  const [{ answer }] = await tx.query<[{ answer: boolean }]>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS answer',
    [until],
  );
  return answer;
}
