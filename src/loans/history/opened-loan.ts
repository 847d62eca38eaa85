import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import type { LockedLoan } from '../contract/loans';
import { summariseLoan } from '../contract/summarise-loan';
import type { Schedule } from '../schedule/build-schedule';
import { type InstalmentFee, instalmentRow, instalmentsOf, scheduleOf } from '../schedule/schedule-of-contract';

const NOTHING_HAPPENED = {
  status: 'Active',
  classification: 'Performing',
  closedDate: null,
  restructuredDate: null,
  principalRepaidKobo: 0n,
  principalWrittenOffKobo: 0n,
  interestAccruedKobo: 0n,
  interestOwedKobo: 0n,
  suspendedInterestKobo: 0n,
  suspendedPrincipalKobo: 0n,
  suspendedFeeKobo: 0n,
  suspendedDefaultKobo: 0n,
  suspendedPenaltyKobo: 0n,
  suspendedSince: null,
  curingSince: null,
  feeAccruedKobo: 0n,
  writtenOffKobo: 0n,
  recoveredKobo: 0n,
} as const;

/** The unpaid rows of the schedule of a contract, without ids. @throws ScheduleError when no schedule can be made */
export function rowsAtOpening(
  contract: LoanContract,
  fee: InstalmentFee,
): { schedule: Schedule; instalments: LoanInstalment[] } {
  const schedule = scheduleOf(contract);
  const rows = instalmentsOf(schedule, contract.principalKobo, fee);
  return { schedule, instalments: rows.map((row) => instalmentRow(contract, row)) };
}

/**
 * The fields that the history of a loan changes, as its disbursement leaves them.
 * @param contract the first contract; its effective date is the day of the disbursement
 */
export function fieldsAtOpening(contract: LoanContract, instalments: readonly LoanInstalment[]): Partial<Loan> {
  return {
    ...NOTHING_HAPPENED,
    contractId: contract.id,
    principalKobo: contract.principalKobo,
    interestRate: contract.interestRate,
    tenure: contract.tenure,
    maturityDate: instalments.at(-1)!.dueDate,
    disbursedKobo: contract.principalKobo,
    outstandingPrincipalKobo: contract.principalKobo,
    accruedThrough: contract.effectiveDate,
    ...summariseLoan(instalments, contract.effectiveDate),
  };
}

/**
 * A loan as its disbursement left it, made again from its first contract. Whoever uses it must prove it by replay.
 * @param contract the first contract; its effective date is the day of the disbursement
 */
export function openedLoan(current: LockedLoan, contract: LoanContract, fee: InstalmentFee): LockedLoan {
  const { instalments } = rowsAtOpening(contract, fee);
  // Rows that are still there keep their ids.
  for (const row of instalments) {
    const stored = current.instalments.find(({ number, dueDate }) => number === row.number && dueDate === row.dueDate);
    row.id = stored?.id ?? 0;
  }
  return { contract, instalments, loan: { ...current.loan, ...fieldsAtOpening(contract, instalments) } };
}
