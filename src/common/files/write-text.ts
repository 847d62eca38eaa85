import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Writable } from 'node:stream';

/** How many rows are written before other requests of the process get a turn. */
export const ROWS_PER_TURN = 250;

/** Ends the turn, so that a long file does not keep other requests waiting. */
export async function endTurn(): Promise<void> {
  await setImmediate();
}

/**
 * Writes and waits until the stream takes more.
 * @throws the stream's error.
 */
export async function writeChunk(out: Writable, chunk: string | Buffer): Promise<void> {
  if (out.errored) throw out.errored;
  if (!out.write(chunk)) await once(out, 'drain');
}
