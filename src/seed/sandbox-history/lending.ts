import { ReceivedFiles } from '../../documents/received-files';
import { AddFixedDeposit } from '../../fixed-deposits/commands/add-fixed-deposit';
import { DisburseLoan } from '../../loans/disbursement/commands/disburse-loan';
import { AddLoan } from '../../loans/origination/commands/add-loan';
import { DecideLoan } from '../../loans/origination/commands/decide-loan';
import { FREQUENCY } from '../../products/terms/loan-enumerations';
import type { Cast, Step } from './everyday-life';
import type { HistoryDesk, Opened } from './history-desk';
import { HISTORY_DEPOSITS, HISTORY_LOANS, type HistoryLoan } from './history-plan';

const UNITS = { days: FREQUENCY.Days, weeks: FREQUENCY.Weeks, months: FREQUENCY.Months } as const;
const SPENT_SHARE = 0.95;
const RUNS_OVER = 'Principal';

/** The loans and fixed deposits of the history. */
export class Lending {
  constructor(
    private readonly desk: HistoryDesk,
    private readonly cast: Cast,
  ) {}

  /** @param day days before today */
  stepsOf(day: number): Step[] {
    return [
      ...HISTORY_LOANS.flatMap((loan, index) => this.loanSteps(loan, `LOAN-${index}`, day)),
      ...HISTORY_DEPOSITS.filter((deposit) => deposit.day === day).map(({ index, amount, tenure }): Step => {
        const step = `DEPOSIT-${index}`;
        return [step, () => this.deposit(step, this.cast.people[index]!, amount, tenure)];
      }),
    ];
  }

  private loanSteps(loan: HistoryLoan, name: string, day: number): Step[] {
    const steps: Step[] = [];
    if (loan.requestedOn === day) steps.push([name, () => this.request(loan, name)]);
    if (loan.approvedOn === day) steps.push([`${name}-APPROVAL`, () => this.approve(loan, name)]);
    if (loan.disbursedOn === day) steps.push([`${name}-PAYOUT`, () => this.payOut(loan, name)]);
    return steps;
  }

  /** The same request again is answered with the loan that it made. */
  private async request(loan: HistoryLoan, name: string): Promise<{ id: number; loanAccountNumber: string }> {
    const { desk } = this;
    const { amount: loanAmount, tenure, unit, every = 1, notes } = loan;
    const body = {
      linkedNumber: this.borrower(loan).accountNumber,
      productCode: 'LN001',
      referenceNumber: `HISTORY-${name}`,
      ...{ loanAmount, tenure, notes },
      principalRepaymentFrequency: UNITS[unit],
      principalRepaymentEvery: every,
    };
    const { data } = await desk.give(new AddLoan(desk.write(name), body, new ReceivedFiles()));
    return data as { id: number; loanAccountNumber: string };
  }

  private async approve(loan: HistoryLoan, name: string): Promise<void> {
    const { desk } = this;
    const { id } = await this.request(loan, name);
    const decision = { id: Number(id), verdict: 'Approved' as const, note: 'Documents complete' };
    await desk.give(new DecideLoan(desk.write(`${name}-APPROVAL`, 'system'), desk.checker, decision));
  }

  private async payOut(loan: HistoryLoan, name: string): Promise<void> {
    const { desk, cast } = this;
    const { loanAccountNumber } = await this.request(loan, name);
    const body = { loanAccountNumber, referenceNumber: `HISTORY-${name}-PAYOUT` };
    await desk.give(new DisburseLoan(desk.write(`${name}-PAYOUT`), body));
    if (!loan.isSpent) return;
    const spent = Math.round(loan.amount * SPENT_SHARE);
    await desk.transfer(`${name}-SPENT`, this.borrower(loan), cast.merchant, spent, loan.notes);
  }

  private borrower({ party: { group, index } }: HistoryLoan): Opened {
    return this.cast[group][index]!;
  }

  private async deposit(step: string, owner: Opened, principalAmount: number, tenure: number): Promise<void> {
    const { accountNumber, customerID } = owner;
    const body = {
      ...{ customerID, principalAmount, tenure },
      productCode: 'FD001',
      sourceAccount: accountNumber,
      liquidationAccount: accountNumber,
      applyRollover: RUNS_OVER as 'Principal',
      referenceNumber: `HISTORY-${step}`,
    };
    await this.desk.give(new AddFixedDeposit(this.desk.write(step), body));
  }
}
