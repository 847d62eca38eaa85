import { Injectable } from '@nestjs/common';
import { ChunkRunner } from '../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../business-day/day-steps';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { startOfDay } from '../common/time/calendar';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { RiskRaters } from './risk-raters';
import { RISK_RATING_ENABLED } from './risk-ratings.settings';

const CHUNK_SIZE = 500;
const PAGE_SIZE = 5_000;

/** Customers behind $2 that were not rated since $3, the start of the day that opened. */
const PAGE = `SELECT max(id) AS last, array_agg(id ORDER BY id) FILTER (WHERE rated_at IS NULL OR rated_at < $3) AS ids
  FROM (SELECT c.id, r.rated_at FROM customer c
          LEFT JOIN risk_rating r ON r.institution_id = $1 AND r.id = c.id
         WHERE c.institution_id = $1 AND c.id > $2 AND c.erased_at IS NULL ORDER BY c.id LIMIT ${PAGE_SIZE}) page`;

/** Rates every customer again, because behaviour and history change without a change of the record. */
@Injectable()
@MemberOf(DaySteps)
export class RiskRatingStep implements DayStep {
  readonly name = 'risk-ratings';
  readonly title = 'Risk ratings of customers';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly chunks: ChunkRunner,
    private readonly settings: InstitutionSettings,
    private readonly raters: RiskRaters,
  ) {}

  async isDone(tx: Tx, { institutionId }: ClosingDay): Promise<boolean> {
    return (await this.settings.getWithin(tx, institutionId, RISK_RATING_ENABLED)) !== 'true';
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const { institutionId, nextDate } = day;
    if (!(await this.settings.getBoolean(institutionId, RISK_RATING_ENABLED))) return;
    const { timeZone } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    const since = startOfDay(nextDate, timeZone);
    await this.chunks.run(
      day,
      {
        subject: 'customer',
        chunkSize: CHUNK_SIZE,
        firstKey: '0',
        nextPage: async (tx, after) => {
          const [row] = await tx.query<{ last: string | null; ids: string[] | null }[]>(PAGE, [
            institutionId,
            after,
            since,
          ]);
          return { last: row?.last ?? undefined, ids: (row?.ids ?? []).map(Number) };
        },
        process: (tx, ids) => this.raters.rate(tx, institutionId, ids, 'night'),
      },
      progress,
    );
  }
}
