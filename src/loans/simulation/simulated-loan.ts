import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LockedLoan } from '../contract/loans';
import { fieldsAtOpening, rowsAtOpening } from '../history/opened-loan';
import { NO_FEE } from '../origination/loan-charges';
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
  const { schedule, instalments } = rowsAtOpening(contract, NO_FEE);
  instalments.forEach((row, index) => (row.id = index + 1));
  const isUpfront = schedule.upfrontInterest > 0n;
  const loan = {
    institutionId: 1,
    id: principal,
    loanAccountNumber: 'simulated',
    inheritedClassification: null,
    interestAccountId: interestReceivable,
    feeAccountId: feeReceivable,
    defaultAccountId: defaultReceivable,
    penaltyAccountId: penaltyReceivable,
    unearnedAccountId: isUpfront ? SIMULATED_ACCOUNTS.unearnedInterest : null,
    aheadAccountId: isUpfront ? null : SIMULATED_ACCOUNTS.interestPaidAhead,
    ...fieldsAtOpening(contract, instalments),
  } as unknown as Loan;
  return { loan, contract, instalments };
}

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
    arrearsInterestBase: arrears.interestBase,
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
