import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { ClosingDay, StepProgress } from '../../../institutions/day-steps';

/** What a step of the day does to loans. */
export interface ChunkedWork {
  /** SQL of the ids that are left: `$1` the institution, `$2` the id after which to go on, then `values`; in the order of `id`, with a limit. */
  left: string;
  values: readonly unknown[];
  /** Goes through loans in one transaction. @returns how many there was something to do of */
  process(tx: Tx, ids: number[]): Promise<number>;
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
      const ids = await this.unitOfWork.read(institutionId, (tx) => idsAfter(tx, institutionId, last, work));
      if (ids.length === 0) return;
      await this.chunk(institutionId, ids, work, progress);
      last = ids.at(-1)!;
    }
  }

  /** A chunk that fails is halved until the loan that fails is alone. */
  private async chunk(institutionId: number, ids: number[], work: ChunkedWork, progress: StepProgress): Promise<void> {
    if (progress.signal.aborted) return;
    try {
      const done = await this.unitOfWork.run(institutionId, (tx) => work.process(tx, ids));
      if (done > 0) await progress.advance(done);
    } catch (error) {
      if (ids.length === 1) return progress.failed({ subject: `loan:${ids[0]}`, error });
      const half = Math.ceil(ids.length / 2);
      await this.chunk(institutionId, ids.slice(0, half), work, progress);
      await this.chunk(institutionId, ids.slice(half), work, progress);
    }
  }
}

async function idsAfter(tx: Tx, institutionId: number, last: number, { left, values }: ChunkedWork): Promise<number[]> {
  const rows = await tx.query<{ id: string }[]>(left, [institutionId, last, ...values]);
  return rows.map(({ id }) => Number(id));
}
