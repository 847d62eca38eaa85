import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { Loan } from '../contract/loan.entity';
import { pageByIds } from '../reading/page-by-ids';
import { LoanSuspense } from './loan-suspense.entity';
import type { SuspenseChangesQuery, SuspenseChangeView } from './suspense-changes.dto';

/** Lists the changes of the treatment of income of loans, latest first. */
export class ListSuspenseChanges extends Query<Page<SuspenseChangeView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SuspenseChangesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListSuspenseChanges)
export class ListSuspenseChangesHandler implements IQueryHandler<ListSuspenseChanges> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, filters }: ListSuspenseChanges): Promise<Page<SuspenseChangeView>> {
    const { LoanAccountNumber, StartDate, EndDate, Direction } = filters;
    await this.directory.assertNotVirtual(institutionId, [LoanAccountNumber]);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(LoanSuspense, 's')
        .where('s.institution_id = :institutionId', { institutionId })
        .orderBy('s.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (LoanAccountNumber !== undefined) {
        query.andWhere(
          's.loan_id = (SELECT l.id FROM loan l WHERE l.institution_id = s.institution_id AND l.loan_account_number = :number)',
          { number: LoanAccountNumber },
        );
      }
      if (StartDate !== undefined) query.andWhere('s.business_date >= :StartDate', { StartDate });
      if (EndDate !== undefined) query.andWhere('s.business_date <= :EndDate', { EndDate });
      const page = await pageByIds(tx, LoanSuspense, institutionId, query, filters);
      const numbers = await loanNumbers(tx, institutionId, page.data);
      return { ...page, data: page.data.map((row) => changeView(row, numbers.get(row.loanId)!)) };
    });
  }
}

async function loanNumbers(tx: Tx, institutionId: number, rows: readonly LoanSuspense[]): Promise<Map<number, string>> {
  const loans = await tx.find(Loan, {
    select: { id: true, institutionId: true, loanAccountNumber: true },
    where: { institutionId, id: In(rows.map(({ loanId }) => loanId)) },
  });
  return new Map(loans.map(({ id, loanAccountNumber }) => [id, loanAccountNumber]));
}

function changeView(row: LoanSuspense, loanAccountNumber: string): SuspenseChangeView {
  const { id, kind, businessDate, classification, postingId } = row;
  const { interestKobo, feeKobo, defaultKobo, penaltyKobo, earlierYearsKobo } = row;
  return {
    id,
    loanAccountNumber,
    kind,
    businessDate,
    classification,
    daysPastDue: row.daysPastDue,
    interest: koboToNaira(interestKobo),
    fee: koboToNaira(feeKobo),
    default: koboToNaira(defaultKobo),
    penalty: koboToNaira(penaltyKobo),
    total: koboToNaira(interestKobo + feeKobo + defaultKobo + penaltyKobo),
    ofEarlierYears: koboToNaira(earlierYearsKobo),
    postingReferenceNumber: postingId === null ? null : postingReferenceNumber(postingId),
  };
}
