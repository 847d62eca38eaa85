import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { RELEASE_OPERATION } from '../../aml/hold-rows';
import { DecidableOperations } from '../../approvals/decidable-operations';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { daysBetween } from '../../common/time/calendar';
import { BusinessDateRolls } from '../../end-of-day/business-date-rolls';
import { Institution } from '../../institutions/institution.entity';
import type { ReadinessView } from './readiness.dto';
import { COUNTS, type LastRunState, readinessItems } from './readiness-items';

/** Whether an end of day can run, and what to look at before. */
export class GetReadiness extends Query<ReadinessView> {
  constructor(readonly staff: Pick<StaffActor, 'institutionId' | 'permissions'>) {
    super();
  }
}

const LAST_RUN = `SELECT r.status, coalesce(j.status = 'queued', false) AS "isWorkedOn"
  FROM end_of_day_run r LEFT JOIN job j ON j.institution_id = r.institution_id AND j.id = r.job_id
 WHERE r.institution_id = $1 ORDER BY r.date DESC LIMIT 1`;
const NEVER_RUN: LastRunState = { status: null, isWorkedOn: false };

@QueryHandler(GetReadiness)
export class GetReadinessHandler implements IQueryHandler<GetReadiness> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rolls: BusinessDateRolls,
    private readonly operations: DecidableOperations,
  ) {}

  async execute({ staff: { institutionId, permissions } }: GetReadiness): Promise<ReadinessView> {
    const uncounted = [RELEASE_OPERATION, ...this.operations.hiddenFrom(permissions)];
    const calendarDate = await this.rolls.today(institutionId);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const institution = await tx.findOneByOrFail(Institution, { institutionId });
      const { businessDate } = institution;
      const [lastRun] = await tx.query<LastRunState[]>(LAST_RUN, [institutionId]);
      const [counts] = await tx.query<[Record<string, number>]>(COUNTS, [institutionId, uncounted]);
      const daysDue = Math.max(0, daysBetween(businessDate, calendarDate));
      const blockedBy = await this.rolls.rollViolation(tx, institution);
      const items = readinessItems(daysDue, lastRun ?? NEVER_RUN, counts, blockedBy);
      return { businessDate, calendarDate, daysDue, canRun: items.every(({ level }) => level !== 'blocks'), items };
    });
  }
}
