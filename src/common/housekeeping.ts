import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { UnitOfWork } from './database/unit-of-work';

const EVERY_MS = 600_000;
const CHUNK_SIZE = 5_000;

/** Expired rows: a table, the columns that identify a row within its institution, and a condition. */
export interface ExpiredRows {
  table: string;
  key: string;
  where: string;
}

/**
 * Retention of rows: claims answer replays for 30 days (`docs/api/conventions.md#claims-and-replays`), finished jobs
 * are kept for a week (`docs/api/audit-and-operations.md#retention`).
 */
const EXPIRED: readonly ExpiredRows[] = [
  { table: 'request_claim', key: 'reference, hold_id', where: `created_at < now() - interval '30 days'` },
  { table: 'job', key: 'id', where: `status = 'done' AND finished_at < now() - interval '7 days'` },
];

/** Deletes expired rows in chunks, so that no delete holds locks for long. */
@Injectable()
export class Housekeeping {
  private readonly logger = new Logger(Housekeeping.name);
  private readonly expired = [...EXPIRED];

  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds a module's expired rows, when it starts. The texts become SQL, so they must be constants. */
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
            `DELETE FROM ${table} WHERE institution_id = $1 AND (${key}) IN (
               SELECT ${key} FROM ${table} WHERE institution_id = $1 AND ${where} LIMIT ${CHUNK_SIZE})`,
            [institutionId],
          );
          return count;
        });
      } while (deleted === CHUNK_SIZE);
    }
  }

  private async institutions(): Promise<number[]> {
    const rows: { institution_id: string }[] = await this.unitOfWork.routing((tx) =>
      tx.query('SELECT institution_id FROM institution_directory'),
    );
    return rows.map(({ institution_id }) => Number(institution_id));
  }
}
