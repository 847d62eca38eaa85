import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LessThanOrEqual } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { Institution } from '../../institutions/institution.entity';
import { LoanContract } from '../../loans/contract/loan-contract.entity';
import { LoanInstalment } from '../../loans/contract/loan-instalment.entity';
import { Loans } from '../../loans/contract/loans';
import { dueAmountKobo } from '../due-amount';
import type { LoanDueAmountView } from '../recovery-webhooks.dto';

/** The amount that the recovery partner may collect for a loan now. */
export class GetLoanDueAmount extends Query<LoanDueAmountView> {
  constructor(
    readonly institutionId: number,
    readonly loanReference: string,
  ) {
    super();
  }
}

@QueryHandler(GetLoanDueAmount)
export class GetLoanDueAmountHandler implements IQueryHandler<GetLoanDueAmount> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly loans: Loans,
  ) {}

  /** @throws LOAN_NOT_FOUND (404) */
  async execute({ institutionId, loanReference }: GetLoanDueAmount): Promise<LoanDueAmountView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
      const loan = await this.loans.require(tx, institutionId, loanReference);
      const contract = await tx.findOneByOrFail(LoanContract, { institutionId, id: loan.contractId });
      const due = await tx.findBy(LoanInstalment, {
        institutionId,
        loanId: loan.id,
        dueDate: LessThanOrEqual(businessDate),
      });
      return {
        loanReference: loan.loanAccountNumber,
        amountDue: koboToNaira(dueAmountKobo(loan, contract, due, businessDate)),
        asOf: businessDate,
      };
    });
  }
}
