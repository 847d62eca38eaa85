import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Loan } from '../../contract/loan.entity';
import { loansErrors } from '../../loans.errors';
import type { LoanRecordView } from '../loan-record.dto';
import { readLoanRecords } from '../read-loan-records';

/** One loan, as the list shows it. */
export class GetLoan extends Query<LoanRecordView> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
  ) {
    super();
  }
}

@QueryHandler(GetLoan)
export class GetLoanHandler implements IQueryHandler<GetLoan> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws LOAN_NOT_FOUND (404) */
  execute({ institutionId, loanId }: GetLoan): Promise<LoanRecordView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const loan = await tx.findOneBy(Loan, { institutionId, id: loanId });
      if (!loan) throw loansErrors.LOAN_NOT_FOUND();
      const [record] = await readLoanRecords(tx, institutionId, [loan]);
      return record!;
    });
  }
}
