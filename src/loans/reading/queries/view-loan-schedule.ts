import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { Loans } from '../../contract/loans';
import { LoanSchedules } from '../../schedule/loan-schedules';
import type { LoanScheduleView } from '../loan-schedule.dto';
import { payoffDateOf, payoffsOf } from '../payoffs';
import { isCapitalisation, scheduleRowView, scheduleTotalsView } from '../schedule-view';

/** Gets the repayment schedule of a loan, with paid amounts. */
export class ViewLoanSchedule extends Query<LoanScheduleView> {
  constructor(
    readonly institutionId: number,
    /** Its account number or its id. */
    readonly named: { loanAccountNumber: string } | { loanId: number },
    readonly payoffDate: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ViewLoanSchedule)
export class ViewLoanScheduleHandler implements IQueryHandler<ViewLoanSchedule> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly loans: Loans,
    private readonly schedules: LoanSchedules,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), VALIDATION_FAILED (400) for the date */
  async execute({ institutionId, named, payoffDate }: ViewLoanSchedule): Promise<LoanScheduleView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const loan =
        'loanId' in named
          ? await this.loans.requireById(tx, institutionId, named.loanId)
          : await this.loans.require(tx, institutionId, named.loanAccountNumber);
      const { rows, isPlanned, upfrontInterestKobo, businessDate } = await this.schedules.read(tx, loan);
      const date = payoffDateOf(payoffDate, businessDate);
      const payoffKobo = (await payoffsOf(tx, institutionId, [loan], date)).get(loan.id)!;
      const shown = rows.filter((row) => !isCapitalisation(loan, row));
      return {
        id: loan.id,
        loanAccountNumber: loan.loanAccountNumber,
        loanStatus: loan.status,
        isPlanned,
        upfrontInterest: koboToNaira(upfrontInterestKobo),
        payoffAmount: payoffKobo === null ? null : koboToNaira(payoffKobo),
        payoffDate: date,
        data: shown.map((row) => scheduleRowView(row, businessDate)),
        recordCount: shown.length,
        totals: scheduleTotalsView(rows),
      };
    });
  }
}
