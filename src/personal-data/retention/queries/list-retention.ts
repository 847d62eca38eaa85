import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { RetentionKinds } from '../../../institutions/retention/retention-kinds';
import { RetentionRun } from '../../../institutions/retention/retention-run.entity';
import { DueRecords } from '../due-records';
import type { RetentionView } from '../retention.dto';

/** Shows each retention period, with what the next run removes. */
export class ListRetention extends Query<RetentionList> {
  constructor(readonly institutionId: number) {
    super();
  }
}

/** All kinds; there are few, so the list has no pages. */
export interface RetentionList {
  data: RetentionView[];
  recordCount: number;
}

@QueryHandler(ListRetention)
export class ListRetentionHandler implements IQueryHandler<ListRetention> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly kinds: RetentionKinds,
    private readonly due: DueRecords,
  ) {}

  async execute({ institutionId }: ListRetention): Promise<RetentionList> {
    const counts = await this.due.count(institutionId);
    const runs = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(RetentionRun, { institutionId }));
    const data: RetentionView[] = [];
    for (const kind of this.kinds.list()) {
      const run = runs.find((row) => row.kind === kind.name);
      const count = counts.get(kind.name);
      data.push({
        kind: kind.name,
        title: kind.title,
        setting: kind.setting,
        unit: kind.unit,
        period: await this.kinds.period(institutionId, kind),
        floor: kind.floor?.period ?? null,
        floorSource: kind.floor?.source ?? null,
        due: count?.due ?? 0,
        held: count?.kept ?? 0,
        lastRunAt: run?.lastRunAt.toISOString() ?? null,
        removed: run?.removed ?? 0,
      });
    }
    return { data, recordCount: data.length };
  }
}
