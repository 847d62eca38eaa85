import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import type { WorkView } from './work.dto';
import { WorkCounts } from './work-counts';

/** Counts what waits for a member of staff. */
export class GetWork extends Query<WorkView> {
  constructor(readonly staff: StaffActor) {
    super();
  }
}

@QueryHandler(GetWork)
export class GetWorkHandler implements IQueryHandler<GetWork> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: WorkCounts,
  ) {}

  async execute({ staff }: GetWork): Promise<WorkView> {
    const { institutionId } = staff;
    return this.unitOfWork.read(institutionId, async (tx) =>
      this.counts.ofMember(tx, staff, await this.counts.ofInstitution(tx, institutionId)),
    );
  }
}
