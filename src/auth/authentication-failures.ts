import type { KeyObject } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { authErrors } from './auth.errors';
import { AuthenticationFailure } from './authentication-failure.entity';
import { lockAfter } from './authentication-lock';

const FORGET_EVERY_MS = 600_000;
/** Longer than the longest lock, so that a pause of an attacker does not give the first tries back. */
const FORGOTTEN_AFTER = '24 hours';
const CHUNK = 5_000;

/**
 * Remembers wrong secrets for all processes. The lock is on a client id from one source, and on ids that nobody has just as
 * on others: it says nothing about who exists, and nobody can lock a client out from elsewhere.
 */
@Injectable()
export class AuthenticationFailures {
  private readonly logger = new Logger(AuthenticationFailures.name);
  private readonly hashKey: KeyObject;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    keyring: Keyring,
  ) {
    this.hashKey = keyring.derive('authentication-failures');
  }

  /** What the failures of this client id from this source are counted by. */
  attempt(clientId: string, source: string): string {
    return keyedHash(this.hashKey, `${clientId} ${source}`);
  }

  /**
   * @returns whether there is something to forget once the secret turns out right.
   * @throws TOO_MANY_ATTEMPTS (429) during a lock, also for the right secret.
   */
  async assertNotLocked(tx: Tx, attemptHash: string): Promise<boolean> {
    const found = await tx.findOneBy(AuthenticationFailure, { attemptHash });
    const remainingMs = (found?.lockedUntil?.getTime() ?? 0) - this.clock.now().getTime();
    if (remainingMs > 0)
      throw authErrors.TOO_MANY_ATTEMPTS(undefined, { retryAfterSec: Math.ceil(remainingMs / 1000) });
    return found !== null;
  }

  /** Counts a wrong secret, and locks after too many. */
  async record(attemptHash: string): Promise<void> {
    const now = this.clock.now();
    await this.unitOfWork.routing(async (tx) => {
      // Attempts in parallel wait here for each other, so that each of them counts.
      const [row] = await tx.query<{ failures: number }[]>(
        `INSERT INTO authentication_failure AS f (attempt_hash, failures, last_failed_at) VALUES ($1, 1, $2)
         ON CONFLICT (attempt_hash) DO UPDATE SET failures = f.failures + 1, last_failed_at = $2 RETURNING failures`,
        [attemptHash, now],
      );
      const lockMs = lockAfter(row!.failures);
      if (lockMs > 0)
        await tx.update(AuthenticationFailure, { attemptHash }, { lockedUntil: new Date(now.getTime() + lockMs) });
    });
  }

  /** The secret was right. */
  async forget(attemptHash: string): Promise<void> {
    await this.unitOfWork.routing((tx) => tx.delete(AuthenticationFailure, { attemptHash }));
  }

  /** Deletes what has had its time, in chunks. @returns how many rows. */
  @Interval(FORGET_EVERY_MS)
  async forgetOld(): Promise<number> {
    let total = 0;
    try {
      for (let deleted = CHUNK; deleted === CHUNK; total += deleted)
        deleted = await this.unitOfWork.routing((tx) => this.forgetChunk(tx));
    } catch (error) {
      this.logger.warn(
        { err: error as Error },
        'Old authentication failures could not be deleted; the next round tries again.',
      );
    }
    return total;
  }

  private async forgetChunk(tx: Tx): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM authentication_failure WHERE attempt_hash IN
         (SELECT attempt_hash FROM authentication_failure WHERE last_failed_at < $1::timestamptz - interval '${FORGOTTEN_AFTER}' LIMIT ${CHUNK})`,
      [this.clock.now()],
    );
    return deleted;
  }
}
