import type { Tx, UnitOfWork } from '../common/database/unit-of-work';
import { type ChunkedRows, type ChunkResult, ChunkRunner, FailedRowsError, type IdPage } from './chunk-runner';
import type { ClosingDay, StepException, StepProgress } from './day-steps';

const DAY: ClosingDay = { institutionId: 1, date: '2026-11-20', nextDate: '2026-11-21' };
const PAGE_SIZE = 4;

type Process = (ids: number[]) => number | ChunkResult;

interface Run {
  /** The rows of each transaction, in order. */
  chunks: number[][];
  done: number;
  failed: StepException[];
  controller: AbortController;
}

/** Records every transaction; the fake unit of work passes on what `process` returns or throws. */
class RecordingUnitOfWork {
  transactions = 0;

  run<T>(_institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    this.transactions += 1;
    return work({} as Tx);
  }

  read<T>(_institutionId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return work({} as Tx);
  }
}

function runnerOf(unitOfWork = new RecordingUnitOfWork()): ChunkRunner {
  return new ChunkRunner(unitOfWork as unknown as UnitOfWork);
}

function newRun(): Run & { progress: StepProgress } {
  const controller = new AbortController();
  const run: Run = { chunks: [], done: 0, failed: [], controller };
  const progress: StepProgress = {
    advance: (rows) => Promise.resolve(void (run.done += rows)),
    failed: (exception) => Promise.resolve(void run.failed.push(exception)),
    signal: controller.signal,
  };
  return Object.assign(run, { progress });
}

function rowsOf(run: Run, ids: number[], chunkSize: number, process: Process): ChunkedRows<number> {
  return {
    subject: 'row',
    chunkSize,
    firstKey: 0,
    nextPage: (_tx, after) => {
      const page = ids.filter((id) => id > after).slice(0, PAGE_SIZE);
      return Promise.resolve({ last: page.at(-1), ids: page });
    },
    process: async (_tx, chunk) => {
      run.chunks.push(chunk);
      return Promise.resolve(process(chunk));
    },
  };
}

/** Runs over these rows in chunks. */
async function runOver(ids: number[], chunkSize: number, process: Process = (chunk) => chunk.length): Promise<Run> {
  const run = newRun();
  await runnerOf().run(DAY, rowsOf(run, ids, chunkSize, process), run.progress);
  return run;
}

/** Fails a chunk that contains one of these rows, as a database error does that rolls the chunk back. */
function failingAt(...broken: number[]): Process {
  return (chunk) => {
    const row = chunk.find((id) => broken.includes(id));
    if (row !== undefined) throw new Error(`row ${row}`);
    return chunk.length;
  };
}

