import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { UnitOfWork } from './database/unit-of-work';

const EVERY_MS = 600_000;
const CHUNK = 5_000;

/** Rows that have outlived their use: a table, the columns that name a row within its institution, and which rows. */
export interface ExpiredRows {
  table: string;
  key: string;
  where: string;
}

/** What is kept how long. Claims answer replays for 30 days (design §3); finished jobs are kept a week for questions. */
const EXPIRED: readonly ExpiredRows[] = [
  { table: 'request_claim', key: 'reference, hold_id', where: `created_at < now() - interval '30 days'` },
  { table: 'job', key: 'id', where: `status = 'done' AND finished_at < now() - interval '7 days'` },
];

/** Deletes what has outlived its use, in chunks, so that no delete holds locks for long. */
@Injectable()
export class Housekeeping {
  private readonly logger = new Logger(Housekeeping.name);
  private readonly expired = [...EXPIRED];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Has a module's own rows deleted; its texts become SQL, so they must be constants. */
  register(rows: ExpiredRows): void {
    this.expired.push(rows);
  }

  @Interval(EVERY_MS)
  async sweep(): Promise<void> {
    try {
      for (const institutionId of await this.institutions()) await this.sweepInstitution(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Housekeeping failed; the next round tries again.');
    }
  }

  /** Deletes one institution's expired rows. */
  async sweepInstitution(institutionId: number): Promise<void> {
    for (const { table, key, where } of this.expired) {
      let deleted: number;
      do {
        deleted = await this.unitOfWork.run(institutionId, async (tx) => {
          const [, count] = await tx.query<[unknown, number]>(
            `DELETE FROM ${table} WHERE institution_id = $1 AND (${key}) IN (SELECT ${key} FROM ${table} WHERE institution_id = $1 AND ${where} LIMIT ${CHUNK})`,
            [institutionId],
          );
          return count;
        });
      } while (deleted === CHUNK);
    }
  }

  private async institutions(): Promise<number[]> {
    const rows: { institution_id: string }[] = await this.unitOfWork.routing((tx) =>
      tx.query('SELECT institution_id FROM institution_directory'),
    );
    return rows.map(({ institution_id }) => Number(institution_id));
  }
}
