import { setImmediate as nextTurn } from 'node:timers/promises';

/** A computation holds the thread no longer than this before other work has its turn. */
const SLICE_MS = 5;

/** Divides a long computation, so that requests are served between its parts. */
export class ThreadSlices {
  private endsAtMs = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endsAtMs;
  }

  /** Lets other work have its turn, and begins the next slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.endsAtMs = performance.now() + SLICE_MS;
  }
}
