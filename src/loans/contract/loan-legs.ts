import type { LegRole } from '../../ledger/engine/posting-entry.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';
import type { Loan } from './loan.entity';
import type { ComponentAmounts } from './loan-components';

const ROLES: Record<LoanComponent, LegRole> = {
  principal: 'principal',
  interest: 'interest',
  default: 'interest',
  fee: 'fee',
  penalty: 'fee',
};

/** The account of record that a component of a disbursed loan is owed on. */
export function componentAccount(loan: Loan, component: LoanComponent): number {
  const { id, interestAccountId, feeAccountId, defaultAccountId, penaltyAccountId } = loan;
  const account = {
    principal: id,
    interest: interestAccountId,
    fee: feeAccountId,
    default: defaultAccountId,
    penalty: penaltyAccountId,
  }[component];
  if (account === null) throw new Error(`The loan ${loan.loanAccountNumber} has no accounts: it is not disbursed.`);
  return account;
}

/** A leg of a loan's books: no caller named its ledger. An amount below zero goes to the other side, none makes no leg. */
export function loanLegs(accountId: number, side: 'debit' | 'credit', amountKobo: bigint, role: LegRole): PostingLeg[] {
  if (amountKobo === 0n) return [];
  const turned = side === 'debit' ? 'credit' : 'debit';
  return [
    {
      accountId,
      side: amountKobo > 0n ? side : turned,
      amountKobo: amountKobo > 0n ? amountKobo : -amountKobo,
      role,
      namedByCaller: false,
    },
  ];
}

/** Moves an amount from one ledger to another, the other way round when it is below zero. */
export function transferLegs(debitId: number, creditId: number, amountKobo: bigint, role: LegRole): PostingLeg[] {
  return [...loanLegs(debitId, 'debit', amountKobo, role), ...loanLegs(creditId, 'credit', amountKobo, role)];
}

/** Takes what is paid off each component's account. */
export function paidLegs(loan: Loan, amounts: Readonly<ComponentAmounts>): PostingLeg[] {
  return LOAN_COMPONENTS.flatMap((component) =>
    loanLegs(componentAccount(loan, component), 'credit', amounts[component], ROLES[component]),
  );
}
