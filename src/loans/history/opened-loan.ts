import type { LoanContract } from '../contract/loan-contract.entity';
import type { LockedLoan } from '../contract/loans';
import { summariseLoan } from '../contract/summarise-loan';
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

/**
 * A loan as its disbursement left it, made again from its first contract. Whoever uses it must prove it by replay.
 * @param contract the first contract; its effective date is the day of the disbursement
 */
export function openedLoan(current: LockedLoan, contract: LoanContract, fee: InstalmentFee): LockedLoan {
  const schedule = scheduleOf(contract);
  const instalments = instalmentsOf(schedule, contract.principalKobo, fee).map((row) => instalmentRow(contract, row));
  // Rows that are still there keep their ids.
  for (const row of instalments) {
    const stored = current.instalments.find(({ number, dueDate }) => number === row.number && dueDate === row.dueDate);
    row.id = stored?.id ?? 0;
  }
  return {
    contract,
    instalments,
    loan: {
      ...current.loan,
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
    },
  };
}
