import type { KeyObject } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { keyedHash } from '../common/crypto/digest';
import { Keyring } from '../common/crypto/keyring';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Metrics } from '../common/metrics/metrics';
import { Clock } from '../common/time/clock';
import { authErrors } from './auth.errors';
import { AuthenticationFailure } from './authentication-failure.entity';
import { lockDurationMs } from './lock-duration';

/** The number of wrong secrets in a row, from one source for one client id, that locks authentication. */
const WRONG_SECRETS_ALLOWED = 10;
const RULE = { allowed: WRONG_SECRETS_ALLOWED, firstMs: 60_000, longestMs: 3_600_000 };

const FORGET_EVERY_MS = 600_000;
/** Longer than the longest lock, so that the count does not restart after a lock. */
const FORGOTTEN_AFTER = '24 hours';
const CHUNK = 5_000;

/**
 * Counts wrong secrets across all processes (docs/api/authentication.md#lockout). A lock applies to one client id from
 * one source, so that others cannot lock a client out. Unknown client ids are locked too, so that a lock does not
 * reveal which ids exist.
 */
@Injectable()
export class AuthenticationFailures {
  private readonly logger = new Logger(AuthenticationFailures.name);
  private readonly hashKey: KeyObject;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    keyring: Keyring,
  ) {
    this.hashKey = keyring.derive('authentication-failures');
  }

  /** The key under which failures of a client id from a source are counted. */
  attemptHash(clientId: string, source: string): string {
    return keyedHash(this.hashKey, `${clientId} ${source}`);
  }

  /**
   * @returns true when failures are stored, which a right secret then deletes
   * @throws TOO_MANY_ATTEMPTS (429) during a lock, also for the right secret
   */
  async assertNotLocked(tx: Tx, attemptHash: string): Promise<boolean> {
    const found = await tx.findOneBy(AuthenticationFailure, { attemptHash });
    const remainingMs = (found?.lockedUntil?.getTime() ?? 0) - this.clock.now().getTime();
    if (remainingMs > 0)
      throw authErrors.TOO_MANY_ATTEMPTS(undefined, { retryAfterSec: Math.ceil(remainingMs / 1000) });
    return found !== null;
  }

  /** Counts a wrong secret and locks after too many. */
  async record(attemptHash: string): Promise<void> {
    const now = this.clock.now();
    await this.unitOfWork.routing(async (tx) => {
      // The row lock makes parallel attempts wait for each other, so that each of them counts.
      const [row] = await tx.query<{ failures: number }[]>(
        `INSERT INTO authentication_failure AS f (attempt_hash, failures, last_failed_at) VALUES ($1, 1, $2)
         ON CONFLICT (attempt_hash) DO UPDATE SET failures = f.failures + 1, last_failed_at = $2 RETURNING failures`,
        [attemptHash, now],
      );
      const lockMs = lockDurationMs(row!.failures, RULE);
      if (lockMs === 0) return;
      await tx.update(AuthenticationFailure, { attemptHash }, { lockedUntil: new Date(now.getTime() + lockMs) });
      this.metrics.lockouts.inc({ who: 'client' });
    });
  }

  /** Deletes the failures after a right secret. */
  async forget(attemptHash: string): Promise<void> {
    await this.unitOfWork.routing((tx) => tx.delete(AuthenticationFailure, { attemptHash }));
  }

  /** Deletes expired failures in chunks. @returns the number of deleted rows */
  @Interval(FORGET_EVERY_MS)
  async forgetOld(): Promise<number> {
    let total = 0;
    try {
      for (let deleted = CHUNK; deleted === CHUNK; total += deleted)
        deleted = await this.unitOfWork.routing((tx) => this.forgetChunk(tx));
    } catch (error) {
      this.logger.warn(
        { err: error as Error },
        'Old authentication failures could not be deleted; the next run retries.',
      );
    }
    return total;
  }

  private async forgetChunk(tx: Tx): Promise<number> {
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM authentication_failure WHERE attempt_hash IN
         (SELECT attempt_hash FROM authentication_failure
           WHERE last_failed_at < $1::timestamptz - interval '${FORGOTTEN_AFTER}' LIMIT ${CHUNK})`,
      [this.clock.now()],
    );
    return deleted;
  }
}
