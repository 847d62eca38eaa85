import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { loansErrors } from '../../loans.errors';
import { GroupLoan } from '../group-loan.entity';
import type { GroupLoanView } from '../group-loan-views.dto';
import { groupViews } from './search-group-loans';

/** One group loan with its participants. */
export class GetGroupLoan extends Query<GroupLoanView> {
  constructor(
    readonly institutionId: number,
    readonly groupLoanId: number,
  ) {
    super();
  }
}

@QueryHandler(GetGroupLoan)
export class GetGroupLoanHandler implements IQueryHandler<GetGroupLoan> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws GROUP_LOAN_NOT_FOUND (404) */
  execute({ institutionId, groupLoanId }: GetGroupLoan): Promise<GroupLoanView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const groups = await tx.findBy(GroupLoan, { institutionId, id: groupLoanId });
      const [view] = await groupViews(tx, institutionId, groups);
      if (!view) throw loansErrors.GROUP_LOAN_NOT_FOUND();
      return view;
    });
  }
}
