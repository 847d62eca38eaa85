import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LockedLoan } from '../contract/loans';
import { summariseLoan } from '../contract/summarise-loan';
import { instalmentRow, instalmentsOf, scheduleOf } from '../schedule/schedule-of-contract';
import type { Simulation } from './read-simulation';

/** The accounts of a simulated loan, in place of accounts of record. */
export const SIMULATED_ACCOUNTS = {
  principal: 1,
  interestReceivable: 2,
  feeReceivable: 3,
  defaultReceivable: 4,
  penaltyReceivable: 5,
  unearnedInterest: 6,
  interestPaidAhead: 7,
  interestIncome: 11,
  interestInSuspense: 12,
  defaultIncome: 13,
  penaltyIncome: 14,
  recoveryIncome: 15,
  loanLoss: 16,
  feeIncome: 17,
  borrower: 20,
} as const;

const { principal, interestReceivable, feeReceivable, defaultReceivable, penaltyReceivable } = SIMULATED_ACCOUNTS;

/** A loan that is disbursed in memory. @throws ScheduleError when no schedule can be made */
export function simulatedLoan({ terms, arrears }: Simulation): LockedLoan {
  const contract = contractOf(terms, arrears);
  const schedule = scheduleOf(contract);
  const instalments = instalmentsOf(schedule, terms.principal, { feeKobo: 0n, vatKobo: 0n }).map((row, index) => ({
    ...instalmentRow(contract, row),
    id: index + 1,
  }));
  const isUpfront = schedule.upfrontInterest > 0n;
  const loan = {
    ...NEW_LOAN,
    principalKobo: terms.principal,
    interestRate: terms.rate,
    tenure: contract.tenure,
    maturityDate: instalments.at(-1)!.dueDate,
    unearnedAccountId: isUpfront ? SIMULATED_ACCOUNTS.unearnedInterest : null,
    aheadAccountId: isUpfront ? null : SIMULATED_ACCOUNTS.interestPaidAhead,
    disbursedKobo: terms.principal,
    outstandingPrincipalKobo: terms.principal,
    accruedThrough: terms.disbursementDate,
    ...summariseLoan(instalments, terms.disbursementDate),
  } as unknown as Loan;
  return { loan, contract, instalments };
}

const NEW_LOAN = {
  institutionId: 1,
  id: principal,
  loanAccountNumber: 'simulated',
  status: 'Active',
  contractId: 1,
  classification: 'Performing',
  inheritedClassification: null,
  interestAccountId: interestReceivable,
  feeAccountId: feeReceivable,
  defaultAccountId: defaultReceivable,
  penaltyAccountId: penaltyReceivable,
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
};

function contractOf(terms: Simulation['terms'], arrears: Simulation['arrears']): LoanContract {
  return {
    ...terms,
    institutionId: 1,
    id: 1,
    loanId: principal,
    version: 1,
    principalKobo: terms.principal,
    interestRate: terms.rate,
    tenure: terms.numberOfRepayments * terms.repaymentEvery,
    installmentMultipleKobo: terms.installmentMultiple,
    prepaymentEffect: arrears.prepaymentEffect,
    effectiveDate: terms.disbursementDate,
    arrearsInterestRate: arrears.rate,
    arrearsInterestBase: 'OverdueInstalment',
    failedRepaymentGracePeriod: arrears.graceDays,
    arrearsInterestFromEndOfGrace: false,
    penaltyKind: arrears.penaltyKobo > 0n ? 'Flat' : 'None',
    penaltyAmountKobo: arrears.penaltyKobo,
    penaltyRate: null,
    penaltyBase: 'OverdueAmount',
    penaltyGraceDays: arrears.penaltyGraceDays,
    suspenseAfterDays: arrears.suspenseAfterDays,
    allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
    fee: { incomeGlAccountId: SIMULATED_ACCOUNTS.feeIncome, vatApplies: false },
    securityDepositKobo: 0n,
    interestIncomeGlAccountId: SIMULATED_ACCOUNTS.interestIncome,
    interestInSuspenseGlAccountId: SIMULATED_ACCOUNTS.interestInSuspense,
    defaultIncomeGlAccountId: SIMULATED_ACCOUNTS.defaultIncome,
    penaltyIncomeGlAccountId: SIMULATED_ACCOUNTS.penaltyIncome,
    recoveryIncomeGlAccountId: SIMULATED_ACCOUNTS.recoveryIncome,
    loanLossGlAccountId: SIMULATED_ACCOUNTS.loanLoss,
    createdAt: new Date(0),
  } as unknown as LoanContract;
}
