import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { MoreThanOrEqual } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { UnknownSignIn } from './unknown-sign-in.entity';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FLUSH_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 600_000;
const KEPT_DAYS = 90;
const CHUNK = 5_000;
/** Addresses counted apart between two writes; attempts from further ones are counted together. */
const ADDRESSES_MAX = 10_000;
const OTHER_ADDRESSES = 'other addresses';

/**
 * A log for operators of attempts to sign in under names that nobody has: one row for each address and hour, so that
 * an attacker cannot fill the database (docs/api/authentication.md#unknown-names).
 *
 * Attempts are written outside their requests, so that the time of an answer does not reveal whether a name exists.
 */
@Injectable()
export class UnknownSignIns implements BeforeApplicationShutdown {
  private readonly logger = new Logger(UnknownSignIns.name);
  private writing = Promise.resolve();
  private pending = new Map<string, { attempts: number; lastAttemptAt: Date }>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. @param source from `attemptSource` */
  record(source: string): void {
    const address = this.pending.has(source) || this.pending.size < ADDRESSES_MAX ? source : OTHER_ADDRESSES;
    this.add(address, { attempts: 1, lastAttemptAt: this.clock.now() });
  }

  /** Writes the counted attempts, after a write that is under way; after a failure they are kept for the next run. */
  @Interval(FLUSH_EVERY_MS)
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writePending());
    return this.writing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** The rows of the last days, latest first, at most `limit`. */
  async list(days: number, limit: number): Promise<UnknownSignIn[]> {
    const since = new Date(this.clock.now().getTime() - days * DAY_MS);
    return this.unitOfWork.routing((tx) =>
      tx.find(UnknownSignIn, {
        where: { hour: MoreThanOrEqual(since) },
        order: { hour: 'DESC', attempts: 'DESC', address: 'ASC' },
        take: limit,
      }),
    );
  }

  /** Deletes rows after 90 days, in chunks. @returns the number of deleted rows */
  @Interval(FORGET_EVERY_MS)
  async forgetOld(): Promise<number> {
    let total = 0;
    try {
      for (let deleted = CHUNK; deleted === CHUNK; total += deleted) deleted = await this.forgetChunk();
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Old unknown sign-ins could not be deleted; the next run retries.');
    }
    return total;
  }

  private async writePending(): Promise<void> {
    const counted = this.pending;
    this.pending = new Map();
    for (const [address, count] of counted) {
      try {
        await this.write(address, count);
        counted.delete(address);
      } catch (error) {
        this.logger.warn({ err: error as Error }, 'Unknown sign-ins could not be written; the next run retries.');
        break;
      }
    }
    for (const [address, count] of counted) this.add(address, count);
  }

  private add(address: string, { attempts, lastAttemptAt }: { attempts: number; lastAttemptAt: Date }): void {
    const before = this.pending.get(address)?.attempts ?? 0;
    this.pending.set(address, { attempts: before + attempts, lastAttemptAt });
  }

  private async write(address: string, count: { attempts: number; lastAttemptAt: Date }): Promise<void> {
    const { attempts, lastAttemptAt } = count;
    const hour = new Date(Math.floor(lastAttemptAt.getTime() / HOUR_MS) * HOUR_MS);
    await this.unitOfWork.routing((tx) =>
      tx.query(
        `INSERT INTO unknown_sign_in AS u (address, hour, attempts, last_attempt_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (address, hour) DO UPDATE SET attempts = u.attempts + $3, last_attempt_at = $4`,
        [address.slice(0, 45), hour, attempts, lastAttemptAt],
      ),
    );
  }

  private async forgetChunk(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    const [, deleted] = await this.unitOfWork.routing((tx) =>
      tx.query<[unknown, number]>(
        `DELETE FROM unknown_sign_in WHERE (address, hour) IN
           (SELECT address, hour FROM unknown_sign_in WHERE hour < $1 LIMIT ${CHUNK})`,
        [before],
      ),
    );
    return deleted;
  }
}