describe('ChunkRunner.run', () => {
  it('processes every page in chunks and counts the rows done', async () => {
    const { chunks, done, failed } = await runOver([1, 2, 3, 4, 5, 6, 7], 3);
    expect(chunks).toEqual([[1, 2, 3], [4], [5, 6, 7]]);
    expect({ done, failed }).toEqual({ done: 7, failed: [] });
  });

  it('processes row by row with a chunk size of 1', async () => {
    const { chunks } = await runOver([1, 2, 3], 1);
    expect(chunks).toEqual([[1], [2], [3]]);
  });

  it('opens no transaction when no row is due', async () => {
    expect((await runOver([], 3)).chunks).toEqual([]);
  });

  it('does not count rows that were done already', async () => {
    const { done } = await runOver([1, 2, 3], 1, ([id]) => (id === 2 ? 0 : 1));
    expect(done).toBe(2);
  });

  it('continues after a page whose rows are all done already', async () => {
    const run = newRun();
    const rows = rowsOf(run, [], 2, (chunk) => chunk.length);
    rows.nextPage = (_tx, after) =>
      Promise.resolve(after === 0 ? { last: 4, ids: [] } : { last: after === 4 ? 5 : undefined, ids: [5] });
    await runnerOf().run(DAY, rows, run.progress);
    expect(run.chunks).toEqual([[5]]);
  });

  it('halves a failing chunk until the failing row is alone, and keeps that row as an exception', async () => {
    const { chunks, done, failed } = await runOver([1, 2, 3, 4], 4, failingAt(3));
    expect(chunks).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
    expect({ done, failed }).toEqual({ done: 3, failed: [{ subject: 'row:3', error: new Error('row 3') }] });
  });

  it('continues after rows that fail', async () => {
    const { done, failed } = await runOver([1, 2, 3, 4, 5, 6], 1, failingAt(2, 6));
    expect(done).toBe(4);
    expect(failed.map(({ subject }) => subject)).toEqual(['row:2', 'row:6']);
  });

  it('repeats a chunk without the rows named by FailedRowsError', async () => {
    const refusal = new Error('refused');
    const { chunks, done, failed } = await runOver([1, 2, 3, 4], 4, (chunk) => {
      if (chunk.includes(2)) throw new FailedRowsError(new Map([[2, refusal]]));
      return chunk.length;
    });
    expect(chunks).toEqual([
      [1, 2, 3, 4],
      [1, 3, 4],
    ]);
    expect({ done, failed }).toEqual({ done: 3, failed: [{ subject: 'row:2', error: refusal }] });
  });

  it('keeps the rows that a committed chunk left out as exceptions', async () => {
    const refusal = new Error('refused');
    const { chunks, done, failed } = await runOver([1, 2, 3], 3, () => ({
      done: 2,
      failures: new Map([[2, refusal]]),
    }));
    expect(chunks).toEqual([[1, 2, 3]]);
    expect({ done, failed }).toEqual({ done: 2, failed: [{ subject: 'row:2', error: refusal }] });
  });

  it('throws the error of a lost connection without halving the chunk', async () => {
    const run = newRun();
    const rows = rowsOf(run, [1, 2, 3, 4], 4, () => {
      throw new Error('Connection terminated unexpectedly');
    });
    await expect(runnerOf().run(DAY, rows, run.progress)).rejects.toThrow('Connection terminated unexpectedly');
    expect({ chunks: run.chunks, failed: run.failed }).toEqual({ chunks: [[1, 2, 3, 4]], failed: [] });
  });

  it('stops before the next chunk when the process stops', async () => {
    const run = newRun();
    const rows = rowsOf(run, [1, 2, 3, 4, 5], 1, (chunk) => {
      if (chunk.includes(3)) run.controller.abort();
      return 1;
    });
    await runnerOf().run(DAY, rows, run.progress);
    expect({ chunks: run.chunks, done: run.done }).toEqual({ chunks: [[1], [2], [3]], done: 3 });
  });

  it('stops before the halves of a failed chunk when the process stops', async () => {
    const run = newRun();
    const rows = rowsOf(run, [1, 2], 2, () => {
      run.controller.abort();
      throw new Error('failed');
    });
    await runnerOf().run(DAY, rows, run.progress);
    expect({ chunks: run.chunks, failed: run.failed }).toEqual({ chunks: [[1, 2]], failed: [] });
  });
});

