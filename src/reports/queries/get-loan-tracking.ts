import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Customer } from '../../accounts/customers/customer.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { classifyLoan, worseClass } from '../../loans/classification/classification-scales';
import { LoanRules } from '../../loans/classification/loan-rules';
import { dueOf, paidOf, sumOfAmounts, totalKobo } from '../../loans/contract/instalment-amounts';
import { readInterestToCapitalise } from '../../loans/contract/interest-to-capitalise';
import { Loans } from '../../loans/contract/loans';
import {
  daysPastDue,
  shownClassification,
  summariseLoan,
  totalOutstandingKobo,
} from '../../loans/contract/summarise-loan';
import { isCapitalisation, scheduleRowView } from '../../loans/reading/schedule-view';
import { LoanSchedules } from '../../loans/schedule/loan-schedules';
import type { LoanTrackingView } from '../loan-reports.dto';

/** The repayment status of a loan. */
export class GetLoanTracking extends Query<LoanTrackingView> {
  constructor(
    readonly institutionId: number,
    readonly loanAccountNumber: string,
  ) {
    super();
  }
}

@QueryHandler(GetLoanTracking)
export class GetLoanTrackingHandler implements IQueryHandler<GetLoanTracking> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly loans: Loans,
    private readonly schedules: LoanSchedules,
    private readonly rules: LoanRules,
  ) {}

  /** @throws LOAN_NOT_FOUND (404) */
  async execute({ institutionId, loanAccountNumber }: GetLoanTracking): Promise<LoanTrackingView> {
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const loan = await this.loans.require(tx, institutionId, loanAccountNumber);
      const { rows, isPlanned, businessDate } = await this.schedules.read(tx, loan);
      const toCapitalise = await readInterestToCapitalise(tx, institutionId, [loan]);
      const customer = await tx.findOneByOrFail(Customer, { institutionId, id: loan.customerId });
      const stored = isPlanned ? [] : rows;
      // The sums on the loan are as of its last change; the rows give its state on the business date.
      const { overdueKobo, overdueSince, nextDueDate, nextDueKobo } = summariseLoan(stored, businessDate);
      const pastDueDays = daysPastDue(overdueSince, businessDate);
      const ownClass = classifyLoan(await this.rules.scaleOn(tx, institutionId, businessDate), pastDueDays);
      const classification = worseClass(ownClass, loan.inheritedClassification);
      const due = sumOfAmounts(stored.filter(({ dueDate }) => dueDate <= businessDate).map(dueOf));
      return {
        loanAccountNumber,
        loanStatus: loan.status,
        customerID: customer.customerID,
        customerName: customer.name,
        linkedNumber: loan.linkedNumber,
        asOf: businessDate,
        disbursementDate: loan.disbursementDate,
        maturityDate: loan.maturityDate,
        // The sum on the loan has the capitalised interest in it; of a reversed disbursement it is 0.
        amountDisbursed: koboToNaira(loan.disbursedKobo === 0n ? 0n : loan.principalKobo),
        amountDue: koboToNaira(totalKobo(due)),
        amountPaid: koboToNaira(totalKobo(sumOfAmounts(stored.map(paidOf)))),
        amountOutstanding: koboToNaira(totalOutstandingKobo(loan, toCapitalise.get(loan.id) ?? 0n)),
        amountOverdue: koboToNaira(overdueKobo),
        daysPastDue: pastDueDays,
        classification: shownClassification({ status: loan.status, classification }),
        nextDueDate,
        nextDueAmount: koboToNaira(nextDueKobo),
        instalments: rows
          .filter((row) => !isCapitalisation(loan, row))
          .map((row) => scheduleRowView(row, businessDate)),
      };
    });
  }
}
