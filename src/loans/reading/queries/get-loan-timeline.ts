import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { Approval } from '../../../approvals/approval.entity';
import { ApprovalDecision } from '../../../approvals/approval-decision.entity';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Loan } from '../../contract/loan.entity';
import { LoanEvent } from '../../contract/loan-event.entity';
import { loansErrors } from '../../loans.errors';
import { loanTimeline } from '../loan-timeline';
import type { LoanTimelineEventView } from '../loan-timeline.dto';

/** A daily loan of two years has some 700 acts: the latest of them are enough for a timeline. */
const EVENTS_MAX = 500;
const APPROVALS_MAX = 100;

/** Reads the history of a loan. */
export class GetLoanTimeline extends Query<{ data: LoanTimelineEventView[]; recordCount: number }> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
  ) {
    super();
  }
}

@QueryHandler(GetLoanTimeline)
export class GetLoanTimelineHandler implements IQueryHandler<GetLoanTimeline> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws LOAN_NOT_FOUND (404) */
  execute({ institutionId, loanId }: GetLoanTimeline): Promise<{ data: LoanTimelineEventView[]; recordCount: number }> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const loan = await tx.findOneBy(Loan, { institutionId, id: loanId });
      if (!loan) throw loansErrors.LOAN_NOT_FOUND();
      const events = await tx.find(LoanEvent, {
        where: { institutionId, loanId },
        order: { id: 'DESC' },
        take: EVENTS_MAX,
      });
      const approvals = await tx.find(Approval, {
        where: { institutionId, recordKind: 'loan', recordId: loanId },
        order: { id: 'DESC' },
        take: APPROVALS_MAX,
      });
      const decisions = await tx.findBy(ApprovalDecision, {
        institutionId,
        approvalId: In(approvals.map(({ id }) => id)),
      });
      const data = loanTimeline({ loan, events, approvals, decisions });
      return { data, recordCount: data.length };
    });
  }
}
