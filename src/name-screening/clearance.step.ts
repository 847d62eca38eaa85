import { Injectable } from '@nestjs/common';
import { ChunkRunner, findsNone } from '../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../business-day/day-steps';
import { pageById } from '../business-day/row-pages';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { startOfDay } from '../common/time/calendar';
import { Institution } from '../institutions/institution.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { CustomerScreening } from './customer-screening';
import { CLEARANCE_DAYS } from './name-screening.settings';

const PAGE_SIZE = 1_000;
const CHUNK_SIZE = 100;
const DAY_MS = 24 * 3_600_000;

/** Customers behind $2 with a hit that an officer closed from $3 to before $4. */
const CLOSED = `SELECT DISTINCT a.customer_id AS id FROM aml_alert a
  WHERE a.institution_id = $1 AND a.source = 'name-screening' AND a.status = 'closed'
    AND a.customer_id > $2 AND a.closed_at >= $3 AND a.closed_at < $4
  ORDER BY id LIMIT ${PAGE_SIZE}`;

/** The rows of the step: the customers whose clearance ends on the closed date. */
interface EndedClearances {
  firstKey: number;
  nextPage(tx: Tx, after: number): ReturnType<typeof pageById>;
}

/**
 * Screens customers anew on the day on which a clearance of theirs ends, also where neither list nor customer changes
 * (docs/api/watch-lists.md#clearance).
 */
@Injectable()
@MemberOf(DaySteps)
export class ClearanceStep implements DayStep {
  readonly name = 'name-clearances';
  readonly title = 'Ends of clearances of names';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly settings: InstitutionSettings,
    private readonly screening: CustomerScreening,
  ) {}

  isDone(tx: Tx, day: ClosingDay): Promise<boolean> {
    return findsNone(tx, this.endedOn(day));
  }

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const process = async (tx: Tx, ids: number[]): Promise<number> => {
      for (const id of ids) await this.screening.customerChanged(tx, day.institutionId, id);
      return ids.length;
    };
    const rows = { subject: 'customer', chunkSize: CHUNK_SIZE, ...this.endedOn(day), process };
    await this.chunks.run(day, rows, progress);
  }

  private endedOn({ institutionId, date, nextDate }: ClosingDay): EndedClearances {
    return {
      firstKey: 0,
      nextPage: async (tx, after) => {
        const days = Number(await this.settings.getWithin(tx, institutionId, CLEARANCE_DAYS));
        const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
        // In days of 24 hours, as `isClearanceOver` counts them.
        const [from, until] = [date, nextDate].map(
          (end) => new Date(startOfDay(end, timeZone).getTime() - days * DAY_MS),
        );
        return pageById(tx, CLOSED, [institutionId, after, from, until]);
      },
    };
  }
}
