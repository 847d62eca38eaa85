import { Injectable } from '@nestjs/common';
import type { ClosingDay, StepProgress } from '../../business-day/day-steps';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';

/** What a step of the day does to loans. */
export interface ChunkedWork {
  /**
   * SQL of the ids that are left: `$1` the institution, `$2` the id after which to go on, then `values`; in the order of `id`,
   * with a limit. Where it has a column `isLeft`, only those are gone through.
   */
  left: string;
  /** How many loans share a transaction. */
  size: number;
  values: readonly unknown[];
  /** Goes through loans in one transaction. @returns how many there was something to do of */
  process(tx: Tx, ids: number[]): Promise<number>;
}

/** Loans of a chunk that cannot be gone through, and why: the others are done without them. */
export class FailedLoansError extends Error {
  constructor(readonly failures: ReadonlyMap<number, unknown>) {
    super(`The loans ${[...failures.keys()].join(', ')} of a chunk failed.`);
    this.name = 'FailedLoansError';
  }
}

/** Goes through loans in chunks, a transaction each. */
@Injectable()
export class LoanChunks {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Ends early when the process stops; the next run finds what is left. */
  async goThrough({ institutionId }: ClosingDay, work: ChunkedWork, progress: StepProgress): Promise<void> {
    let last = 0;
    for (;;) {
      if (progress.signal.aborted) return;
      const page = await this.unitOfWork.read(institutionId, (tx) => pageAfter(tx, institutionId, last, work));
      if (page.lastId === undefined) return;
      for (let start = 0; start < page.ids.length; start += work.size)
        await this.chunk(institutionId, page.ids.slice(start, start + work.size), work, progress);
      last = page.lastId;
    }
  }

  /** Loans that are known to fail are left out; a chunk that fails as a whole is halved until the loan that fails is alone. */
  private async chunk(institutionId: number, ids: number[], work: ChunkedWork, progress: StepProgress): Promise<void> {
    if (progress.signal.aborted || ids.length === 0) return;
    try {
      const done = await this.unitOfWork.run(institutionId, (tx) => work.process(tx, ids));
      if (done > 0) await progress.advance(done);
    } catch (error) {
      if (error instanceof FailedLoansError) return this.without(error.failures, institutionId, ids, work, progress);
      if (ids.length === 1) return progress.failed({ subject: `loan:${ids[0]}`, error });
      const half = Math.ceil(ids.length / 2);
      await this.chunk(institutionId, ids.slice(0, half), work, progress);
      await this.chunk(institutionId, ids.slice(half), work, progress);
    }
  }

  private async without(
    failures: ReadonlyMap<number, unknown>,
    institutionId: number,
    ids: number[],
    work: ChunkedWork,
    progress: StepProgress,
  ): Promise<void> {
    for (const [id, error] of failures) await progress.failed({ subject: `loan:${id}`, error });
    await this.chunk(
      institutionId,
      ids.filter((id) => !failures.has(id)),
      work,
      progress,
    );
  }
}

async function pageAfter(
  tx: Tx,
  institutionId: number,
  last: number,
  { left, values }: ChunkedWork,
): Promise<{ ids: number[]; lastId: number | undefined }> {
  const rows = await tx.query<{ id: string; isLeft?: boolean }[]>(left, [institutionId, last, ...values]);
  const lastId = rows.at(-1)?.id;
  return {
    ids: rows.filter(({ isLeft }) => isLeft !== false).map(({ id }) => Number(id)),
    lastId: lastId === undefined ? undefined : Number(lastId),
  };
}
