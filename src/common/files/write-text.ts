import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Rows } from './table';

/** Rows written before other requests of the process get a turn. */
const ROWS_PER_TURN = 250;

/** Yields to other requests, so that a long file does not keep them waiting. */
export async function endTurn(): Promise<void> {
  await setImmediate();
}

/**
 * The rows in small batches, with a turn for other requests after each. A batch is valid until the next one is read.
 */
export async function* rowsInTurns<Row>(rows: Rows<Row>): AsyncGenerator<readonly Row[]> {
  if (Symbol.asyncIterator in rows) {
    for await (const batch of rows) yield* turnsOf(batch);
  } else yield* turnsOf(rows);
}

async function* turnsOf<Row>(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  const turn: Row[] = [];
  for (const row of rows) {
    turn.push(row);
    if (turn.length < ROWS_PER_TURN) continue;
    yield turn;
    // The array is emptied and not replaced, because pending promises may keep the old one for a while.
    turn.length = 0;
    await endTurn();
  }
  if (turn.length > 0) yield turn;
  turn.length = 0;
}

/**
 * Writes, and waits until the stream accepts more.
 * @throws the stream's error.
 */
export async function writeChunk(out: Writable, chunk: string | Buffer): Promise<void> {
  if (out.errored) throw out.errored;
  if (!out.write(chunk)) await once(out, 'drain');
}
