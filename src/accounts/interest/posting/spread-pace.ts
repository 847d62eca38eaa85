/** The most and the fewest accounts in one transaction: below the fewest, its fixed cost outweighs the accounts. */
export const SPREAD_CHUNK_SIZE = 400;
export const SPREAD_CHUNK_SIZE_MIN = 200;

/** How long the locks of a chunk should last. No movement of a customer is to wait more than 20 ms for them. */
const LOCKED_MS = 15;

/**
 * The number of accounts in the next chunk of a lane, so that the locks of ledgers and accounts last about as long as
 * they may: on a machine that the day keeps busy the same accounts take several times as long.
 */
export class SpreadPace {
  private accounts = SPREAD_CHUNK_SIZE;

  get size(): number {
    return this.accounts;
  }

  /** Learns from a chunk, half of the way, because a single one may have been held up. */
  learn(accounts: number, lockedMs: number): void {
    const fitting = (accounts * LOCKED_MS) / Math.max(lockedMs, 1);
    const next = Math.floor((this.accounts + fitting) / 2);
    this.accounts = Math.min(SPREAD_CHUNK_SIZE, Math.max(SPREAD_CHUNK_SIZE_MIN, next));
  }
}