describe('ChunkRunner.runStatement', () => {
  it('executes the statement once for each chunk until no row is left', async () => {
    const run = newRun();
    const unitOfWork = new RecordingUnitOfWork();
    const results = [
      { last: '10', done: 5 },
      { last: '20', done: 0 },
      { last: undefined, done: 0 },
    ];
    const keys: string[] = [];
    const execute = (_tx: Tx, after: string): Promise<{ last: string | undefined; done: number }> => {
      keys.push(after);
      return Promise.resolve(results.shift()!);
    };
    await runnerOf(unitOfWork).runStatement(DAY, { firstKey: '0', execute }, run.progress);
    expect(keys).toEqual(['0', '10', '20']);
    expect({ done: run.done, transactions: unitOfWork.transactions }).toEqual({ done: 5, transactions: 3 });
  });

  it('processes the rows that the statement left over after each chunk', async () => {
    const run = newRun();
    const { process } = rowsOf(run, [], 1, failingAt(7));
    const execute = (
      _tx: Tx,
      after: number,
    ): Promise<{ last: number | undefined; done: number; leftOverIds: number[] }> =>
      Promise.resolve({ last: after === 0 ? 9 : undefined, done: 0, leftOverIds: after === 0 ? [6, 7, 8] : [] });
    const leftOver = { subject: 'account', chunkSize: 1, process };
    await runnerOf().runStatement(DAY, { firstKey: 0, execute, leftOver }, run.progress);
    expect(run.chunks).toEqual([[6], [7], [8]]);
    expect(run.failed).toEqual([{ subject: 'account:7', error: new Error('row 7') }]);
  });

  it('throws the error of a statement that fails', async () => {
    const execute = (): Promise<never> => Promise.reject(new Error('division by zero'));
    await expect(runnerOf().runStatement(DAY, { firstKey: 0, execute }, newRun().progress)).rejects.toThrow(
      'division by zero',
    );
  });

  it('processes the rows of a chunk whose statement fails one by one, and goes on after them', async () => {
    const run = newRun();
    const { process } = rowsOf(run, [], 1, failingAt(2));
    const after: number[] = [];
    const execute = (_tx: Tx, key: number): Promise<{ last: number | undefined; done: number }> => {
      after.push(key);
      return key === 0 ? Promise.reject(new Error('lock timeout')) : Promise.resolve({ last: undefined, done: 0 });
    };
    const failedPage = (): Promise<IdPage<number>> => Promise.resolve({ last: 3, ids: [1, 2, 3] });
    const leftOver = { subject: 'account', chunkSize: 1, process };
    await runnerOf().runStatement(DAY, { firstKey: 0, execute, failedPage, leftOver }, run.progress);
    expect({ after, chunks: run.chunks }).toEqual({ after: [0, 3], chunks: [[1], [2], [3]] });
    expect(run.failed).toEqual([{ subject: 'account:2', error: new Error('row 2') }]);
  });

  it('executes no statement once the process stops', async () => {
    const run = newRun();
    let executed = 0;
    const execute = (): Promise<{ last: number; done: number }> => {
      executed += 1;
      run.controller.abort();
      return Promise.resolve({ last: executed, done: 1 });
    };
    await runnerOf().runStatement(DAY, { firstKey: 0, execute }, run.progress);
    expect({ executed, done: run.done }).toEqual({ executed: 1, done: 1 });
  });
});

describe('ChunkRunner.runStatements', () => {
  it('executes statements at the same time', async () => {
    const run = newRun();
    const meeting: (() => void)[] = [];
    const statement = {
      firstKey: 0,
      execute: async (_tx: Tx, after: number): Promise<{ last: number | undefined; done: number }> => {
        if (after > 0) return { last: undefined, done: 0 };
        await new Promise<void>((resolve) => {
          meeting.push(resolve);
          if (meeting.length === 2) for (const proceed of meeting) proceed();
        });
        return { last: 1, done: 3 };
      },
    };
    await runnerOf().runStatements(DAY, [statement, statement], run.progress);
    expect(run.done).toBe(6);
  });

  it('stops the others after the failure of one, and throws it when all have stopped', async () => {
    const run = newRun();
    let executed = 0;
    const others = {
      firstKey: 0,
      execute: (_tx: Tx, after: number): Promise<{ last: number; done: number }> => {
        executed += 1;
        return Promise.resolve({ last: after + 1, done: 1 });
      },
    };
    const failing = { firstKey: 0, execute: (): Promise<never> => Promise.reject(new Error('division by zero')) };
    await expect(runnerOf().runStatements(DAY, [others, failing], run.progress)).rejects.toThrow('division by zero');
    expect(executed).toBe(run.done);
  });
});
