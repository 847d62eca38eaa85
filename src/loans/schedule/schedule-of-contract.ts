import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { buildSchedule, type Schedule } from './build-schedule';
import { SCHEDULE_DEFAULTS } from './schedule-terms';

/** What a schedule needs of a contract. */
export type ScheduledContract = Pick<
  LoanContract,
  | 'principalKobo'
  | 'interestRate'
  | 'rateBasis'
  | 'numberOfRepayments'
  | 'frequency'
  | 'repaymentEvery'
  | 'interestComputationModel'
  | 'principalRepaymentType'
  | 'interestPaymentType'
  | 'dayCount'
  | 'moratorium'
  | 'moratoriumPeriods'
  | 'moratoriumInterest'
  | 'effectiveDate'
  | 'interestAccrualStartDate'
  | 'firstRepaymentDate'
>;

/** A row of a schedule before it is stored. */
export type NewInstalment = Pick<
  LoanInstalment,
  | 'number'
  | 'periodStart'
  | 'dueDate'
  | 'openingBalanceKobo'
  | 'closingBalanceKobo'
  | 'earnedInterest'
  | 'capitalisedKobo'
  | 'principalDueKobo'
  | 'interestDueKobo'
  | 'feeDueKobo'
  | 'feeVatKobo'
>;

/** The schedule of a contract that counts from its effective date. @throws ScheduleFault when its terms make none. */
export function scheduleOf(contract: ScheduledContract): Schedule {
  return buildSchedule({
    ...SCHEDULE_DEFAULTS,
    principal: contract.principalKobo,
    rate: contract.interestRate,
    rateBasis: contract.rateBasis,
    numberOfRepayments: contract.numberOfRepayments,
    frequency: contract.frequency,
    repaymentEvery: contract.repaymentEvery,
    disbursementDate: contract.effectiveDate,
    interestAccrualStartDate: contract.interestAccrualStartDate,
    firstRepaymentDate: contract.firstRepaymentDate,
    principalRepaymentType: contract.principalRepaymentType,
    interestPaymentType: contract.interestPaymentType,
    interestComputationModel: contract.interestComputationModel,
    moratorium: contract.moratorium,
    moratoriumPeriods: contract.moratoriumPeriods,
    moratoriumInterest: contract.moratoriumInterest,
    dayCount: contract.dayCount,
  });
}

/** What is charged with every instalment, VAT included. */
export interface InstalmentFee {
  feeKobo: bigint;
  vatKobo: bigint;
}

/** The rows of a schedule, numbered on from what the loan has. */
export function instalmentsOf(
  schedule: Schedule,
  principalKobo: bigint,
  { feeKobo, vatKobo }: InstalmentFee,
  firstNumber = 1,
): NewInstalment[] {
  return schedule.rows.map((row, index) => {
    const accrual = schedule.accruals[index]!;
    return {
      number: firstNumber + index,
      periodStart: accrual.from,
      dueDate: row.dueDate,
      openingBalanceKobo: index === 0 ? principalKobo : schedule.rows[index - 1]!.balance,
      closingBalanceKobo: row.balance,
      earnedInterest: accrual.interest,
      capitalisedKobo: accrual.capitalised,
      principalDueKobo: row.principal,
      interestDueKobo: row.interest,
      feeDueKobo: feeKobo + vatKobo,
      feeVatKobo: vatKobo,
    };
  });
}
