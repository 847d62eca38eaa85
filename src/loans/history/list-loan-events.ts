import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { Loan } from '../contract/loan.entity';
import { LoanEvent } from '../contract/loan-event.entity';
import { loansErrors } from '../loans.errors';
import { pageByIds } from '../reading/page-by-ids';
import type { LoanEventsQuery, LoanEventView } from './loan-events.dto';

/** Lists the acts on a loan, latest first. */
export class ListLoanEvents extends Query<Page<LoanEventView>> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
    readonly paging: LoanEventsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListLoanEvents)
export class ListLoanEventsHandler implements IQueryHandler<ListLoanEvents> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws LOAN_NOT_FOUND (404) */
  async execute({ institutionId, loanId, paging }: ListLoanEvents): Promise<Page<LoanEventView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      if (!(await tx.existsBy(Loan, { institutionId, id: loanId }))) throw loansErrors.LOAN_NOT_FOUND();
      const query = tx
        .createQueryBuilder(LoanEvent, 'e')
        .where('e.institution_id = :institutionId AND e.loan_id = :loanId', { institutionId, loanId })
        .orderBy('e.id', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
      const page = await pageByIds(tx, LoanEvent, institutionId, query, paging);
      const reversals = await tx.find(LoanEvent, {
        select: { institutionId: true, id: true, reversesId: true },
        where: { institutionId, reversesId: In(page.data.map(({ id }) => id)) },
      });
      const reversed = new Set(reversals.map(({ reversesId }) => reversesId));
      return { ...page, data: page.data.map((event) => eventView(event, reversed.has(event.id))) };
    });
  }
}

function eventView(event: LoanEvent, isReversed: boolean): LoanEventView {
  const { id, kind, reference, valueDate, businessDate, contractVersion, createdBy, postingId, reversesId } = event;
  return {
    id,
    kind,
    reference,
    valueDate,
    businessDate,
    contractVersion,
    amount: koboToNaira(event.amountKobo),
    postingReferenceNumber: postingId === null ? null : postingReferenceNumber(postingId),
    reversesEventId: reversesId,
    isReversed,
    createdBy,
  };
}
