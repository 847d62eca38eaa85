import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { losesConnection } from '../common/errors/database-error';
import type { ClosingDay, StepProgress } from './day-steps';

/** The next rows of a step, in the order of their key. */
export interface IdPage<Key> {
  /** The key of the last row that was read; undefined when no row is left. */
  last: Key | undefined;
  /** The rows to process. Rows that were read but are done already are left out. */
  ids: number[];
}

/** The result of a chunk that was written without some of its rows. */
export interface ChunkResult {
  done: number;
  /** The errors of the rows left out, by id. They become exceptions of the day. */
  failures: ReadonlyMap<number, unknown>;
}

/** Processing of rows in chunks, one transaction for each chunk. */
export interface RowProcessing {
  /** The kind of row, as staff read it in the list of exceptions: `lien` makes `lien:20300`. */
  subject: string;
  /** Rows in one transaction. Locks last as long as it does; 1 processes row by row. */
  chunkSize: number;
  /**
   * Processes rows in one transaction.
   * @returns the number of rows that were not done yet.
   * @throws FailedRowsError to have the chunk rolled back and repeated without the rows that it names.
   */
  process(tx: Tx, ids: number[]): Promise<number | ChunkResult>;
}

/** Rows that are found a page at a time and then processed in chunks. */
export interface ChunkedRows<Key> extends RowProcessing {
  /** A key before every row. */
  firstKey: Key;
  /** Finds the rows after a key, in a read-only transaction of its own. */
  nextPage(tx: Tx, after: Key): Promise<IdPage<Key>>;
}

/** @returns whether no row is found */
export async function findsNone<Key>(
  tx: Tx,
  { nextPage, firstKey }: Pick<ChunkedRows<Key>, 'nextPage' | 'firstKey'>,
): Promise<boolean> {
  return (await nextPage(tx, firstKey)).last === undefined;
}

/** Rows that SQL statements find and process together, so that no row passes through this program. */
export interface ChunkedStatement<Key> {
  /** A key before every row. */
  firstKey: Key;
  /** Processes the rows after a key, as many as a transaction should have. */
  execute(tx: Tx, after: Key): Promise<StatementResult<Key>>;
  /** Processes the rows that the statement left over. */
  leftOver?: RowProcessing;
  /**
   * Finds the rows of a chunk whose statement failed, in a read-only transaction; `leftOver` processes them. Without it
   * a failure fails the whole step.
   */
  failedPage?: (tx: Tx, after: Key) => Promise<IdPage<Key>>;
}

export interface StatementResult<Key> {
  /** The key of the last row of the chunk; undefined when no row is left. */
  last: Key | undefined;
  done: number;
  /** Rows to process with `leftOver` after the statement has committed. */
  leftOverIds?: number[];
}

/** Rows of a chunk that cannot be processed, with their errors. The other rows are processed without them. */
export class FailedRowsError extends Error {
  constructor(readonly failures: ReadonlyMap<number, unknown>) {
    super(`The rows ${[...failures.keys()].join(', ')} of a chunk failed.`);
    this.name = 'FailedRowsError';
  }
}

/**
 * Processes the rows of a day step in chunks, one transaction for each chunk. It stops between chunks when the process
 * stops; the next run finds the rows that are left. See `docs/ARCHITECTURE.md#end-of-day`.
 */
@Injectable()
export class ChunkRunner {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws the error of a chunk whose connection was lost; all other failures become exceptions of the day. */
  async run<Key>(day: ClosingDay, rows: ChunkedRows<Key>, progress: StepProgress): Promise<void> {
    let after = rows.firstKey;
    while (!progress.signal.aborted) {
      const { last, ids } = await this.unitOfWork.read(day.institutionId, (tx) => rows.nextPage(tx, after));
      if (last === undefined) return;
      await this.processRows(day, ids, rows, progress);
      after = last;
    }
  }

  /**
   * @throws the error of a statement that fails and has no `failedPage`: it has no single row to blame, so the whole
   *   step fails; that of a lost connection always
   */
  async runStatement<Key>(day: ClosingDay, statement: ChunkedStatement<Key>, progress: StepProgress): Promise<void> {
    let after = statement.firstKey;
    while (!progress.signal.aborted) {
      const chunk = await this.executeChunk(day, statement, after);
      if (statement.leftOver) await this.processRows(day, chunk.leftOverIds ?? [], statement.leftOver, progress);
      if (chunk.done > 0) await progress.advance(chunk.done);
      if (chunk.last === undefined) return;
      after = chunk.last;
    }
  }

  /**
   * Executes statements whose rows are apart at the same time. The failure of one stops the others between two chunks.
   * @throws the first failure, when all have stopped
   */
  async runStatements<Key>(
    day: ClosingDay,
    statements: readonly ChunkedStatement<Key>[],
    progress: StepProgress,
  ): Promise<void> {
    const failure = new AbortController();
    const laneProgress: StepProgress = {
      advance: (rows) => progress.advance(rows),
      failed: (exception) => progress.failed(exception),
      signal: AbortSignal.any([progress.signal, failure.signal]),
    };
    const ends = statements.map(async (statement) => {
      try {
        await this.runStatement(day, statement, laneProgress);
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    });
    await Promise.allSettled(ends);
    if (failure.signal.aborted) throw failure.signal.reason;
  }

  private async executeChunk<Key>(
    { institutionId }: ClosingDay,
    statement: ChunkedStatement<Key>,
    after: Key,
  ): Promise<StatementResult<Key>> {
    try {
      return await this.unitOfWork.run(institutionId, (tx) => statement.execute(tx, after));
    } catch (error) {
      const { failedPage } = statement;
      if (!failedPage || losesConnection(error)) throw error;
      const { last, ids } = await this.unitOfWork.read(institutionId, (tx) => failedPage(tx, after));
      return { last, done: 0, leftOverIds: ids };
    }
  }

  /** Processes known rows in chunks. @throws as `run` does. */
  async processRows(
    { institutionId }: ClosingDay,
    ids: readonly number[],
    processing: RowProcessing,
    progress: StepProgress,
  ): Promise<void> {
    const { chunkSize } = processing;
    for (let start = 0; start < ids.length; start += chunkSize)
      await this.processChunk(institutionId, ids.slice(start, start + chunkSize), processing, progress);
  }

  /** A chunk that fails is halved until the row that fails is alone. That row becomes an exception of the day. */
  private async processChunk(
    institutionId: number,
    ids: number[],
    processing: RowProcessing,
    progress: StepProgress,
  ): Promise<void> {
    if (progress.signal.aborted || ids.length === 0) return;
    const process = (chunk: number[]): Promise<void> => this.processChunk(institutionId, chunk, processing, progress);
    const keep = async (failures: ReadonlyMap<number, unknown>): Promise<void> => {
      for (const [id, error] of failures) await progress.failed({ subject: `${processing.subject}:${id}`, error });
    };
    let result: number | ChunkResult;
    try {
      result = await this.unitOfWork.run(institutionId, (tx) => processing.process(tx, ids));
    } catch (error) {
      if (losesConnection(error)) throw error;
      if (error instanceof FailedRowsError) {
        await keep(error.failures);
        return process(ids.filter((id) => !error.failures.has(id)));
      }
      if (ids.length === 1) return keep(new Map([[ids[0]!, error]]));
      const middle = Math.ceil(ids.length / 2);
      await process(ids.slice(0, middle));
      return process(ids.slice(middle));
    }
    const { done, failures } = typeof result === 'number' ? { done: result, failures: undefined } : result;
    if (done > 0) await progress.advance(done);
    if (failures) await keep(failures);
  }
}
