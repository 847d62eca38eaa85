import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Job } from '../../common/jobs/job.entity';
import type { DeadLetterView, ListDeadLettersQuery } from '../dead-letters.dto';

/** The dead letters of an institution, latest first. */
export class ListDeadLetters extends Query<Page<DeadLetterView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListDeadLettersQuery,
  ) {
    super();
  }
}

@QueryHandler(ListDeadLetters)
export class ListDeadLettersHandler implements IQueryHandler<ListDeadLetters> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListDeadLetters): Promise<Page<DeadLetterView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(Job, 'j')
        .where(`j.institution_id = :institutionId AND j.status = 'dead'`, { institutionId })
        .orderBy('j.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, deadLetterView);
    });
  }
}

function deadLetterView({ id, kind, payload, attempts, lastError, createdAt, finishedAt }: Job): DeadLetterView {
  return {
    id,
    kind,
    payload,
    attempts,
    lastError,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
