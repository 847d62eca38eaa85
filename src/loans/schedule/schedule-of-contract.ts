import { NOTHING } from '../../common/money/fraction';
import { earnedUnrounded } from '../accrual/recognise-income';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { buildSchedule, type Schedule } from './build-schedule';
import { SCHEDULE_DEFAULTS } from './schedule-terms';
import { interestText } from './unrounded-interest';

/** The contract terms that a schedule depends on. */
export type ScheduledContract = Pick<
  LoanContract,
  | 'principalKobo'
  | 'interestRate'
  | 'rateBasis'
  | 'numberOfRepayments'
  | 'frequency'
  | 'repaymentEvery'
  | 'principalEvery'
  | 'interestEvery'
  | 'installmentMultipleKobo'
  | 'emiSmoothing'
  | 'monthEnd'
  | 'principalPercentPerInstallment'
  | 'balloonPercent'
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

/** A new schedule row before it is stored. */
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

/** The schedule of a contract, from its effective date. @throws ScheduleError when none can be made */
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
    principalEvery: contract.principalEvery,
    interestEvery: contract.interestEvery,
    installmentMultiple: contract.installmentMultipleKobo,
    emiSmoothing: contract.emiSmoothing,
    monthEnd: contract.monthEnd,
    principalPercentPerInstallment: contract.principalPercentPerInstallment,
    balloonPercent: contract.balloonPercent,
  });
}

/** The fee of every instalment, and its VAT. */
export interface InstalmentFee {
  feeKobo: bigint;
  vatKobo: bigint;
}

/** The rows of a schedule, numbered from `firstNumber`. */
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

/** An unpaid row to store; it gets its id when it is stored. */
export function instalmentRow(
  { institutionId, id: contractId, loanId }: LoanContract,
  row: NewInstalment,
): LoanInstalment {
  return {
    ...row,
    institutionId,
    id: 0,
    loanId,
    contractId,
    defaultDueKobo: 0n,
    penaltyDueKobo: 0n,
    principalPaidKobo: 0n,
    interestPaidKobo: 0n,
    feePaidKobo: 0n,
    defaultPaidKobo: 0n,
    penaltyPaidKobo: 0n,
    penaltyWaivedKobo: 0n,
    arrearsInterest: '0',
    arrearsThrough: null,
    paidDate: null,
  };
}

/**
 * The row that ends the running period on a day. It has the interest earned until then, and no due amounts yet.
 * @param future the rows after the day.
 */
export function closingRow(
  contract: LoanContract,
  past: readonly LoanInstalment[],
  future: readonly LoanInstalment[],
  day: string,
  openingBalanceKobo: bigint,
): LoanInstalment {
  const running = future.find(({ periodStart }) => periodStart < day);
  return instalmentRow(contract, {
    number: (past.at(-1)?.number ?? 0) + 1,
    periodStart: running?.periodStart ?? day,
    dueDate: day,
    openingBalanceKobo,
    closingBalanceKobo: openingBalanceKobo,
    earnedInterest: interestText(running ? earnedUnrounded(running, day) : NOTHING),
    capitalisedKobo: 0n,
    principalDueKobo: 0n,
    interestDueKobo: 0n,
    feeDueKobo: 0n,
    feeVatKobo: 0n,
  });
}
