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
    readonly loanAccountNumber: string,
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

  async execute({ institutionId, loanAccountNumber, payoffDate }: ViewLoanSchedule): Promise<LoanScheduleView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const loan = await this.loans.require(tx, institutionId, loanAccountNumber);
      const { rows, isPlanned, upfrontInterestKobo, businessDate } = await this.schedules.read(tx, loan);
      const date = payoffDateOf(payoffDate, businessDate);
      const payoffKobo = (await payoffsOf(tx, institutionId, [loan], date)).get(loan.id)!;
      const shown = rows.filter((row) => !isCapitalisation(loan, row));
      return {
        id: loan.id,
        loanAccountNumber,
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
