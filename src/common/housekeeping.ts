import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type InstitutionRound, InstitutionRounds } from './database/institution-rounds';
import { type Tx, UnitOfWork } from './database/unit-of-work';

const EVERY_MS = 600_000;
const CHUNK_SIZE = 5_000;

/** Expired rows: a table, the columns that identify a row within its institution, and a condition. */
export interface ExpiredRows {
  table: string;
  key: string;
  where: string;
  /** The institution's period, which the condition names as `$2`; left out where the condition has a period itself. */
  days?: (institutionId: number) => Promise<number>;
  /** Told after each round how many rows it has deleted. */
  swept?: (institutionId: number, deleted: number) => Promise<void>;
}

/** Rows of a table that are kept although they have expired. */
export interface KeptRows {
  table: string;
  /** Condition on a row of the table; `$1` is the institution. */
  where: string;
}

/** Rows that the next round deletes, and expired rows that are kept; neither is counted further than `cap`. */
export interface ExpiredCount {
  due: number;
  kept: number;
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
  private readonly round: InstitutionRound;
  private readonly expired = [...EXPIRED];
  private readonly kept: KeptRows[] = [];

  constructor(
    private readonly unitOfWork: UnitOfWork,
    rounds: InstitutionRounds,
  ) {
    this.round = rounds.of(new Logger(Housekeeping.name), {
      failure: 'Expired rows could not be deleted; the next round tries again.',
      alsoRetired: true,
      run: (institutionId) => this.sweepInstitution(institutionId),
    });
  }

  /** Adds a module's expired rows, when it starts. The texts become SQL, so they must be constants. */
  register(rows: ExpiredRows): void {
    this.expired.push(rows);
  }

  /** Keeps rows of a table that would be deleted, such as those under a legal hold. The text must be a constant. */
  keep(rows: KeptRows): void {
    this.kept.push(rows);
  }

  @Interval(EVERY_MS)
  sweep(): Promise<void> {
    return this.round.run();
  }

  /** Deletes one institution's expired rows. */
  async sweepInstitution(institutionId: number): Promise<void> {
    for (const rows of this.expired) {
      const { table, key, where } = rows;
      const values = await valuesOf(institutionId, rows);
      let deleted: number;
      let total = 0;
      do {
        deleted = await this.unitOfWork.run(institutionId, async (tx) => {
          const [, count] = await tx.query<[unknown, number]>(
            `DELETE FROM ${table} WHERE institution_id = $1 AND (${key}) IN (
               SELECT ${key} FROM ${table}
                WHERE institution_id = $1 AND ${where} AND (${this.keeps(table)}) IS NOT TRUE LIMIT ${CHUNK_SIZE})`,
            values,
          );
          return count;
        });
        total += deleted;
      } while (deleted === CHUNK_SIZE);
      await rows.swept?.(institutionId, total);
    }
  }

  /** Counts the expired rows of a registered table. */
  async countExpired(institutionId: number, table: string, cap: number): Promise<ExpiredCount> {
    const rows = this.expired.find((registered) => registered.table === table);
    if (!rows) throw new Error(`The table ${table} has no expired rows.`);
    const values = await valuesOf(institutionId, rows);
    const count = async (tx: Tx, isKept: 'IS TRUE' | 'IS NOT TRUE'): Promise<number> => {
      const [row] = await tx.query<{ count: string }[]>(
        `SELECT count(*) AS count FROM (SELECT 1 FROM ${table}
          WHERE institution_id = $1 AND ${rows.where} AND (${this.keeps(table)}) ${isKept} LIMIT ${cap}) counted`,
        values,
      );
      return Number(row?.count);
    };
    return this.unitOfWork.read(institutionId, async (tx) => ({
      due: await count(tx, 'IS NOT TRUE'),
      kept: await count(tx, 'IS TRUE'),
    }));
  }

  private keeps(table: string): string {
    const conditions = this.kept.filter((rows) => rows.table === table).map(({ where }) => `(${where})`);
    return conditions.length === 0 ? 'false' : conditions.join(' OR ');
  }
}

async function valuesOf(institutionId: number, { days }: ExpiredRows): Promise<number[]> {
  return days ? [institutionId, await days(institutionId)] : [institutionId];
}
