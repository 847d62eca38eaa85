import { Injectable } from '@nestjs/common';
import { type ChunkedRows, ChunkRunner, findsNone } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { DUE_PAGE_SIZE, type DueKey, FIRST_DUE_KEY, pageByDueDate } from '../../business-day/row-pages';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Lien } from './lien.entity';
import { Liens } from './liens';

const ACTOR = 'system:lien-expiry';

const DUE = `SELECT id, expiry_date::text AS "dueOn" FROM lien
  WHERE institution_id = $1 AND status = 'Active' AND expiry_date < $2 AND (expiry_date, id) > ($3, $4)
  ORDER BY expiry_date, id LIMIT ${DUE_PAGE_SIZE}`;

/** Expires the liens whose last business date has ended (`docs/api/liens-overdrafts-limits.md#liens`). */
@Injectable()
@MemberOf(DaySteps)
export class LienExpiryStep implements DayStep {
  readonly name = 'lien-expiry';
  readonly title = 'Expiry of liens';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly liens: Liens,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.dueRows(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    await this.chunks.run(day, this.dueRows(day), progress);
  }

  private dueRows(day: ClosingDay): ChunkedRows<DueKey> {
    const { institutionId, nextDate } = day;
    return {
      subject: 'lien',
      chunkSize: 1,
      firstKey: FIRST_DUE_KEY,
      nextPage: (tx, after) => pageByDueDate(tx, DUE, [institutionId, nextDate, after]),
      process: (tx, [id]) => this.expire(tx, institutionId, id!, nextDate),
    };
  }

  /** A client may have released or extended the lien since it was found. @returns 1 when the lien expired, else 0. */
  private async expire(tx: Tx, institutionId: number, id: number, nextDate: string): Promise<number> {
    const lien = await tx.findOneOrFail(Lien, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (lien.status !== 'Active' || lien.expiryDate === null || lien.expiryDate >= nextDate) return 0;
    await this.liens.expire(tx, { institutionId, actor: ACTOR }, lien);
    return 1;
  }
}
