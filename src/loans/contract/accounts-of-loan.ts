import type { LockedLoan } from './loans';

/** Every account that a payment of a loan from its linked account may touch, so that all are locked in one order. */
export function accountsOfLoan({ loan, contract }: LockedLoan): number[] {
  const own = [
    loan.id,
    loan.interestAccountId,
    loan.feeAccountId,
    loan.defaultAccountId,
    loan.penaltyAccountId,
    loan.unearnedAccountId,
    loan.linkedAccountId,
  ];
  const {
    interestIncomeGlAccountId,
    interestInSuspenseGlAccountId,
    defaultIncomeGlAccountId,
    penaltyIncomeGlAccountId,
    fee,
  } = contract;
  const ledgers = [
    interestIncomeGlAccountId,
    interestInSuspenseGlAccountId,
    defaultIncomeGlAccountId,
    penaltyIncomeGlAccountId,
    fee?.incomeGlAccountId ?? null,
  ];
  return [...own, ...ledgers].filter((id) => id !== null);
}
